import { at, entryOf, type Table, valueOf } from './json-members.js'
import { minute } from './drafts/times.js'
import type { Format, FormatReading } from './format.js'
import { type Meaning, note } from './meanings.js'
import { readFirst, type Report } from './report.js'
import { Held, type Reader, type Slot } from './slots.js'
import { worded } from './words.js'

/** A program that sends JSON, and what is shown of it. */
export interface Reporter extends Omit<Format, 'read'> {
  /**
   * Headers that only this program sends: a request with one of them is of this
   * format. Formats see them also where a signature covers the body alone. Default: none.
   */
  readonly headers?: readonly string[]
  /**
   * Whether a JSON body is one that only this program sends. It may check names of members, types
   * and short constants, but not free text. Default: never.
   */
  readonly claims?: (body: unknown) => boolean
  /**
   * The paths of what a body must have: anything but null and `''`. Of a request that fits no report, they
   * say what is missing.
   */
  readonly needs: string | readonly string[]
  /**
   * What the last of them must be, for a value that no report knows, such as `must be up or down`.
   * Default: the error only says that the value is not known.
   */
  readonly expected?: string
  /** The kinds of events that it sends. The first one that fits counts. */
  readonly reports: readonly Report[]
}

/**
 * A format that says where the bodies of a program have what is shown. What no path can say, a
 * function does.
 *
 * @example
 * ```ts
 * const doorbell = reporter({
 *   name: 'doorbell',
 *   title: 'The doorbell',
 *   claims: (body) => textAt(body, 'door') !== '',
 *   needs: 'door',
 *   reports: [
 *     { event: () => 'ring', title: (body) => `Somebody is at ${textAt(body, 'door')}`, at: 'rang_at' },
 *   ],
 * })
 * ```
 */
export function reporter(program: Reporter): Format {
  const {
    headers: named = [],
    claims,
    needs,
    expected,
    reports,
    bodyOf = ({ body }) => valueOf(body),
    ...format
  } = program
  const headers = named.map((name) => name.toLowerCase())
  const needed = [needs].flat()
  const isWhole = (body: unknown): boolean => missingIn(body, needed) === undefined
  const readable = reports.map((report) => ({ when: isWhole, ...report }))
  const isKnown = claims !== undefined || headers.length > 0
  return {
    ...(isKnown ? { detect: claimed(claims, headers) } : {}),
    ...format,
    bodyOf,
    choosingHeaders: [...headers, ...(format.choosingHeaders ?? [])],
    read: (request) => {
      const body = bodyOf(request)
      return readFirst(readable, body, request) ?? refusal(body, needed, expected)
    },
  }
}

function missingIn(body: unknown, needed: readonly string[]): string | undefined {
  return needed.find((path) => {
    const member = at(body, path)
    return member === undefined || member === null || member === ''
  })
}

function refusal(
  body: unknown,
  needed: readonly string[],
  expected = 'has a value that this format does not know',
): FormatReading {
  const path = missingIn(body, needed)
  return path === undefined ? refused(needed.at(-1) ?? '', expected) : refused(path)
}

/** A request that is not of a format: where something is missing or wrong, and what. */
export function refused(path: string, reason = 'is missing'): FormatReading {
  return { kind: 'refuse', path, reason }
}

/** The sign of a request by which it is of a format: one of its headers, or else its JSON. */
export function claimed(
  isOurs: (body: unknown) => boolean = () => false,
  headers: readonly string[] = [],
): NonNullable<Format['detect']> {
  return (request) => {
    if (headers.some((name) => request.headers[name] !== undefined)) return 'header'
    return request.body.kind === 'json' && isOurs(request.body.value) ? 'body' : null
  }
}

/**
 * What a text of a body means, such as a status, by a table with its names in lower case. One that
 * the table does not have is said in its own words; `nothing` stands for none.
 */
export function meant(
  status: Slot<string>,
  meanings: Table<Meaning>,
  nothing = 'Report',
): Reader<Meaning> {
  return (body, request) => {
    const sent = new Held(body, request).text(status)
    return entryOf(meanings, sent.toLowerCase()) ?? note(worded(sent.toLowerCase()) || nothing)
  }
}

/** A time of a body as `2026-09-19 10:01 UTC`. */
export function clock(time: Slot<number | null>): Reader<string> {
  return (body, request) => {
    const at = new Held(body, request).time(time)
    return at === null ? '' : minute(at)
  }
}
