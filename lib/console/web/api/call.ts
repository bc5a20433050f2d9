import { config } from '../config.js'
import { type Wire, numberOf, textOf, wireOf } from './read.js'
import { readToken } from './token.js'

/** Why a call failed. `status` is 0 when no answer came. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly status: number
  readonly id: string
  readonly detail: string
  readonly requestId: string

  constructor(status: number, body: Wire) {
    super(textOf(body, 'message'))
    this.status = status
    this.id = textOf(body, 'id')
    this.detail = textOf(body, 'detailed_error')
    this.requestId = textOf(body, 'request_id')
  }
}

export interface Answer {
  readonly body: unknown
  readonly etag: string
}

export interface CallOptions {
  readonly body?: Wire
  readonly ifMatch?: string
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

const SIGNED_OUT = 'eiw-signed-out'

/** A call below the API's base. Throws a `CallError`; a 401 also ends the session on the page. */
export async function call(
  method: Method,
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  const response = await send(method, path, options)
  const body = await bodyOf(response)
  if (response.ok) return { body, etag: response.headers.get('etag') ?? '' }
  const error = new CallError(response.status, wireOf(body))
  if (response.status === 401) window.dispatchEvent(new Event(SIGNED_OUT))
  throw error
}

/** Calls back when the server no longer knows who is calling; returns how to stop. */
export function onSignedOut(listener: () => void): () => void {
  window.addEventListener(SIGNED_OUT, listener)
  return () => {
    window.removeEventListener(SIGNED_OUT, listener)
  }
}

async function send(method: Method, path: string, options: CallOptions): Promise<Response> {
  const token = readToken()
  // The second header tells the server that no foreign page made the call with the visitor's cookies.
  const headers = new Headers({ Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' })
  if (token !== null) headers.set('Authorization', `Bearer ${token}`)
  if (options.ifMatch !== undefined && options.ifMatch !== '') {
    headers.set('If-Match', options.ifMatch)
  }
  if (options.body) headers.set('Content-Type', 'application/json')
  try {
    return await fetch(new URL(path, config.apiBase), {
      method,
      headers,
      cache: 'no-store',
      credentials: 'same-origin',
      ...(options.body ? { body: JSON.stringify(options.body) } : {}),
    })
  } catch {
    throw new CallError(0, {})
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  try {
    const body: unknown = await response.json()
    return body
  } catch {
    return {}
  }
}

/** For lists that tell their length: the `total_count` of an answer. */
export function totalOf(body: unknown): number {
  return numberOf(wireOf(body), 'total_count')
}
