import { FILES_NOT_KEPT } from '../../../native/body/fields.js'
import {
  addressIn,
  at,
  bold,
  type Card,
  type CardField,
  countAt,
  type Draft,
  type Element,
  entryOf,
  hasObjects,
  isEmpty,
  isWebUrl,
  joined,
  link,
  list,
  listAt,
  markdown,
  numberAt,
  partAt,
  prose,
  showsSomething,
  type Table,
  type Text,
  textAt,
  timeAt,
} from '../../kit.js'
import { Cards, firstParts, ONLY_LINKS, showInput } from '../cards.js'
import { discordMarkdown, emojiOf } from './markup.js'

const HIDES_EMBEDS = 4
const IS_SILENT = 4_096
/** `content` and `embeds` do not count. */
const IS_OF_COMPONENTS = 32_768

/** Whether `components` are the message. */
export function isOfComponents(value: unknown): boolean {
  return hasFlag(value, IS_OF_COMPONENTS) && Array.isArray(at(value, 'components'))
}

/** Whether it asks a question. */
export function isPoll(value: unknown): boolean {
  return hasObjects(value, 'poll.question') && Array.isArray(at(value, 'poll.answers'))
}

function hasFlag(value: unknown, flag: number): boolean {
  return ((numberAt(value, 'flags') ?? 0) & flag) !== 0
}

/** A message; `files`: the names of those that came with it. Its text and cards are empty if it shows nothing. */
export function draftOf(value: unknown, files: readonly string[]): Draft {
  const { done, losses } = componentsOf(value)
  const shown = isOfComponents(value) ? wholeOf(value, done) : contentOf(value, done)
  return {
    text:
      files.length > 0 && isEmpty(shown.text) && shown.cards.length === 0
        ? `${files.join(', ')} (${FILES_NOT_KEPT})`
        : shown.text,
    cards: shown.cards,
    username: textAt(value, 'username'),
    iconUrl: textAt(value, 'avatar_url'),
    silent: hasFlag(value, IS_SILENT),
    losses: [...losses, ...lossesOf(value, files)],
  }
}

function contentOf(value: unknown, rows: readonly Card[]): ReturnType<typeof wholeOf> {
  const embeds = hasFlag(value, HIDES_EMBEDS) ? [] : listAt(value, 'embeds')
  const cards = [
    ...embeds.map(readEmbed),
    isPoll(value) ? pollCard(at(value, 'poll')) : null,
    ...rows,
  ]
  return {
    text: markdown(discordMarkdown(textAt(value, 'content').trim())),
    cards: cards.filter((card) => card !== null),
  }
}

function pollCard(poll: unknown): Card {
  const answers = listAt(poll, 'answers').map((answer): Text => {
    return joined(
      [emojiOf(at(answer, 'poll_media.emoji')), prose(textAt(answer, 'poll_media.text'), Infinity)],
      ' ',
    )
  })
  const question = bold(prose(textAt(poll, 'question.text'), Infinity))
  return { text: [question, list(answers, answers.length, answers.length)] }
}

function lossesOf(value: unknown, files: readonly string[]): NonNullable<Draft['losses']> {
  const path = countAt(value, 'attachments') > 0 ? 'attachments' : 'files'
  return [
    ...(files.length > 0 ? [{ path, reason: FILES_NOT_KEPT }] : []),
    ...(isPoll(value) ? [{ path: 'poll', reason: 'nobody can vote here' }] : []),
  ]
}

/** An embed as a card; null if it shows nothing. */
function readEmbed(embed: unknown): Card | null {
  const title = textAt(embed, 'title')
  const card: Card = {
    ...colorOf(embed, 'color'),
    author: {
      name: textAt(embed, 'author.name'),
      url: textAt(embed, 'author.url'),
      iconUrl: textAt(embed, 'author.icon_url'),
    },
    title,
    url: textAt(embed, 'url') || addressIn(title),
    text: markdown(discordMarkdown(textAt(embed, 'description').trim())),
    fields: listAt(embed, 'fields').map(readField),
    imageUrl: textAt(embed, 'image.url'),
    thumbUrl: textAt(embed, 'thumbnail.url'),
    footer: prose(textAt(embed, 'footer.text'), Infinity),
    footerIconUrl: textAt(embed, 'footer.icon_url'),
  }
  const time = timeAt(embed, 'timestamp')
  if (!showsSomething(card)) return null
  return time === null ? card : { ...card, at: time }
}

/** The colour that a member holds as a number. */
function colorOf(holder: unknown, member: string): Pick<Card, 'color'> {
  const color = numberAt(holder, member)
  if (color === null || !Number.isInteger(color) || color < 0 || color > 0xffffff) return {}
  return { color: `#${color.toString(16).padStart(6, '0')}` }
}

function readField(field: unknown): CardField {
  return {
    title: textAt(field, 'name'),
    value: markdown(discordMarkdown(textAt(field, 'value'))),
    short: at(field, 'inline') === true,
  }
}

const LINK_BUTTON = 5
const CONTAINER = 17

type Show = (component: Element, cards: Cards) => void

/** By the number of the type. */
const TYPES: Table<Show> = {
  1: showAll,
  2: showButton,
  3: showInput,
  5: showInput,
  6: showInput,
  7: showInput,
  8: showInput,
  9: showSection,
  10: ({ value }, cards) => {
    cards.text(markdown(discordMarkdown(textAt(value, 'content').trim())))
  },
  11: ({ value }, cards) => {
    cards.thumb(textAt(value, 'media.url'), textAt(value, 'description'))
  },
  12: (gallery, cards) => {
    for (const { value } of firstParts(gallery, 'items')) {
      cards.picture(textAt(value, 'media.url'), textAt(value, 'description'))
    }
  },
  13: showFile,
  // A line, or a gap.
  14: () => undefined,
  [CONTAINER]: (container, cards) => {
    cards.begin(colorOf(container.value, 'accent_color'))
    showAll(container, cards)
    cards.begin({})
  },
}

/** What the components of a message show, and what they do not. */
function componentsOf(value: unknown): Cards {
  const cards = new Cards()
  showAll({ value, path: '' }, cards)
  return cards
}

/** What a message shows that consists of components: the text before the first container is its text. */
function wholeOf(
  value: unknown,
  cards: readonly Card[],
): { readonly text: NonNullable<Card['text']>; readonly cards: readonly Card[] } {
  const [first, ...others] = cards
  const isHeaded = numberAt(value, 'components.0.type') !== CONTAINER
  if (!first || !isHeaded) return { text: '', cards }
  const { text = '', ...rest } = first
  return { text, cards: [{ ...rest, continues: true }, ...others] }
}

function showAll(holder: Element, cards: Cards): void {
  for (const component of firstParts(holder, 'components')) showOne(component, cards)
}

function showOne(component: Element, cards: Cards): void {
  if (!cards.take()) return
  const show = entryOf(TYPES, textAt(component.value, 'type'))
  if (show) show(component, cards)
  else cards.lost(component.path, 'components of this type are not shown')
}

function showButton({ value, path }: Element, cards: Cards): void {
  const isLink = numberAt(value, 'style') === LINK_BUTTON
  const url = textAt(value, 'url')
  const label = [emojiOf(at(value, 'emoji')), textAt(value, 'label')]
  if (isLink && isWebUrl(url)) cards.link({ text: label.join(' ').trim(), url })
  else cards.lost(path, isLink ? 'its url is not a web address' : ONLY_LINKS)
}

/** Its texts, and what stands beside them. */
function showSection(section: Element, cards: Cards): void {
  cards.part()
  showAll(section, cards)
  const accessory = partAt(section, 'accessory')
  if (accessory.value !== undefined) showOne(accessory, cards)
  cards.part()
}

/** The file itself is elsewhere, or a part of the request. */
function showFile(file: Element, cards: Cards): void {
  const url = textAt(file.value, 'file.url')
  const name = textAt(file.value, 'name') || url.slice(url.lastIndexOf('/') + 1)
  const isElsewhere = isWebUrl(url)
  cards.text(isElsewhere ? link(url, name) : `${name} (${FILES_NOT_KEPT})`)
  if (!isElsewhere) cards.lost(partAt(file, 'file').path, FILES_NOT_KEPT)
}
