import { createHmac } from 'node:crypto'
import type { NewWebhook } from 'express-incoming-webhooks'
import { type FormatFixture, formatFixtures, requestOf } from '../../support/format-requests.js'
import { Mutations } from '../../support/fuzz/mutations.js'
import { bodyText, requestOf as changedRequestOf } from '../../support/fuzz/sources.js'
import { githubExamples } from '../../support/github-examples.js'
import { generator } from '../../support/random.js'
import { bytesOf } from '../../support/raw-exchange.js'
import { type HookAddress, readSenders, sentBytes } from '../../support/sent-senders.js'
import { badInputRequests, caseRequests, type SuiteRequest } from '../../support/suite-requests.js'
import type { HookRequest } from '../../support/translation.js'

/** Requests to a webhook of their own, in order. */
export interface Scenario {
  /** What is special about it; `''` for nothing. */
  readonly way: string
  readonly fields: Partial<NewWebhook>
  readonly requests: readonly Request[]
}

export interface Request {
  /** The name of the recorded request that it is, or that was changed. */
  readonly source: string
  readonly bytes: (to: HookAddress) => Uint8Array
}

export interface Amount {
  /** Changed requests of each recorded one. */
  readonly count: number
  readonly seed: number
}

/** How recorded requests are sent. */
interface Way {
  readonly name: string
  readonly fields?: Partial<NewWebhook>
  /** The end of the URL names the format. */
  readonly isNamed?: true
  /** The response is a receipt. */
  readonly waits?: true
  /** Only the body is signed. */
  readonly signs?: true
}

const SIGNATURE = { header: 'X-Signature-Of-Body', secret: 'the secret of the senders' }

const WAYS: readonly Way[] = [
  { name: '' },
  { name: 'named', isNamed: true, waits: true },
  { name: 'every event', fields: { events: ['*'] }, waits: true },
  { name: 'apart', fields: { together: 'off' } },
  { name: 'edited', fields: { together: 'edit', events: ['*'] }, waits: true },
  { name: 'with replies', fields: { together: 'reply', events: ['*'] }, waits: true },
  { name: 'with mentions', fields: { foreignMentions: 'all', together: 'off', events: ['*'] } },
  {
    name: 'signed',
    fields: { verification: { scheme: 'hmac', ...SIGNATURE }, events: ['*'] },
    signs: true,
  },
]

/** Bytes that a body may have. */
const MAX_BYTES = 1_048_576
/** The order of reports about one incident. Others are updates. */
const RANKS: readonly (string | undefined)[] = ['open', 'update', 'acknowledged', 'closed']
/** What the connection needs, so that no sender may say it. */
const OWN_HEADERS =
  /^(?:connection|content-length|content-type|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/i
const HEADER_NAME = /^[!#$%&'*+.^`|~\w-]+$/

/** All of them, always in the same order. */
export function* scenarios({ count, seed }: Amount): Iterable<Scenario> {
  const lives = livesOf([...formatFixtures(), ...givenByGithub()])
  for (const way of WAYS) yield* lives.map((life) => lived(life, way))
  for (const sender of readSenders()) {
    yield plain([{ source: sender.name, bytes: (to) => sentBytes(to, sender) }])
  }
  const others = grouped([...caseRequests(), ...badInputRequests()], ({ name }) => name)
  for (const steps of others) yield plain(steps.flatMap(asSent))
  yield* changed({ count, seed })
}

function givenByGithub(): readonly FormatFixture[] {
  return githubExamples().flatMap(({ name, examples }) =>
    examples.map((body, at) => ({
      name: `github-examples/${name}-${at + 1}`,
      format: 'github',
      body: JSON.stringify(body),
      contentType: 'application/json',
      headers: { 'X-GitHub-Event': name },
    })),
  )
}

function plain(requests: readonly Request[]): Scenario {
  return { way: '', fields: {}, requests }
}

/** Recorded requests about the same incident, in the order of its life; others alone. */
function livesOf(fixtures: readonly FormatFixture[]): readonly (readonly FormatFixture[])[] {
  const lives = grouped(fixtures, ({ name, format, expect: { thing } = {} }) =>
    thing === undefined ? name : `${format} ${thing}`,
  )
  return lives.map((life) => life.toSorted((a, b) => rankOf(a) - rankOf(b)))
}

function grouped<Member>(
  members: readonly Member[],
  keyOf: (member: Member) => string,
): readonly (readonly Member[])[] {
  const groups = new Map<string, Member[]>()
  for (const member of members) {
    const group = groups.get(keyOf(member))
    if (group) group.push(member)
    else groups.set(keyOf(member), [member])
  }
  return [...groups.values()]
}

function rankOf({ expect: { state } = {} }: FormatFixture): number {
  return state === undefined ? RANKS.indexOf('update') : RANKS.indexOf(state)
}

/** The first one comes again in the end: it is a repetition, or late. */
function lived(life: readonly FormatFixture[], way: Way): Scenario {
  const requests = [...life, ...life.slice(0, 1)].map((fixture) => fixtureRequest(fixture, way))
  return { way: way.name, fields: way.fields ?? {}, requests }
}

function fixtureRequest(fixture: FormatFixture, way: Way): Request {
  const { format, method, path = '', body } = fixture
  const bytes = Buffer.from(body)
  const isNamed = way.isNamed === true && format !== 'none'
  const signature = createHmac('sha256', SIGNATURE.secret).update(bytes).digest('hex')
  return written(fixture.name, requestOf(fixture), bytes, {
    method,
    end: isNamed ? `/${format}${path}` : '',
    query: way.waits ? { wait: 'true' } : {},
    headers: way.signs ? { [SIGNATURE.header]: signature } : {},
  })
}

/** Those that are neither multipart nor too large. */
function asSent({ name, request }: SuiteRequest): readonly Request[] {
  const { body } = request
  if (body.kind !== 'bytes' || body.bytes.length > MAX_BYTES) return []
  return [written(name, request, body.bytes, {})]
}

/** Recorded requests of all formats, changed in ways that look random. */
function* changed({ count, seed }: Amount): Iterable<Scenario> {
  const mutations = new Mutations(generator(seed))
  for (const source of mutations.sources) {
    const name = source.format === 'native' ? 'slack' : source.format
    const end = name === 'none' ? '' : `/${name}`
    for (let n = 0; n < count; n += 1) {
      const { kind, tree } = mutations.changeOf(source)
      const bytes = Buffer.from(bodyText(source, tree))
      // As any format, and as that of its sender with events that are skipped otherwise.
      const [besides, fields] = n % 2 === 0 ? [{}, {}] : [{ end }, { events: ['*'] }]
      const request = written(source.name, changedRequestOf(source, tree, bytes), bytes, besides)
      yield { way: `changed ${n + 1}, ${kind}`, fields, requests: [request] }
    }
  }
}

interface Besides {
  readonly method?: string | undefined
  /** The end of the URL. */
  readonly end?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

function written(
  source: string,
  { contentType, outside }: HookRequest,
  body: Uint8Array,
  { method = 'POST', end = '', ...besides }: Besides,
): Request {
  const { headers = {}, query = {} } = outside?.() ?? {}
  const sent = Object.entries({ ...headers, ...besides.headers }).filter(
    ([name]) => HEADER_NAME.test(name) && !OWN_HEADERS.test(name),
  )
  const words = new URLSearchParams({ ...query, ...besides.query }).toString()
  const bytes = ({ url, hookPath }: HookAddress): Uint8Array =>
    bytesOf({
      method,
      path: `${hookPath}${end}${words === '' ? '' : '?'}${words}`,
      headers: {
        Host: new URL(url).host,
        ...(contentType === undefined ? {} : { 'Content-Type': contentType }),
        ...Object.fromEntries(sent),
      },
      body,
    })
  return { source, bytes }
}
