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
  readonly body: unknown
  readonly headers: Headers
}

export interface Caller {
  /** Calls a path relative to the base as the signed-in user. Throws a `CallError`. */
  readonly call: (method: Method, path: string, options?: CallOptions) => Promise<Answer>
  /** Calls back when the session has ended on the server. Returns a function to stop. */
  readonly onSignedOut: (listener: () => void) => () => void
  /** Reports an ended session that was detected in another way than by a call. */
  readonly signedOut: () => void
}

interface CallerOptions {
  /** Ends with a slash. */
  readonly base: URL
  /** `omit` if only the token identifies the user. */
  readonly credentials: RequestCredentials
}

/** A client for the API of a host. */
export function createCaller({ base, credentials }: CallerOptions): Caller {
  const listeners = new Set<() => void>()
  const signedOut = (): void => {
    for (const listener of listeners) listener()
  }
  return {
    call: async (method, path, options = {}) => {
      const response = await answered(() =>
        fetch(new URL(path, base), {
          method,
          headers: headersOf(options),
          cache: 'no-store',
          credentials,
          ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
        }),
      )
      const body = parsed(await answered(() => response.text()))
      const { ok, status, headers } = response
      if (ok) return { body, headers }
      if (status === 401 && options.asNobody !== true) signedOut()
      throw new CallError(status, body, { retryAfter: Number(headers.get('Retry-After') ?? 0) })
    },
    onSignedOut: (listener) => {
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

/** A response can also be cut off. */
async function answered<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (cause) {
    throw new CallError(0, {}, { cause })
  }
}
