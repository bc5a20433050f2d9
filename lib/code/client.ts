import { setTimeout as wait } from 'node:timers/promises'
import { asError } from '../host/as-error.js'
import { ERRORS } from '../model/errors.js'
import { isObject } from '../model/json.js'

const TIMEOUT = 30_000
const PER_PAGE = 200
const MOST_TRIES = 5
/** Seconds. */
const MOST_WAIT = 30
const VISIBLE = /^[\x20-\x7e]+$/

/** Where the management API is, and as whom it is called. */
interface ClientOptions {
  readonly url: string
  /** Told of each request. */
  readonly tell: (line: string) => void
  /** Variables of the environment. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Why the host did not do what it was asked, which no change of a file corrects. */
export class HostError extends Error {}

/** An answer that says what is wrong with what was sent. */
export class Refusal extends Error {
  readonly status: number
  /** Names the member that is wrong, and says why. */
  readonly detail: string

  constructor(status: number, message: string, detail: string) {
    super(`${message}${detail === '' ? '' : ` ${detail}`} (${status})`)
    this.status = status
    this.detail = detail
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

interface Sent {
  readonly body?: object | undefined
  readonly etag?: string | undefined
}

export type Client = ReturnType<typeof createClient>

export function createClient({ url, env, tell }: ClientOptions) {
  const site = siteOf(url)
  const credentials = credentialsIn(env)
  const ask = async (method: Method, path: string, { body, etag }: Sent, tries: number) => {
    const started = performance.now()
    const response = await fetch(`${site}/api/v4${path}`, {
      method,
      // It would take the header along.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
      headers: {
        'X-Requested-With': 'XMLHttpRequest',
        ...(body && { 'Content-Type': 'application/json' }),
        ...(etag !== undefined && { 'If-Match': etag }),
        ...credentials,
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new HostError(`${site} does not answer: ${causeOf(error)}`)
    })
    tell(`${method} ${path} ${response.status} ${Math.round(performance.now() - started)} ms`)
    if (tries === MOST_TRIES || !mayAskAgain(response, method, path)) return response
    const asked = Number(response.headers.get('Retry-After') ?? NaN)
    await wait(1000 * Math.min(Number.isNaN(asked) ? tries : asked, MOST_WAIT))
    return ask(method, path, { body, etag }, tries + 1)
  }
  const send = async (method: Method, path: string, sent: Sent = {}) => {
    const response = await ask(method, path, sent, 1)
    return {
      body: answerIn(`${site}/api/v4${path}`, response, await response.text()),
      etag: response.headers.get('ETag') ?? '',
    }
  }
  const get = async (path: string): Promise<unknown> => (await send('GET', path)).body
  return {
    send,
    get,
    /** All webhooks that the caller may manage, of one team if that is not `''`. */
    list: async (team: string): Promise<readonly Record<string, unknown>[]> => {
      const records: Record<string, unknown>[] = []
      const of = team === '' ? '' : `&team_id=${encodeURIComponent(team)}`
      for (let page = 0; ; page += 1) {
        const listed = await get(`/hooks/incoming?page=${page}&per_page=${PER_PAGE}${of}`)
        const found = objectsIn(listed)
        for (const record of found) records.push(record)
        if (found.length < PER_PAGE) return records
      }
    },
  }
}

export function objectsIn(list: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(list) ? list.filter(isObject) : []
}

function siteOf(url: string) {
  const { protocol, username, password } = URL.canParse(url) ? new URL(url) : new URL('none:')
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new Error('--url: expected the site of the chat, such as https://chat.example.org')
  }
  if (username !== '' || password !== '') {
    throw new Error('--url: expected a URL without a password; pass a header in EIW_HEADER')
  }
  return url.replace(/\/$/, '')
}

/** Never repeated in an error. */
function credentialsIn({ EIW_TOKEN = '', EIW_HEADER = '' }: ClientOptions['env']) {
  const [token, header] = [EIW_TOKEN.trim(), EIW_HEADER.trim()]
  if (token === '' && header === '') {
    throw new Error('EIW_TOKEN is not set: expected the token of a session there, or EIW_HEADER')
  }
  if (token !== '' && !VISIBLE.test(token)) throw new Error('EIW_TOKEN: expected a token in ASCII')
  const colon = header.indexOf(':')
  const [name, value] = [header.slice(0, Math.max(0, colon)), header.slice(colon + 1).trim()]
  if (header !== '' && !(/^[\w-]+$/.test(name) && VISIBLE.test(value))) {
    throw new Error(`EIW_HEADER: expected 'Name: value' in ASCII`)
  }
  return {
    ...(token !== '' && { Authorization: `Bearer ${token}` }),
    ...(header !== '' && { [name]: value }),
  }
}

/** The codes of Node say more than `fetch failed`. */
function causeOf(error: unknown) {
  const { message, cause } = asError(error)
  return cause instanceof Error && cause.message !== '' ? cause.message : message
}

/** Whether the same may be asked again: nothing was done, or there was nothing to do. */
function mayAskAgain({ status }: Response, method: Method, path: string) {
  return status === 429 || (status === 503 && (method === 'GET' || path.endsWith('?check=true')))
}

function answerIn(asked: string, { ok, status }: Response, text: string): unknown {
  const body = jsonIn(text)
  const { message, detailed_error: detail } = isObject(body) ? body : {}
  if (status === 401)
    throw new HostError('EIW_TOKEN or EIW_HEADER is not valid there, or not any more')
  if (status >= 300 && status < 400) throw new HostError(`${asked} leads elsewhere (${status})`)
  // 501 is about a field that the host cannot keep.
  if (status === 429 || (status >= 500 && status !== 501)) {
    throw new HostError(`${asked} is not available: ${textIn(message) || 'try again'} (${status})`)
  }
  const isApi = isObject(body) ? body['id'] !== ERRORS.not_found.id : Array.isArray(body)
  if (!isApi) throw new HostError(`${asked} is not of a management API (${status})`)
  if (ok) return body
  throw new Refusal(status, textIn(message) || 'refused', textIn(detail))
}

function textIn(value: unknown) {
  return typeof value === 'string' ? value : ''
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
