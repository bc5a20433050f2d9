import { FILES_NOT_KEPT } from '../../../native/body/fields.js'
import {
  at,
  type Card,
  type Element,
  entryOf,
  isWebUrl,
  link,
  markdown,
  numberAt,
  partAt,
  type Table,
  textAt,
} from '../../kit.js'
import { Cards, firstParts, NO_INPUT, ONLY_LINKS } from '../cards.js'
import { colorOf } from './embeds.js'
import { discordMarkdown, emojiOf } from './markup.js'

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
export function componentsOf(value: unknown): Cards {
  const cards = new Cards()
  showAll({ value, path: '' }, cards)
  return cards
}

/** What a message shows that consists of components: the text before the first container is its text. */
export function wholeOf(
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

function showInput({ path }: Element, cards: Cards): void {
  cards.lost(path, NO_INPUT)
}
