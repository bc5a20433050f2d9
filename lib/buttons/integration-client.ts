import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import type * as Undici from 'undici'
import { parseJson } from '../native/body/json.js'
import { Reading } from '../native/payload/reading.js'
import { isObject } from '../model/json.js'
import type { SignedHeaders } from '../rules/signing.js'
import { isPublicAddress } from './addresses.js'
import { type IntegrationTarget, judgeUrl, type UrlRules } from './integration-url.js'

/** For a whole call: lookup, connection, request and response. */
const TIME_LIMIT_MS = 5_000
/** Bytes of a response. */
const ANSWER_LIMIT = 65_536
/** For all users together; each user has a share of them (`press.ts`). */
const MAX_IN_FLIGHT = 30

/** Resolves all addresses of a name. */
type ResolveHost = (hostname: string) => Promise<readonly LookupAddress[]>

interface IntegrationClientOptions extends UrlRules {
  /** Default: the system resolver. */
  readonly resolve?: ResolveHost
  /** Milliseconds. Default 5,000. */
  readonly timeLimitMs?: number
}

/** The response of an integration, or the reason for the failure, for the log, without body and address. */
type IntegrationResult =
  | { readonly ok: true; readonly answer: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly reason: string }

/**
 * Calls integrations, but never addresses in the internal network of the host. The only HTTP client for
 * URLs from payloads.
 */
export class IntegrationClient {
  readonly #options: IntegrationClientOptions
  #inFlight = 0
  #agents: ReturnType<typeof loadAgents> | undefined

  constructor(options: IntegrationClientOptions) {
    this.#options = options
  }

  /** Whether the maximum number of calls is in progress. */
  get isBusy(): boolean {
    return this.#inFlight >= MAX_IN_FLIGHT
  }

  /** Never rejects. Does not follow redirects or send credentials. */
  async call(url: string, body: string, signed: SignedHeaders): Promise<IntegrationResult> {
    const target = judgeUrl(url, this.#options)
    if (typeof target === 'string') return { ok: false, reason: target }
    if (this.isBusy) {
      return { ok: false, reason: `${MAX_IN_FLIGHT} calls are already in progress` }
    }
    this.#inFlight += 1
    try {
      return { ok: true, answer: await this.#answer(target, body, signed) }
    } catch (error) {
      return { ok: false, reason: reasonOf(error) }
    } finally {
      this.#inFlight -= 1
    }
  }

  async close(): Promise<void> {
    const { open, guarded } = (await this.#agents) ?? {}
    await Promise.all([open?.destroy(), guarded?.destroy()])
  }

  async #answer(target: IntegrationTarget, body: string, signed: SignedHeaders) {
    const { timeLimitMs = TIME_LIMIT_MS, resolve = resolveBySystem } = this.#options
    const { request, open, guarded } = await (this.#agents ??= loadAgents(resolve, timeLimitMs))
    const answer = await request(target.url, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        'content-type': 'application/json',
        'user-agent': 'express-incoming-webhooks',
        ...signed,
      },
      body,
      signal: AbortSignal.timeout(timeLimitMs),
      dispatcher: target.listed ? open : guarded,
    })
    const fault = faultOf(answer.statusCode, answer.headers)
    if (fault === null) return read(answer.body)
    answer.body.on('error', () => undefined).destroy()
    throw new Refused(fault)
  }
}

// Loaded when a button is first pressed: most processes never need it.
async function loadAgents(resolve: ResolveHost, timeout: number) {
  const { Agent, buildConnector, request } = await import('undici')
  const connect = buildConnector({ lookup: guardedLookup(resolve), timeout })
  const limits = {
    connections: MAX_IN_FLIGHT,
    pipelining: 0,
    headersTimeout: timeout,
    maxResponseSize: ANSWER_LIMIT,
  }
  return {
    request,
    /** For hosts that the operator listed. */
    open: new Agent({ ...limits, connect: { timeout } }),
    guarded: new Agent({
      ...limits,
      connect: (to, done) => {
        connect(to, (...[error, socket]) => {
          if (error === null && !isPublicAddress(socket.remoteAddress ?? '')) {
            socket.destroy()
            done(new Refused(NOT_PUBLIC), null)
          } else if (error === null) done(null, socket)
          else done(error, null)
        })
      },
    }),
  }
}

/** Why there is no answer, for the log. */
class Refused extends Error {}

const NOT_PUBLIC = 'an address of the host is not public'
const TOO_LARGE = `the response is larger than ${ANSWER_LIMIT} bytes`

/**
 * Resolves a name once and passes on the checked addresses: a second lookup could return others
 * (DNS rebinding).
 */
export function guardedLookup(resolve: ResolveHost): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname).then(
      (found) => {
        const [first] = found
        if (!first || !found.every(({ address }) => isPublicAddress(address))) {
          done(new Refused(NOT_PUBLIC), '')
        } else if (options.all === true) done(null, [...found])
        else done(null, first.address, first.family)
      },
      (error: unknown) => {
        done(error instanceof Error ? error : new Error('the host name was not found'), '')
      },
    )
  }
}

function resolveBySystem(hostname: string): Promise<readonly LookupAddress[]> {
  return lookup(hostname, { all: true, verbatim: true })
}

function faultOf(status: number, headers: Undici.Dispatcher.ResponseData['headers']) {
  if (status !== 200) return `the integration responded with ${status}`
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = headers
  if (encoding !== 'identity')
    return 'the response is compressed although no compression was requested'
  return Number(length) > ANSWER_LIMIT ? TOO_LARGE : null
}

async function read(body: Undici.Dispatcher.ResponseData['body']) {
  const text = (await body.text()).trim()
  const value = text === '' ? {} : parsed(text)
  if (isObject(value)) return value
  throw new Refused('the response is not a JSON object')
}

function parsed(text: string) {
  try {
    return parseJson(text, new Reading())
  } catch {
    throw new Refused('the response is not JSON')
  }
}

// Messages of the platform contain addresses, which must not be logged; codes are sufficient.
function reasonOf(error: unknown) {
  if (error instanceof Refused) return error.message
  if (!(error instanceof Error)) return 'the call failed'
  if (error.name === 'TimeoutError') return 'the integration did not respond in time'
  if (error.cause instanceof Refused) return error.cause.message
  if (!('code' in error)) return 'the call failed'
  const { code } = error
  return code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' ? TOO_LARGE : `the call failed: ${String(code)}`
}
