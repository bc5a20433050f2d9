import { readToken } from './token.js'
import { parsed, textOf } from './wire.js'

/** A failed call: an error response, whose message may be '', or no response. */
export class CallError extends Error {
  override readonly name = 'CallError'
  /** 0 if there was no response. */
  readonly status: number
  readonly id: string
  /** The server's detail, or ''. */
  readonly detail: string
  readonly requestId: string
  /** Seconds, or 0. */
  readonly retryAfter: number

  constructor(
    status: number,
    body: unknown,
    options: { retryAfter?: number; cause?: unknown } = {},
  ) {
    super(textOf(body, 'message'), { cause: options.cause })
    this.status = status
    this.id = textOf(body, 'id')
    this.detail = textOf(body, 'detailed_error')
    this.requestId = textOf(body, 'request_id')
    this.retryAfter = options.retryAfter ?? 0
  }
}

/** The error of a failed call. Throws what is none. */
export function callErrorOf(reason: unknown): CallError {
  if (reason instanceof CallError) return reason
  throw reason
}

/** Whether a call failed without a response. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof CallError && error.status === 0
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface CallOptions {
  readonly body?: unknown
  readonly ifMatch?: string
  /** Calls without the token. A 401 does not end the session. */
  readonly asNobody?: boolean
}

export interface Answer {
  /** Its JSON; undefined if it is none. */
  readonly body: unknown
  readonly text: string
  readonly headers: Headers
}

/** A client for the API of a host, whose address ends with a slash. */
export function createCaller(base: URL) {
  const listeners = new Set<() => void>()
  /** Reports an ended session that was detected in another way than by a call. */
  const signedOut = () => {
    for (const listener of listeners) listener()
  }
  return {
    /** Calls a path relative to the base as the signed-in user. Throws a `CallError`. */
    call: async (method: Method, path: string, options: CallOptions = {}) => {
      const { body } = options
      try {
        return await fetchJson(new URL(path, base), {
          method,
          headers: headersOf(options),
          cache: 'no-store',
          credentials: 'same-origin',
          body: body === undefined ? null : JSON.stringify(body),
        })
      } catch (error) {
        const isEnd = error instanceof CallError && error.status === 401
        if (isEnd && options.asNobody !== true) signedOut()
        throw error
      }
    },
    /** Calls back when the session has ended on the server. Returns a function to stop. */
    onSignedOut: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    signedOut,
  }
}

function headersOf({ body, ifMatch = '', asNobody = false }: CallOptions): Headers {
  // The second header shows that no other site made the call with the visitor's cookies.
  const headers = new Headers({ Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' })
  const token = asNobody ? null : readToken()
  if (token !== null) headers.set('Authorization', `Bearer ${token}`)
  if (ifMatch !== '') headers.set('If-Match', ifMatch)
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  return headers
}

/** The body of a response. Throws a `CallError` if it is an error, if there is none, or if it is cut off. */
export async function fetchJson(url: URL, init: RequestInit = {}): Promise<Answer> {
  let response: Response
  let text: string
  try {
    response = await fetch(url, init)
    text = await response.text()
  } catch (cause) {
    throw new CallError(0, {}, { cause })
  }
  const { ok, status, headers } = response
  const body = parsed(text)
  if (ok) return { body, text, headers }
  throw new CallError(status, body, { retryAfter: Number(headers.get('Retry-After') ?? 0) })
}
