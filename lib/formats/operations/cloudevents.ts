import {
  at,
  type Color,
  countAt,
  decoded,
  Elements,
  type FormatRequest,
  hasTexts,
  isObject,
  joined,
  jsonIn,
  levelColor,
  list,
  listAt,
  MOST_ELEMENTS,
  MOST_ROWS,
  note,
  numberAt,
  reporter,
  type Row,
  shortName,
  stateColor,
  textAt,
  textOf,
  valueOf,
} from '../kit.js'

const ATTRIBUTES = ['id', 'source', 'type', 'subject', 'time'] as const

/**
 * CloudEvents 1.0 over HTTP: one as JSON, several in a batch, or one whose attributes are headers. The
 * senders first ask with `OPTIONS` whether they may send.
 */
export const cloudevents = reporter({
  name: 'cloudevents',
  title: 'CloudEvents',
  sayingHeaders: ATTRIBUTES.map((name) => `ce-${name}`),
  bodyOf,
  needs: 'specversion',
  reports: [
    // An empty batch is allowed, and says nothing.
    { when: (body) => at(body, 'isEmpty') === true, event: () => 'batch' },
    {
      when: (body) => countAt(body, 'events') > 1,
      event: () => 'batch',
      meaning: note('Events'),
      title: (body) => `${textAt(body, 'total')} events of ${textAt(body, 'source')}`,
      text: (body) =>
        list(
          listAt(body, 'events').map((event) =>
            joined([titleOf(event), textAt(event, 'source')], ' · '),
          ),
          numberAt(body, 'total') ?? 0,
        ),
    },
    {
      event: (event) => textAt(event, 'type'),
      meaning: (event) => note(headOf(event)[0], colorOf(event)),
      name: (event) => headOf(event)[1],
      text: ['data', (event) => dataOf(event).sentence],
      fields: (event) => dataOf(event).rows,
      losses: (event) => {
        const { unshown } = dataOf(event)
        const reason = `${unshown} ${unshown === 1 ? 'member is' : 'members are'} not shown`
        return unshown > 0 ? [{ path: 'data', reason }] : []
      },
      incident: (event) => ofSource(event, textAt(event, 'subject')),
      deliveryId: (event) => ofSource(event, textAt(event, 'id')),
      at: 'time',
    },
  ],
  detect: ({ headers, body }) => {
    if (isBinary(headers) || isBatch(headers)) return 'header'
    return body.kind === 'json' && eventsIn(body.value).length > 0 ? 'body' : null
  },
})

type Headers = FormatRequest['headers']

function isBinary(headers: Headers): boolean {
  return headers['ce-specversion'] !== undefined && (headers['ce-type'] ?? '') !== ''
}

function isBatch(headers: Headers): boolean {
  return (headers['content-type'] ?? '').startsWith('application/cloudevents-batch+json')
}

/** The members of the first event, and beside them all events of a batch. */
function bodyOf({ headers, body }: FormatRequest): unknown {
  const value = valueOf(body)
  if (isBinary(headers)) {
    // Headers have other characters as percent and two digits.
    const attributes = ATTRIBUTES.map(
      (name) => [name, decoded(headers[`ce-${name}`] ?? '')] as const,
    )
    const data = body.kind === 'text' ? body.text : value
    return { ...Object.fromEntries(attributes), specversion: '1.0', data: withoutText(data) }
  }
  if (Array.isArray(value) && value.length === 0) return { isEmpty: true }
  const events = eventsIn(value)
  const [first] = events
  if (!isObject(first)) return null
  return { ...first, data: withoutText(first['data']), events, total: countAt(value) }
}

/** What JSON in a text says; any other data as it is. */
function withoutText(data: unknown): unknown {
  return typeof data === 'string' ? (jsonIn(data) ?? data) : data
}

function eventsIn(value: unknown): readonly unknown[] {
  return (Array.isArray(value) ? listAt(value) : [value]).filter((each) =>
    hasTexts(each, 'specversion', 'type', 'source', 'id'),
  )
}

function dataOf(event: unknown): EventData {
  const known = { Source: textAt(event, 'source'), Data: shapeOf(event) }
  return readData(at(event, 'data'), Object.entries(known))
}

/** What data is that has no members to show. */
function shapeOf(event: unknown): string {
  const data = at(event, 'data')
  if (Array.isArray(data)) return data.length === 1 ? '1 element' : `${data.length} elements`
  if (data !== undefined || !hasTexts(event, 'data_base64')) return ''
  const type = textAt(event, 'datacontenttype')
  return type === '' ? 'a file' : `a file (${type})`
}

function headOf(event: unknown): readonly [word: string, name: string] {
  const type = textAt(event, 'type')
  const subject = textAt(event, 'subject')
  return subject === '' ? ['Event', type] : [type, subject]
}

function titleOf(event: unknown): string {
  const [word, name] = headOf(event)
  return `${word}: ${shortName(name)}`
}

/** Sources number their own events and subjects. */
function ofSource(event: unknown, name: string): string {
  return name && `${textAt(event, 'source')} ${name}`
}

/** A version at the end of the type says nothing of the state. */
function colorOf(event: unknown): Color {
  const words = textAt(event, 'type')
    .slice(-200)
    .toLowerCase()
    .split(/[^a-z\d]+/)
  const last = words.findLast((word) => !/^v?\d/.test(word)) ?? ''
  const color = stateColor(last) ?? 'neutral'
  return color === 'good' ? (dataOf(event).severity ?? color) : color
}

/** Objects below the data that are looked at, of each list the first element. */
const DEEPEST = 3

/** Members that say what happened in a sentence, those that say most first. */
const SENTENCES = ['message', 'summary', 'description', 'title']
const SENTENCES_BELOW = ['message', 'details', 'reason']
/** Members that say what an object is called. */
const NAMES = ['name', 'title']

interface Member {
  /** The object that it is a member of. */
  readonly holder: string
  readonly name: string
  readonly text: string
  readonly depth: number
}

/** What the data of an event says. */
interface EventData {
  readonly sentence: string
  /** As many as are shown. */
  readonly rows: readonly Row[]
  /** Members that are neither the sentence nor in a row. */
  readonly unshown: number
  /** The colour of the worst severity of medium or more; undefined if there is none. */
  readonly severity: Color | undefined
}

/** `known`: what is said of the event besides, below what the objects of its data say. */
function readData(data: unknown, known: readonly Row[]): EventData {
  const { members, others } = membersOf(data)
  const top = members.filter(({ depth }) => depth === 0)
  const below = members
    .filter(({ depth, name }) => depth > 0 && [...SENTENCES_BELOW, ...NAMES].includes(bare(name)))
    .sort((one, other) => one.depth - other.depth)
  const said =
    SENTENCES.map((wanted) => top.find(({ name }) => name === wanted)).find(Boolean) ??
    SENTENCES_BELOW.map((wanted) => below.find(({ name }) => bare(name) === wanted)).find(Boolean)
  const rowsOf = (all: readonly Member[]): readonly Row[] =>
    all.filter((each) => each !== said).map(rowOf)
  const rows = [...rowsOf(below), ...known.filter(([, value]) => value !== ''), ...rowsOf(top)]
  const shown = rows.slice(0, MOST_ROWS)
  const seen = shown.filter((row) => !known.includes(row)).length + (said ? 1 : 0)
  const severities = members.filter(({ name }) => bare(name) === 'severity')
  return {
    sentence: said?.text ?? '',
    rows: shown,
    unshown: members.length + others - seen,
    severity: worstOf(severities.map(({ text }) => text)),
  }
}

function membersOf(data: unknown): { members: readonly Member[]; others: number } {
  const members: Member[] = []
  const elements = new Elements()
  let others = 0
  const visit = (value: unknown, holder: string, depth: number): void => {
    if (!isObject(value)) return
    for (const name of Object.keys(value).slice(0, MOST_ELEMENTS)) {
      if (!elements.take()) return
      const sent = value[name]
      const inner: unknown = Array.isArray(sent) ? sent[0] : sent
      const text = textOf(sent)
      if (text !== '') members.push({ holder, name, text, depth })
      else if (isObject(inner) && depth < DEEPEST) visit(inner, name, depth + 1)
      else if ((inner ?? '') !== '') others += 1
    }
  }
  if (Array.isArray(data)) visit(data[0], 'data', 1)
  else visit(data, 'data', 0)
  return { members, others }
}

function bare(name: string): string {
  return name.slice(0, 20).toLowerCase()
}

function rowOf({ holder, name, text, depth }: Member): Row {
  return [depth > 0 && NAMES.includes(bare(name)) ? holder : name, text]
}

function worstOf(severities: readonly string[]): Color | undefined {
  const colors = severities.map((word) => (bare(word) === 'low' ? undefined : levelColor(word)))
  return (['bad', 'warning'] as const).find((color) => colors.includes(color))
}
