import { isNest } from '../../model/json.js'
import type { HookWarning } from '../../model/records.js'
import { isNameable } from '../../rules/nameable.js'
import { countCodePoints } from '../../text/code-points.js'
import {
  type CardField,
  cut,
  type Format,
  type FormatReading,
  link,
  prose,
  refused,
  shortName,
  shownValue,
  type Text,
  valueOf,
} from '../kit.js'
import { seenHtml } from '../drafts/dialects.js'
import {
  colorIn,
  firstBy,
  inWords,
  linkIn,
  titleIn,
  titleOf,
  MINOR_ENDINGS,
  NO_PAGES,
  TEXTS,
  WRAPPERS,
} from './appearance.js'
import { type Member, type Members, membersOf } from './members.js'

/** Any JSON or form, for programs whose format nobody knows. Only if the URL or the webhook asks for it. */
export const anyJson: Format = {
  name: 'json',
  title: 'Any JSON',
  read: ({ body, webhookName }) => {
    const value = valueOf(body)
    if (!isNest(value)) return refused('', 'expected an object, an array or a form')
    if (Object.keys(value).length === 0) return refused('', 'the body is empty')
    return readingOf(membersOf(value), webhookName || 'Webhook')
  },
}

function readingOf({ members, unread }: Members, webhookName: string): FormatReading {
  const source = titleIn(members)
  const event = source?.text ?? webhookName
  const title = source ? titleOf(source, members) : webhookName
  const said = textIn(members.filter((each) => each !== source && each.text !== event))
  const url = linkIn(members)
  const others = members.filter(
    ({ text }) => ![event, said?.text, url].includes(text) && !title.endsWith(`: ${text}`),
  )
  const different = differing(others)
  const shown = fieldsIn(different)
  const fields = shown.map(fieldOf)
  const left = different.length - shown.length + unread
  const footer = left > 0 ? `and ${left} more ${left === 1 ? 'member' : 'members'}` : ''
  const name = shortName(title)
  // A long title is a text, of which the end would not be seen.
  const texts = [
    ...(name.endsWith('…') && name !== title ? [event] : []),
    ...(said ? [withoutTags(said.text)] : []),
  ]
  const { text, losses } = fitted(texts, roomBeside(fields, footer), said ?? source)
  return {
    kind: 'message',
    draft: {
      title: url === '' ? name : link(url, name),
      cards: [{ color: colorIn(members, event), text, fields, footer }],
      losses,
    },
    event: { event: shortName(event).toLowerCase() },
  }
}

/** Those that say something with the same name only once. */
function differing(members: readonly Member[]): readonly Member[] {
  const rows = new Map<string, Member>()
  for (const member of members) {
    const row = `${labelOf(member)}\n${member.text}`
    if (!rows.has(row)) rows.set(row, member)
  }
  return [...rows.values()]
}

function textIn(members: readonly Member[]): Member | undefined {
  const texts = members.filter(({ bare, isText }) => isText && TEXTS.includes(bare))
  return firstBy(texts, ({ bare, depth, isListed }) => [
    Number(isListed),
    depth,
    TEXTS.indexOf(bare),
  ])
}

function withoutTags(text: string): string {
  return /^<[a-z]/i.test(text) ? seenHtml(text).trim() : text
}

const MOST_FIELDS = 6
const LONGEST_VALUE = 200

/** What is short; ids, times, hashes, addresses and what has the label of another one last. */
function fieldsIn(members: readonly Member[]): readonly Member[] {
  const short = members.filter(
    ({ words, text }) =>
      !text.includes('\n') &&
      countCodePoints(text) <= LONGEST_VALUE &&
      !(isAddress(text) && words.some((word) => NO_PAGES.has(word))),
  )
  const first: Member[] = []
  const last: Member[] = []
  const labels = new Set<string>()
  for (const each of short) {
    const label = labelOf(each)
    const list = labels.has(label) || isMinor(each) ? last : first
    list.push(each)
    labels.add(label)
  }
  return [...first, ...last].slice(0, MOST_FIELDS)
}

function isMinor({ words, text, holder, isLater }: Member): boolean {
  const isNamedSo = words[0] === 'id' || MINOR_ENDINGS.has(words.at(-1) ?? '')
  const isOfLink = holder.includes('links')
  return isNamedSo || isOfLink || isLater || isAddress(text) || ID.test(text) || HASH.test(text)
}

/** `2026-11-01T10:00:00Z`, or a UUID. */
const ID = /^(?:\d{4}-\d\d-\d\d[T ]\d\d:|[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-)/i
const HASH = /^(?:sha\d{1,3}:|[\da-f]{16,}$|(?=[^\s]*\d)(?=[^\s]*[A-Za-z])[\w-]{24,}$)/i

function isAddress(text: string): boolean {
  return text.includes('://')
}

function fieldOf(member: Member): CardField {
  return { title: cut(labelOf(member), LONGEST_TITLE), value: shownValue(member.text), short: true }
}

/** A field says whose it is: `name` of `pipeline` is `Pipeline name`. */
function labelOf({ name, words, bare, holder }: Member): string {
  const bareHolder = holder.join('')
  const isSaid = WRAPPERS.has(bareHolder) || bare.startsWith(bareHolder.replace(/s$/, ''))
  return inWords(isSaid ? words : [...holder, ...words], name)
}

const LONGEST_TITLE = 60

/** Characters of all texts but the title. */
const LONGEST = 3_800

function roomBeside(fields: readonly CardField[], footer: string): number {
  const shown = fields.map(({ title, value }) => countCodePoints(title) + lengthOf(value))
  return shown.reduce((room, length) => room - length, LONGEST - footer.length)
}

function lengthOf(value: Text): number {
  return typeof value === 'string' ? countCodePoints(value) : LONGEST_VALUE
}

/** The texts one below the other, as far as there is room. */
function fitted(
  texts: readonly string[],
  room: number,
  member: Member | undefined,
): { text: Text; losses: readonly HookWarning[] } {
  const whole = texts.join('\n\n')
  const shown = cut(whole, room)
  const path = member && isNameable(member.name) ? member.name : ''
  const reason = `only the first ${room} characters are shown`
  return { text: prose(shown), losses: shown === whole ? [] : [{ path, reason }] }
}
