import type { Card, CardField, Draft } from '../../drafts/draft.js'
import { bold, isEmpty, joined, lines, markdown, type Text } from '../../drafts/pieces.js'
import { listAt, textAt } from '../../json-members.js'

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
  const sections = listAt(body, 'sections')
    .map((section) => readSection(section, color))
    .filter((card) => card !== null)
  const cards = text.trim() === '' && links.length === 0 ? sections : [first, ...sections]
  const losses = lossesOf(body)
  if (title !== '' || cards.length > 0) return { title, cards, longest, losses }
  const summary = textAt(body, 'summary')
  return summary === '' ? null : { title: summary, longest, losses }
}

function colorOf(sent: string): Pick<Card, 'color'> {
  const hex = sent.replace(/^#/, '')
  return /^[\da-f]{6}$/i.test(hex) ? { color: `#${hex}` } : {}
}

function readSection(section: unknown, color: Pick<Card, 'color'>): Card | null {
  const title = textAt(section, 'title')
  const activity: Text = lines(
    bold(textAt(section, 'activityTitle')),
    markdown(textAt(section, 'activitySubtitle')),
    markdown(textAt(section, 'activityText')),
  )
  const text = joined([activity, markdown(textAt(section, 'text'))], '\n')
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
    const [plain] = listAt(action, 'target').map((target) => textAt({ target }, 'target'))
    const url = targets.find((uri) => uri !== '') ?? plain ?? textAt(action, 'target')
    return url === '' ? [] : [{ text: text || 'Open', url }]
  })
}

function lossesOf(body: unknown): NonNullable<Draft['losses']> {
  const all = [body, ...listAt(body, 'sections')].flatMap((part) => listAt(part, 'potentialAction'))
  const others = all.filter((action) => linksOf([action]).length === 0)
  return others.length > 0
    ? [{ path: 'potentialAction', reason: 'only actions that open an address are shown' }]
    : []
}
