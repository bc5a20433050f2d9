import { plainText } from '../../../text/plain-text.js'
import { htmlMarkdown, htmlText, seenHtml } from '../../drafts/dialects.js'
import {
  at,
  bold,
  type Card,
  type CardField,
  type Draft,
  type Element,
  firstText,
  isEmpty,
  isObject,
  isWebUrl,
  listAt,
  paragraph,
  partsAt,
  type Text,
  textAt,
  textOf,
} from '../../kit.js'
import { Cards } from '../cards.js'

/** Whether a body has members of a MessageCard, though perhaps not its mark. */
export function looksLikeMessageCard(body: unknown): boolean {
  return (
    listAt(body, 'sections').length > 0 ||
    listAt(body, 'potentialAction').length > 0 ||
    firstText(body, 'title', 'text', 'summary', 'themeColor') !== ''
  )
}

/** A MessageCard; null if it shows nothing. */
export function readMessageCard(body: unknown): Draft | null {
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
