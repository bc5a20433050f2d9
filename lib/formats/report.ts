import type { HookWarning } from '../model/records.js'
import { isWebUrl } from '../text/links.js'
import { isKeptAddress } from './drafts/clean.js'
import type { CardField, CardLink } from './drafts/draft.js'
import { isEmpty, link, prose, type Text } from './drafts/pieces.js'
import { between, duration } from './drafts/times.js'
import type { FormatRequest } from './format-request.js'
import type { EventFacts, FormatReading } from './format.js'
import type { Table } from './json-members.js'
import type { Meaning } from './meanings.js'
import { Held, type Reader, type Slot } from './slots.js'
import { cut, shortName } from './words.js'

/** One kind of event, and where a body says what is shown of it. */
export interface Report {
  /**
   * Whether a body is such an event; what the format `needs` is then not checked. Default: whether it has
   * that.
   */
  readonly when?: Reader<boolean>
  /**
   * The name by which owners of webhooks filter. What a path leads to is written as names are:
   * `Timed out` as `timed_out`.
   */
  readonly event: Slot<string>
  /**
   * What it means: the word that the title begins with, the state of the incident, the colour. A
   * function that answers undefined says that a body is not such an event. Absent: a message without
   * a bar.
   */
  readonly meaning?: Meaning | Reader<Meaning | undefined>
  /** Who caused it, such as who acknowledged an alert. */
  readonly by?: Slot<string>
  /**
   * What it is about, without its state, which follows in the title. An event without it is skipped. Beside
   * `title`, only what its incident is called.
   */
  readonly name?: Slot<string>
  /** The title, instead of `Word: name (after 12 min)`. A string becomes a link to `url`. */
  readonly title?: Slot<Text>
  /** Where the title leads, an http or https URL. */
  readonly url?: Slot<string>
  /** Below the title. In a string, http and https URLs become links. */
  readonly text?: Slot<Text>
  /** Rows of a table, of which the first four that have a value are shown. */
  readonly fields?: Rows
  /** Parts of the body that are not shown. They become warnings. */
  readonly losses?: Reader<readonly HookWarning[]>
  /** Where buttons lead, by their labels: http or https URLs. */
  readonly links?: Table<Slot<string>> | Reader<readonly CardLink[]>
  /** A large picture, an http or https URL. */
  readonly imageUrl?: Slot<string>
  /** The same text for all events of one incident, such as an alert. */
  readonly incident?: Slot<string>
  /** The sender's own id of this delivery. */
  readonly deliveryId?: Slot<string>
  /**
   * When it happened: the path of an ISO 8601 date or of seconds or milliseconds since 1970, or a
   * function that answers milliseconds.
   */
  readonly at?: Slot<number | null>
  /** When the incident began. Once it is closed, the title says how long it lasted. */
  readonly began?: Slot<number | null>
  /** When it ended. Default: `at`. */
  readonly ended?: Slot<number | null>
  /** Whether it says nothing but its state, so that the post keeps what it shows. Default: false. */
  readonly isBare?: (body: unknown) => boolean
}

/** Values by the titles of their rows, a function that makes rows, or several of these. */
export type Rows = Table<Slot<Text>> | Reader<readonly Row[]> | readonly Rows[]

/** The title and the value of a row. */
export type Row = readonly [title: string, value: Text]

/** Rows of a table that are shown. */
export const MOST_ROWS = 4
const LONGEST_VALUE = 300

/** Reads a body by the first report that it fits; null if it fits none. */
export function readFirst(
  reports: readonly Report[],
  body: unknown,
  request: FormatRequest,
): FormatReading | null {
  for (const report of reports) {
    const isFit = report.when?.(body, request) ?? true
    const reading = isFit ? readReport(report, body, request) : null
    if (reading) return reading
  }
  return null
}

/** Null if a body is not such an event. */
function readReport(report: Report, body: unknown, request: FormatRequest): FormatReading | null {
  const held = new Held(body, request)
  const { meaning: meant, links = {} } = report
  const meaning = typeof meant === 'function' ? meant(body, request) : meant
  if (meant && !meaning) return null
  const isOver = meaning?.state === 'closed'
  const happened = held.time(report.at)
  const ended = report.ended === undefined ? happened : held.time(report.ended)
  const at = happened ?? (isOver ? ended : null)
  const began = held.time(report.began)
  const name = held.text(report.name)
  return messageOf({
    event: factsOf(held.event(report.event), {
      incident: held.text(report.incident),
      incidentTitle: shortName(name),
      by: held.text(report.by),
      state: meaning?.state,
      deliveryId: held.text(report.deliveryId),
      at,
      // Without a time of its own, an event would seem to be as old as its incident.
      since: at === null ? null : began,
      isBare: report.isBare?.(body) ?? false,
      isKnown: meaning?.isKnown,
    }),
    meaning,
    title: titleIn(report, held, { meaning, name, lasted: isOver ? between(began, ended) : null }),
    url: held.text(report.url),
    text: held.pieces(report.text),
    fields: fieldsIn(report.fields ?? {}, held),
    losses: report.losses?.(body, request) ?? [],
    links:
      typeof links === 'function'
        ? links(body, request)
        : Object.entries(links).map(([text, slot]) => ({ text, url: held.text(slot) })),
    imageUrl: held.text(report.imageUrl),
  })
}

/** `''` and null stand for what the sender did not say. */
export type KnownFacts = {
  readonly [Name in keyof Omit<EventFacts, 'event' | 'isRemark'>]?:
    | EventFacts[Name]
    | null
    | undefined
}

/** What is known of an event; what the sender did not say is left out. */
export function factsOf(event: string, known: KnownFacts): EventFacts {
  const { incident, incidentTitle, by, state, deliveryId, at = null, since = null } = known
  const { isBare, isKnown, alerts } = known
  return {
    event,
    ...(incident && { incident, ...(incidentTitle && { incidentTitle }) }),
    ...(by && { by }),
    ...(state && { state }),
    ...(deliveryId && { deliveryId }),
    ...(at !== null && { at }),
    ...(since !== null && { since }),
    ...(alerts && alerts.length > 0 && { alerts }),
    ...(isBare && { isBare }),
    ...(isKnown === false && { isKnown }),
  }
}

/** What is shown of an event. */
export interface Shown {
  readonly event: EventFacts
  /** Undefined: a message without a bar. */
  readonly meaning: Meaning | undefined
  /** `''`: there is nothing to call it, so it is skipped. A string becomes a link to `url`. */
  readonly title: Text
  readonly url?: string
  readonly text?: Text
  readonly fields?: readonly Row[]
  readonly links?: readonly CardLink[]
  readonly imageUrl?: string
  readonly losses?: readonly HookWarning[]
}

/** A title, and a card with a bar below it. */
export function messageOf(shown: Shown): FormatReading {
  const { event, meaning, title, url = '', links = [], imageUrl = '', losses = [] } = shown
  // Unless it is one of those that nobody wants, nothing is known of an event without a name.
  if (title === '') {
    return { kind: 'skip', event: meaning?.isSkipped ? event : { ...event, isKnown: false } }
  }
  const text = typeof shown.text === 'string' ? prose(shown.text) : (shown.text ?? '')
  const fields = shownFields(shown.fields ?? [])
  const draft = meaning
    ? { cards: [{ color: meaning.color, text, fields, links, imageUrl }] }
    : { text, cards: [{ fields, links, imageUrl }] }
  return {
    kind: 'message',
    draft: {
      title: typeof title === 'string' && isWebUrl(url) ? link(url, title) : title,
      ...draft,
      ...(losses.length > 0 ? { losses } : {}),
    },
    event,
    ...(meaning?.isSkipped ? { isSkipped: true } : {}),
  }
}

/** `Resolved: Checkout latency (after 12 min)`: however long the name is, the end is shown. */
function titleIn(
  { title }: Report,
  held: Held,
  known: {
    readonly meaning: Meaning | undefined
    readonly name: string
    readonly lasted: number | null
  },
): Text {
  const { meaning, name, lasted } = known
  if (title !== undefined) return held.pieces(title)
  const shown = shortName(name)
  if (name === '' || !meaning) return shown
  const head = `${meaning.word}: ${shown}`
  return lasted === null ? head : `${head} (after ${duration(lasted)})`
}

function fieldsIn(fields: Rows, held: Held): readonly Row[] {
  if (typeof fields === 'function') return fields(held.body, held.request)
  if (isSeveral(fields)) return fields.flatMap((each) => fieldsIn(each, held))
  return Object.entries(fields).map(([title, slot]) => [title, held.pieces(slot)])
}

// `Array.isArray` does not narrow readonly arrays.
function isSeveral(fields: Rows): fields is readonly Rows[] {
  return Array.isArray(fields)
}

function shownFields(all: readonly Row[]): readonly CardField[] {
  return all
    .filter(([, value]) => !isEmpty(value))
    .slice(0, MOST_ROWS)
    .map(([title, value]) => ({
      title,
      value: typeof value === 'string' ? shownValue(value) : value,
      short: true,
    }))
}

/** A value as a reader sees it: an address is a link, and is not cut. */
export function shownValue(text: string): Text {
  return isKeptAddress(text) ? link(text, '') : prose(cut(text, LONGEST_VALUE))
}
