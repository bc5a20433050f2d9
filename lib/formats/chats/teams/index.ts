import { plainText } from '../../../text/plain-text.js'
import { htmlMarkdown, htmlText, seenHtml } from '../../drafts/dialects.js'
import {
  at,
  bold,
  type Card,
  type CardField,
  claimed,
  type Draft,
  type Element,
  Elements,
  type Format,
  isEmpty,
  isObject,
  isWebUrl,
  listAt,
  markdown,
  paragraph,
  partAt,
  partsAt,
  refused,
  type Text,
  textAt,
  textOf,
  valueOf,
} from '../../kit.js'
import { Cards } from '../cards.js'
import { chatMessage } from '../chat.js'
import { readAdaptiveCard } from './adaptive-card.js'
import { cardText, wordsAt } from './card-text.js'

const ANY_CARD = 'application/vnd.microsoft.card.'

/** Messages for a channel of Microsoft Teams: both kinds of cards. */
export const teams: Format = {
  name: 'teams',
  title: 'Microsoft Teams',
  aliases: ['msteams'],
  isMarked: isMessageCard,
  detect: claimed((body) => isMessageCard(body) || cardsIn(body).length > 0),
  read: ({ body }) => {
    const sent = valueOf(body)
    const cards = cardsIn(sent)
    if (cards.length > 0) return chatMessage(draftOf(sent, cards), sent, cardText)
    const draft = readMessageCard(sent)
    if (draft) return chatMessage(draft, sent, seenHtml)
    return refused('attachments', 'hold no card, and there are no sections')
  },
  answer: () => ({ status: 200, body: '1' }),
}

/** `@type`, or `type` as Alertmanager writes it. */
function isMessageCard(body: unknown): boolean {
  return textAt(body, '@type') === 'MessageCard' || textAt(body, 'type') === 'MessageCard'
}

/** The Adaptive Cards of a message, or the body if it is one. */
function cardsIn(body: unknown): readonly Element[] {
  const all = { value: body, path: '' }
  if (textAt(body, 'type') === 'AdaptiveCard') return [all]
  return partsAt(all, 'attachments')
    .filter(({ value }) => textAt(value, 'contentType').startsWith(ANY_CARD))
    .map((attachment) => partAt(attachment, 'content'))
}

function draftOf(body: unknown, cards: readonly Element[]): Draft {
  const elements = new Elements()
  const drafts = cards
    .map((card) => readAdaptiveCard(card, { elements }))
    .filter((draft) => draft !== null)
  const [first, ...others] = drafts
  const text = wordsAt(body, 'text')
  // A card that shows nothing is no mistake of its sender.
  if (!first) return { text: text || textAt(body, 'summary') || 'An empty card' }
  const more = others.flatMap((other) => [
    ...[other.title ?? '', other.text ?? ''].map((line) => ({ text: line })),
    ...(other.cards ?? []),
  ])
  return {
    title: first.title ?? '',
    text: [markdown(text), first.text ?? ''],
    cards: [...(first.cards ?? []), ...more],
    losses: drafts.flatMap((draft) => draft.losses ?? []),
  }
}

/** A MessageCard, perhaps without its mark; null if it shows nothing. */
function readMessageCard(body: unknown): Draft | null {
  const title = htmlText(textAt(body, 'title').trim())
  const color = colorOf(textAt(body, 'themeColor'))
  const card = { value: body, path: '' }
  const cards = new Cards()
  cards.begin(color)
  cards.text(htmlMarkdown(textAt(body, 'text')))
  for (const section of inOne(partsAt(card, 'sections'))) {
    if (cards.take()) showSection(section, cards, color)
  }
  showLinks(card, cards)
  const { done, losses } = cards
  if (!isEmpty(title) || done.length > 0) return { title, cards: done, losses }
  const summary = htmlText(textAt(body, 'summary'))
  return isEmpty(summary) ? null : { title: summary, losses }
}

/** What a section has that is a line of a text. */
const OF_TEXT = new Set(['text', 'startGroup', 'markdown'])

// Some senders make a section of each line of a text.
function inOne(sections: readonly Element[]): readonly Element[] {
  const joint: { readonly section: Element; readonly lines: string[] }[] = []
  for (const section of sections) {
    const isLine = isText(section.value)
    const above = joint.at(-1)
    if (isLine && above && above.lines.length > 0) above.lines.push(textAt(section.value, 'text'))
    else joint.push({ section, lines: isLine ? [textAt(section.value, 'text')] : [] })
  }
  return joint.map(({ section, lines }) =>
    lines.length > 1 ? { ...section, value: { text: lines.join('\n') } } : section,
  )
}

function isText(section: unknown): boolean {
  return isObject(section) && Object.keys(section).every((name) => OF_TEXT.has(name))
}

function colorOf(sent: string): Pick<Card, 'color'> {
  const hex = sent.replace(/^#/, '')
  return /^[\da-f]{6}$/i.test(hex) ? { color: `#${hex}` } : {}
}

/** `startGroup`: its sender wants it to be apart from what is above. */
function showSection(section: Element, cards: Cards, color: Pick<Card, 'color'>): void {
  const { value } = section
  const thumb = textAt(value, 'activityImage')
  if (at(value, 'startGroup') === true) cards.begin(color)
  if (thumb !== '' && cards.hasThumb) cards.part()
  for (const name of ['title', 'activityTitle']) cards.text(heading(textAt(value, name)))
  for (const name of ['activitySubtitle', 'activityText', 'text']) {
    cards.text(htmlMarkdown(textAt(value, name)))
  }
  cards.thumb(thumb, '')
  for (const fact of partsAt(section, 'facts')) cards.field(readFact(fact))
  for (const image of [at(value, 'heroImage'), ...listAt(value, 'images')]) {
    cards.picture(textAt(image, 'image'), seenHtml(textAt(image, 'title')))
  }
  showLinks(section, cards)
}

/** A line that stands out: in bold, unless it has marks of its own, which then count. */
function heading(sent: string): Text {
  const line = sent.trim()
  const words = seenHtml(line)
  return plainText(words) === words ? paragraph(bold(htmlText(line))) : htmlMarkdown(line)
}

function readFact({ value: fact }: Element): CardField {
  return {
    title: seenHtml(textAt(fact, 'name')).replace(/:\s*$/, ''),
    value: htmlMarkdown(textAt(fact, 'value')),
    short: true,
  }
}

/** Only links are buttons here; actions that call somebody are not. */
function showLinks(part: Element, cards: Cards, name = 'potentialAction'): void {
  for (const action of partsAt(part, name)) {
    const { value, path } = action
    const url = textAt(value, '@type') === 'HttpPOST' ? '' : targetOf(value)
    if (isWebUrl(url)) cards.link({ text: seenHtml(textAt(value, 'name')) || 'Open', url })
    else {
      cards.lost(path, 'only actions that open a web address are shown')
      showLinks(action, cards, 'actions')
    }
  }
}

function targetOf(action: unknown): string {
  const targets = listAt(action, 'targets').map((target) => textAt(target, 'uri'))
  const [plain] = listAt(action, 'target').map(textOf)
  return targets.find((uri) => uri !== '') ?? plain ?? textAt(action, 'target')
}
