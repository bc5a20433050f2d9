import type { HookWarning } from '../../../model/records.js'
import { plainText } from '../../../text/plain-text.js'
import { htmlMarkdown, htmlText, seenHtml } from '../../drafts/dialects.js'
import { MAX_FIELDS, MAX_LINKS } from '../../drafts/write-draft.js'
import {
  at,
  bold,
  type Card,
  type CardField,
  type CardLink,
  type Draft,
  type Element,
  Elements,
  isEmpty,
  isObject,
  isWebUrl,
  joined,
  link,
  listAt,
  paragraph,
  partsAt,
  type Text,
  textAt,
  textOf,
} from '../../kit.js'

/** Whether a body has members of a MessageCard, though perhaps not its mark. */
export function looksLikeMessageCard(body: unknown): boolean {
  return (
    listAt(body, 'sections').length > 0 ||
    listAt(body, 'potentialAction').length > 0 ||
    ['title', 'text', 'summary', 'themeColor'].some((name) => textAt(body, name) !== '')
  )
}

/** A MessageCard; null if it shows nothing. */
export function readMessageCard(body: unknown): Draft | null {
  const title = htmlText(textAt(body, 'title').trim())
  const color = colorOf(textAt(body, 'themeColor'))
  const losses: HookWarning[] = []
  const card = { value: body, path: '' }
  const elements = new Elements()
  const sections = inOne(partsAt(card, 'sections')).filter(() => elements.take())
  const parts: Part[] = [
    partOf({ texts: [htmlMarkdown(textAt(body, 'text'))] }),
    ...sections.map((section) => readSection(section, losses)),
    partOf({ links: linksOf(card, losses) }),
  ]
  const cards = together(parts.filter(isShown)).map(
    ({ texts: text, isApart: _, ...rest }): Card => ({ ...color, ...rest, text }),
  )
  if (!isEmpty(title) || cards.length > 0) return { title, cards, losses }
  const summary = htmlText(textAt(body, 'summary'))
  return isEmpty(summary) ? null : { title: summary, losses }
}

/** The text of the card, one of its sections, or its buttons. */
interface Part {
  readonly texts: Text[]
  readonly fields: CardField[]
  imageUrl: string
  readonly links: CardLink[]
  thumbUrl: string
  /** Whether the sender wants it to be apart from what is above. */
  readonly isApart: boolean
}

function partOf(part: Partial<Part>): Part {
  const { texts = [], ...rest } = part
  const nothing = { fields: [], imageUrl: '', links: [], thumbUrl: '', isApart: false }
  return { ...nothing, ...rest, texts: texts.filter((text) => !isEmpty(text)) }
}

/** A picture beside nothing is not shown. */
function isShown(part: Part): boolean {
  return placesOf(part).length > 0
}

/** The parts of one message in as few cards as show them in their order. */
function together(parts: readonly Part[]): readonly Part[] {
  const cards: Part[] = []
  for (const part of parts) {
    const above = cards.at(-1)
    if (above && fits(above, part)) append(above, part)
    else cards.push(part)
  }
  return cards
}

/** Whether one card can show both, all that a part shows after all that is above it. */
function fits(above: Part, part: Part): boolean {
  if (part.isApart || (above.thumbUrl !== '' && part.thumbUrl !== '')) return false
  if (above.fields.length + part.fields.length > MAX_FIELDS) return false
  if (above.links.length + part.links.length > MAX_LINKS) return false
  const [first = 0] = placesOf(part)
  const last = placesOf(above).at(-1) ?? 0
  return first > last || (first === last && PLACES[first] !== 'imageUrl')
}

/** What a card shows, in this order. */
const PLACES = ['texts', 'fields', 'imageUrl', 'links'] as const

function placesOf(part: Part): readonly number[] {
  return PLACES.flatMap((name, place) => (part[name].length > 0 ? [place] : []))
}

function append(above: Part, part: Part): void {
  for (const text of part.texts) above.texts.push(text)
  for (const field of part.fields) above.fields.push(field)
  for (const each of part.links) above.links.push(each)
  above.imageUrl ||= part.imageUrl
  above.thumbUrl ||= part.thumbUrl
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

function readSection(section: Element, losses: HookWarning[]): Part {
  const { value } = section
  const [picture, ...more] = [
    { url: textAt(value, 'heroImage', 'image'), alt: textAt(value, 'heroImage', 'title') },
    ...partsAt(section, 'images').map(({ value: image }) => ({
      url: textAt(image, 'image'),
      alt: textAt(image, 'title'),
    })),
  ].filter(({ url }) => url !== '')
  return partOf({
    texts: [
      heading(textAt(value, 'title')),
      heading(textAt(value, 'activityTitle')),
      ...['activitySubtitle', 'activityText', 'text'].map((name) =>
        htmlMarkdown(textAt(value, name)),
      ),
      paragraph(
        joined(
          more.map(({ url, alt }) => link(url, seenHtml(alt) || 'Picture')),
          ', ',
        ),
      ),
    ],
    fields: partsAt(section, 'facts').map(readFact),
    imageUrl: picture?.url ?? '',
    links: linksOf(section, losses),
    thumbUrl: textAt(value, 'activityImage'),
    isApart: at(value, 'startGroup') === true,
  })
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
function linksOf(part: Element, losses: HookWarning[], name = 'potentialAction'): CardLink[] {
  return partsAt(part, name).flatMap((action) => {
    const { value, path } = action
    const url = textAt(value, '@type') === 'HttpPOST' ? '' : targetOf(value)
    if (isWebUrl(url)) return [{ text: seenHtml(textAt(value, 'name')) || 'Open', url }]
    losses.push({ path, reason: 'only actions that open a web address are shown' })
    return linksOf(action, losses, 'actions')
  })
}

function targetOf(action: unknown): string {
  const targets = listAt(action, 'targets').map((target) => textAt(target, 'uri'))
  const [plain] = listAt(action, 'target').map(textOf)
  return targets.find((uri) => uri !== '') ?? plain ?? textAt(action, 'target')
}
