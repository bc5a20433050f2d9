import assert from 'node:assert/strict'
import type { Draft } from '../formats/drafts/draft.js'
import { writeDraft } from '../formats/drafts/write-draft.js'
import { allFormats } from '../formats/all.js'
import type { FormatBody, FormatRequest } from '../formats/format-request.js'
import type { EventFacts, Format, FormatReading } from '../formats/format.js'
import { textAt } from '../formats/json-members.js'
import { mayShow } from '../native/payload/payload-schema.js'
import { Formats } from '../formats/registry.js'
import { isNest, isObject } from '../model/json.js'
import type { RichText } from '../model/message.js'
import { countCodePoints } from '../text/code-points.js'
import { defaultRunner, type TestRunner } from './runner.js'

/** A request as a program sends it, and what readers must see of it. */
export interface FormatFixture {
  /** The title of its tests. */
  readonly name: string
  /** A text, or a value that is sent as JSON. */
  readonly body: unknown
  /** By lower-case name. Default: none. */
  readonly headers?: Readonly<Record<string, string>>
  /** The query of the URL, by name. Default: none. */
  readonly query?: Readonly<Record<string, string>>
  /** Texts that a reader must see. Default: none. */
  readonly shows?: readonly string[]
  /** Addresses that a reader must be able to open. Default: none. */
  readonly links?: readonly string[]
  /**
   * Whether the event must not be shown by default: the format skips it, or shows it only to owners who
   * choose it. Default: false.
   */
  readonly isSkipped?: boolean
  /** The name, the incident and its state that the format must read. Default: any. */
  readonly event?: Pick<EventFacts, 'event'> & Partial<Pick<EventFacts, 'incident' | 'state'>>
}

/** Options of `describeFormat`. */
export interface DescribeFormatOptions {
  /** As for `describeAdapters`. */
  readonly runner?: TestRunner
  /** Whether only the URL says that a request is of this format. Default: false. */
  readonly isNamedOnly?: boolean
}

const HOSTILE = '@channel <!here> [x](https://evil.test) '
const NOTHINGS = /(?<![\w-])(?:undefined|null|NaN)(?![\w-])|\[object Object\]|0001-01-01/
const LONGEST = 4_000
const LONGEST_TITLE = 200

const EVENT_MEMBERS: Readonly<Record<keyof EventFacts, true>> = {
  event: true,
  isKnown: true,
  incident: true,
  incidentTitle: true,
  by: true,
  state: true,
  isRemark: true,
  isBare: true,
  deliveryId: true,
  at: true,
  since: true,
  alerts: true,
}
const READING_MEMBERS: Readonly<Record<MemberOf<FormatReading>, true>> = {
  kind: true,
  draft: true,
  event: true,
  isSkipped: true,
  payload: true,
  path: true,
  reason: true,
}
type MemberOf<Union> = Union extends unknown ? keyof Union : never

/**
 * Defines tests of a format with requests of its senders: that it claims them and no other format
 * does, that its messages make sense to a reader, and that no payload makes it throw, mention or
 * link.
 *
 * @example
 * ```ts
 * describeFormat(doorbell, [{ name: 'a ring', body: { door: 'the gate' }, shows: ['the gate'] }])
 * ```
 */
export function describeFormat(
  format: Format,
  fixtures: readonly FormatFixture[],
  options: DescribeFormatOptions = {},
): void {
  const { runner = defaultRunner(), isNamedOnly = false } = options
  // A check that fails is a rejection, as runners expect.
  const it = (title: string, check: () => unknown) => runner.it(title, async () => void check())
  runner.describe(`format ${format.name}`, () => {
    it('has a name that no other format has', () => new Formats([...othersThan(format), format]))
    for (const fixture of fixtures) {
      runner.describe(fixture.name, () => {
        for (const [title, check] of CHECKS) {
          if (check === checkClaims && isNamedOnly) continue
          it(title, () => {
            check(format, fixture)
          })
        }
      })
    }
  })
}

const CHECKS: readonly (readonly [
  title: string,
  check: (format: Format, fixture: FormatFixture) => void,
])[] = [
  ['is claimed, and by no other format', checkClaims],
  ['is a message that makes sense', checkMessage],
  ['mentions nobody and links to nothing, whatever its texts are', checkHostile],
  ['may lack any member', checkMembers],
]

function othersThan(format: Format): readonly Format[] {
  return allFormats.filter(({ name }) => name !== format.name)
}

function checkClaims(format: Format, fixture: FormatFixture) {
  const request = requestOf(fixture, fixture.body)
  if (!format.isMarked && request.body.kind === 'json') {
    const isOurs = mayShow(request.body.value)
    assert.ok(!isOurs, 'our own format shows this, so no other one is asked: give it isMarked')
  }
  const claim = format.detect?.(request) ?? null
  assert.ok(claim !== null, 'detect answers null')
  if (claim === 'header') return
  const claiming = othersThan(format)
    .filter((each) => (each.detect?.(request) ?? null) !== null)
    .map(({ name }) => name)
  assert.deepEqual(claiming, [], 'other formats claim this too')
}

function checkMessage(format: Format, fixture: FormatFixture) {
  const reading = format.read(requestOf(fixture, fixture.body))
  assert.notEqual(reading.kind, 'refuse', 'read refuses it')
  checkNames(reading, READING_MEMBERS)
  if ('event' in reading) checkEvent(reading.event, fixture)
  if (reading.kind !== 'message') {
    const isSkipped = reading.kind === 'skip'
    assert.equal(isSkipped, fixture.isSkipped === true, `read answers ${reading.kind}`)
    return
  }
  assert.ok(fixture.isSkipped !== true || reading.isSkipped === true, 'it is shown by default')
  const shown = textsOf(reading.draft)
  const whole = shown.join('\n')
  const [title = ''] = whole.split('\n').filter((line) => line.trim() !== '')
  assert.ok(title !== '', 'nothing is shown')
  assert.ok(countCodePoints(title) <= 2 * LONGEST_TITLE, `the first line is too long: ${title}`)
  assert.ok(countCodePoints(whole) < 4 * LONGEST, 'the message is too long')
  const nothing = NOTHINGS.exec(whole)
  assert.ok(
    !nothing || strings(fixture.body).join('\n').includes(nothing[0]),
    `shows ${nothing?.[0] ?? ''}`,
  )
  for (const text of fixture.shows ?? []) {
    assert.ok(whole.includes(text), `does not show ${text}: ${whole}`)
  }
  for (const url of fixture.links ?? []) {
    assert.ok(whole.includes(url), `does not link ${url}: ${whole}`)
  }
}

function checkEvent(event: EventFacts, { event: expected }: FormatFixture) {
  checkNames(event, EVENT_MEMBERS)
  if (expected === undefined) return
  const { event: name, incident, state } = event
  const known = { event: name, ...(incident && { incident }), ...(state && { state }) }
  assert.deepEqual(known, expected, 'the event is another one')
}

// TypeScript does not look for unknown members in what an arrow function returns.
function checkNames(value: object, known: object) {
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(known, name))
  assert.deepEqual(unknown, [], 'read answers members without a meaning')
}

function checkHostile(format: Format, fixture: FormatFixture) {
  const hostile = withStrings(fixture.body, (text) =>
    text.includes('://') || /^\d{4}-\d\d-\d\d/.test(text) ? text : HOSTILE + text,
  )
  for (const body of [hostile, withStrings(fixture.body, () => HOSTILE)]) {
    const reading = format.read(requestOf(fixture, body))
    if (reading.kind !== 'message') continue
    for (const text of textsOf(reading.draft, withoutCode)) {
      const isLink = /(?<!\\)\]\(<?https:\/\/evil\.test/.test(text)
      assert.ok(!isLink, `a text of the payload became a link: ${text}`)
    }
  }
}

function checkMembers(format: Format, fixture: FormatFixture) {
  for (const body of [...withoutOne(fixture.body), null, [], 5, '']) {
    const request = requestOf(fixture, body)
    format.detect?.(request)
    const reading = format.read(request)
    if (reading.kind === 'message') textsOf(reading.draft)
  }
}

function requestOf(fixture: FormatFixture, value: unknown): FormatRequest {
  const { headers = {}, query = {} } = fixture
  const lower = Object.entries(headers).map(([name, each]) => [name.toLowerCase(), each] as const)
  return { headers: Object.fromEntries(lower), query, body: bodyOf(value) }
}

function bodyOf(value: unknown): FormatBody {
  if (typeof value === 'string') return { kind: 'text', text: value }
  return { kind: 'json', value, text: JSON.stringify(value) }
}

/** What a draft shows, as Markdown, and the addresses that it opens. */
function textsOf(draft: Draft, markdownOf = wholeMarkdown): readonly string[] {
  const { text, attachments } = writeDraft(draft)
  return [
    markdownOf(text),
    ...attachments.flatMap((each) => [
      markdownOf(each.title),
      textAt(each.plain, 'title_link'),
      markdownOf(each.text),
      ...each.fields.flatMap(({ title, value }) => [title, markdownOf(value)]),
      ...each.actions.flatMap(({ stored }) => [textAt(stored, 'name'), textAt(stored, 'url')]),
      markdownOf(each.footer),
    ]),
  ]
}

function wholeMarkdown(nodes: RichText) {
  return nodes.map((node) => node.text).join('')
}

/** Nothing is a link in code. */
function withoutCode(nodes: RichText) {
  return wholeMarkdown(nodes.filter((node) => node.kind !== 'code'))
}

function strings(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (!isNest(value)) return []
  return Object.values(value).flatMap(strings)
}

function withStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each: unknown) => withStrings(each, change))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withStrings(member, change)]),
  )
}

/** The body without each of its members in turn, and with each of them as something else. */
function withoutOne(body: unknown): readonly unknown[] {
  if (!isObject(body)) return []
  const entries = Object.entries(body)
  return entries.flatMap(([name]) => {
    const rest = entries.filter(([each]) => each !== name)
    const odd = [null, 5, 'x', [], {}].map((value) => Object.fromEntries([...rest, [name, value]]))
    return [Object.fromEntries(rest), ...odd]
  })
}
