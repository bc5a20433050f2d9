import { lookup, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { promisify } from 'node:util'
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
export type ResolveHost = (hostname: string) => Promise<readonly LookupAddress[]>

export interface IntegrationClientOptions extends UrlRules {
  /** Default: the system resolver. */
  readonly resolve?: ResolveHost
  /** Milliseconds. Default 5,000. */
  readonly timeLimitMs?: number
}

/** The response of an integration, or the reason for the failure, for the log, without body and address. */
export type IntegrationResult =
  | { readonly ok: true; readonly answer: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly reason: string }

/** Calls integrations, but never addresses in the internal network of the host. */
export interface IntegrationClient {
  /** Whether the maximum number of calls is in progress. */
  readonly isBusy: boolean
  /** Never rejects. Does not follow redirects or send credentials. */
  call(url: string, body: string, signed: SignedHeaders): Promise<IntegrationResult>
  close(): Promise<void>
}

/** The only HTTP client for URLs from payloads. */
export function createIntegrationClient(options: IntegrationClientOptions): IntegrationClient {
  const { timeLimitMs = TIME_LIMIT_MS, resolve = resolveBySystem } = options
  let inFlight = 0
  let agents: Promise<Agents> | undefined
  const run = async (
    target: IntegrationTarget,
    body: string,
    signed: SignedHeaders,
  ): Promise<IntegrationResult> => {
    const { request, open, guarded } = await (agents ??= loadAgents(resolve, timeLimitMs))
    const signal = AbortSignal.timeout(timeLimitMs)
    const {
      statusCode,
      headers,
      body: answer,
    } = await request(target.url, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        'content-type': 'application/json',
        'user-agent': 'express-incoming-webhooks',
        ...signed,
      },
      body,
      signal,
      dispatcher: target.listed ? open : guarded,
    })
    const fault = faultOf(statusCode, headers)
    if (fault !== null) {
      answer.on('error', () => undefined).destroy()
      return { ok: false, reason: fault }
    }
    return read(answer)
  }
  return {
    get isBusy() {
      return inFlight >= MAX_IN_FLIGHT
    },
    call: async (url, body, signed) => {
      const target = judgeUrl(url, options)
      if (typeof target === 'string') return { ok: false, reason: target }
      if (inFlight >= MAX_IN_FLIGHT)
        return { ok: false, reason: `${MAX_IN_FLIGHT} calls are already in progress` }
      inFlight += 1
      try {
        return await run(target, body, signed)
      } catch (error) {
        return { ok: false, reason: reasonOf(error) }
      } finally {
        inFlight -= 1
      }
    },
    close: async () => {
      const { open, guarded } = (await agents) ?? {}
      await Promise.all([open?.destroy(), guarded?.destroy()])
    },
  }
}

interface Agents {
  readonly request: typeof Undici.request
  /** For hosts that the operator listed. */
  readonly open: Undici.Agent
  readonly guarded: Undici.Agent
}

// Loaded when a button is first pressed: most processes never need it.
async function loadAgents(resolve: ResolveHost, timeout: number): Promise<Agents> {
  const { Agent, buildConnector, request } = await import('undici')
  const connect = buildConnector({ lookup: guardedLookup(resolve), timeout })
  const limits = { connections: MAX_IN_FLIGHT, pipelining: 0, headersTimeout: timeout }
  return {
    request,
    open: new Agent({ ...limits, connect: { timeout } }),
    guarded: new Agent({
      ...limits,
      connect: (to, done) => {
        connect(to, (...[error, socket]) => {
          if (error === null && !isPublicAddress(socket.remoteAddress ?? '')) {
            socket.destroy()
            done(new Refused(), null)
          } else if (error === null) done(null, socket)
          else done(error, null)
        })
      },
    }),
  }
}

class Refused extends Error {
  constructor() {
    super('an address of the host is not public')
  }
}

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
          done(new Refused(), '')
        } else if (options.all === true) done(null, [...found])
        else done(null, first.address, first.family)
      },
      (error: unknown) => {
        done(error instanceof Error ? error : new Error('the host name was not found'), '')
      },
    )
  }
}

const lookupAll = promisify(lookup)

function resolveBySystem(hostname: string): Promise<readonly LookupAddress[]> {
  return lookupAll(hostname, { all: true, verbatim: true })
}

function faultOf(
  status: number,
  headers: Undici.Dispatcher.ResponseData['headers'],
): string | null {
  if (status !== 200) return `the integration responded with ${status}`
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = headers
  if (encoding !== 'identity')
    return 'the response is compressed although no compression was requested'
  return Number(length) > ANSWER_LIMIT ? `the response is larger than ${ANSWER_LIMIT} bytes` : null
}

async function read(body: Undici.Dispatcher.ResponseData['body']): Promise<IntegrationResult> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) continue
    size += chunk.length
    // Leaving the loop closes the connection.
    if (size > ANSWER_LIMIT)
      return { ok: false, reason: `the response is larger than ${ANSWER_LIMIT} bytes` }
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString('utf8').trim()
  return text === '' ? { ok: true, answer: {} } : parsed(text)
}

function parsed(text: string): IntegrationResult {
  let value: unknown
  try {
    value = parseJson(text, new Reading())
  } catch {
    return { ok: false, reason: 'the response is not JSON' }
  }
  return isObject(value)
    ? { ok: true, answer: value }
    : { ok: false, reason: 'the response is not a JSON object' }
}

// Messages of the platform contain addresses, which must not be logged; codes are sufficient.
function reasonOf(error: unknown): string {
  if (error instanceof Refused) return error.message
  if (!(error instanceof Error)) return 'the call failed'
  if (error.name === 'TimeoutError') return 'the integration did not respond in time'
  if (error.cause instanceof Refused) return error.cause.message
  return 'code' in error ? `the call failed: ${String(error.code)}` : 'the call failed'
}
