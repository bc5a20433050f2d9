import type { Card, CardField, Draft } from '../../drafts/draft.js'
import { bold, isEmpty, joined, markdown } from '../../drafts/pieces.js'
import { countAt, listAt, textAt, textOf } from '../../json-members.js'
import { isObject } from '../../reading.js'

/** Whether a body has members of a MessageCard, though perhaps not its mark. */
export function looksLikeMessageCard(body: unknown): boolean {
  return (
    listAt(body, 'sections').length > 0 ||
    listAt(body, 'potentialAction').length > 0 ||
    ['title', 'text', 'summary', 'themeColor'].some((name) => textAt(body, name) !== '')
  )
}

/** A MessageCard; null if it shows nothing. */
export function readMessageCard(body: unknown, longest: number): Draft | null {
  const title = textAt(body, 'title')
  const text = textAt(body, 'text')
  const color = colorOf(textAt(body, 'themeColor'))
  const links = linksOf(listAt(body, 'potentialAction'))
  const first: Card = { ...color, text: markdown(text), links }
  const sections = inOne(listAt(body, 'sections'))
    .map((section) => readSection(section, color))
    .filter((card) => card !== null)
  const left = leftOut(body)
  const more = left > 0 ? [{ ...color, text: `and ${left} more` }] : []
  const shown = [...sections, ...more]
  const cards = text.trim() === '' && links.length === 0 ? shown : [first, ...shown]
  const losses = lossesOf(body)
  if (title !== '' || cards.length > 0) return { title, cards, longest, losses }
  const summary = textAt(body, 'summary')
  return summary === '' ? null : { title: summary, longest, losses }
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

function readSection(section: unknown, color: Pick<Card, 'color'>): Card | null {
  const title = textAt(section, 'title')
  const text = joined(
    [
      bold(textAt(section, 'activityTitle')),
      markdown(textAt(section, 'activitySubtitle')),
      markdown(textAt(section, 'activityText')),
      markdown(textAt(section, 'text')),
    ],
    '',
  )
  const fields = listAt(section, 'facts').map(readFact)
  const links = linksOf(listAt(section, 'potentialAction'))
  const [image] = listAt(section, 'images')
  const imageUrl = textAt(section, 'heroImage', 'image') || textAt(image, 'image')
  const isShown = title !== '' || !isEmpty(text) || fields.length > 0 || links.length > 0
  if (!isShown && imageUrl === '') return null
  const thumbUrl = textAt(section, 'activityImage')
  return { ...color, title, text, fields, links, imageUrl, thumbUrl }
}

function readFact(fact: unknown): CardField {
  return {
    title: textAt(fact, 'name').replace(/:\s*$/, ''),
    value: markdown(textAt(fact, 'value')),
    short: true,
  }
}

/** Only links are buttons here; actions that call somebody are not. */
function linksOf(actions: readonly unknown[]): NonNullable<Card['links']> {
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
