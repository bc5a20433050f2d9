import { MAX_FIELDS, MAX_LINKS } from '../../drafts/write-draft.js'
import {
  at,
  type Card,
  type CardField,
  type CardLink,
  countAt,
  type Draft,
  isEmpty,
  isObject,
  listAt,
  markdown,
  type Text,
  textAt,
  textOf,
} from '../../kit.js'
import { heading, readFact } from './heading.js'

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
  const title = textAt(body, 'title')
  const color = colorOf(textAt(body, 'themeColor'))
  const left = leftOut(body)
  const parts: Part[] = [
    partOf({ texts: [markdown(textAt(body, 'text'))] }),
    ...inOne(listAt(body, 'sections')).map(readSection),
    partOf({ texts: left > 0 ? [`and ${left} more`] : [] }),
    partOf({ links: linksOf(listAt(body, 'potentialAction')) }),
  ]
  const cards = together(parts.filter(isShown)).map(
    ({ texts: text, isApart: _, ...card }): Card => ({ ...color, ...card, text }),
  )
  const losses = lossesOf(body)
  if (title !== '' || cards.length > 0) return { title, cards, losses }
  const summary = textAt(body, 'summary')
  return summary === '' ? null : { title: summary, losses }
}

/** The text of the card, one of its sections, or its buttons. */
interface Part {
  readonly texts: readonly Text[]
  readonly fields: readonly CardField[]
  readonly imageUrl: string
  readonly links: readonly CardLink[]
  readonly thumbUrl: string
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
    if (above && fits(above, part)) cards.splice(-1, 1, oneOf(above, part))
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

function oneOf(above: Part, part: Part): Part {
  return {
    texts: [...above.texts, ...part.texts],
    fields: [...above.fields, ...part.fields],
    imageUrl: above.imageUrl || part.imageUrl,
    links: [...above.links, ...part.links],
    thumbUrl: above.thumbUrl || part.thumbUrl,
    isApart: above.isApart,
  }
}

/** What a section has that is a line of a text. */
const OF_TEXT = new Set(['text', 'startGroup', 'markdown'])

// Some senders make a section of each line of a text.
function inOne(sections: readonly unknown[]): readonly unknown[] {
  const joint: unknown[] = []
  for (const section of sections) {
    const last = joint.at(-1)
    if (isText(last) && isText(section)) {
      joint.splice(-1, 1, { text: `${textAt(last, 'text')}\n${textAt(section, 'text')}` })
    } else joint.push(section)
  }
  return joint
}

function isText(section: unknown): boolean {
  return isObject(section) && Object.keys(section).every((name) => OF_TEXT.has(name))
}

/** How many sections are not looked at. */
function leftOut(body: unknown): number {
  return countAt(body, 'sections') - listAt(body, 'sections').length
}

function colorOf(sent: string): Pick<Card, 'color'> {
  const hex = sent.replace(/^#/, '')
  return /^[\da-f]{6}$/i.test(hex) ? { color: `#${hex}` } : {}
}

function readSection(section: unknown): Part {
  const [image] = listAt(section, 'images')
  return partOf({
    texts: [
      heading(textAt(section, 'title')),
      heading(textAt(section, 'activityTitle')),
      markdown(textAt(section, 'activitySubtitle')),
      markdown(textAt(section, 'activityText')),
      markdown(textAt(section, 'text')),
    ],
    fields: listAt(section, 'facts').map((fact) => readFact(fact, 'name')),
    imageUrl: textAt(section, 'heroImage', 'image') || textAt(image, 'image'),
    links: linksOf(listAt(section, 'potentialAction')),
    thumbUrl: textAt(section, 'activityImage'),
    isApart: at(section, 'startGroup') === true,
  })
}

/** Only links are buttons here; actions that call somebody are not. */
function linksOf(actions: readonly unknown[]): readonly CardLink[] {
  return actions.flatMap((action) => {
    const text = textAt(action, 'name')
    const targets = listAt(action, 'targets').map((target) => textAt(target, 'uri'))
    const [plain] = listAt(action, 'target').map(textOf)
    const url = targets.find((uri) => uri !== '') ?? plain ?? textAt(action, 'target')
    return url === '' ? [] : [{ text: text || 'Open', url }]
  })
}

function lossesOf(body: unknown): NonNullable<Draft['losses']> {
  const all = [body, ...listAt(body, 'sections')].flatMap((part) => listAt(part, 'potentialAction'))
  const others = all.filter((action) => linksOf([action]).length === 0)
  const actionsLost = {
    path: 'potentialAction',
    reason: 'only actions that open an address are shown',
  }
  const sectionsLost = { path: 'sections', reason: 'the first 50 are shown' }
  return [...(others.length > 0 ? [actionsLost] : []), ...(leftOut(body) > 0 ? [sectionsLost] : [])]
}
