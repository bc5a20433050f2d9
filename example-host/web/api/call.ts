import { parsed, text } from './members.js'
import { addressBelow } from './root.js'
import { currentToken } from './token.js'

/** A refusal, in the server's words. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly id: string
  /** What the server says beside the message; '' for nothing. */
  readonly detail: string
  readonly requestId: string
  /** Seconds, or 0. */
  readonly retryAfter: number

  constructor(status: number, body: unknown, retryAfter: number) {
    super(text(body, 'message') || `The server answered ${status}`)
    this.status = status
    this.id = text(body, 'id')
    this.detail = text(body, 'detailed_error')
    this.requestId = text(body, 'request_id')
    this.retryAfter = retryAfter
  }
}

/** No answer came. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/** A task that may come to nothing: what it would have brought comes another time. */
export function quietly(task: Promise<unknown>): void {
  task.catch((error: unknown) => {
    if (!(error instanceof Refusal || error instanceof NoAnswer)) throw error
  })
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

let sessionEnded: () => void = () => undefined

/** Called for each answer that says that the token is none any more. */
export function onSessionEnd(listener: () => void): void {
  sessionEnded = listener
}

/** To be told when another way than a call says that the session has ended. */
export function endSession(): void {
  sessionEnded()
}

/** A call to the v4 API as whoever is signed in. Throws `Refusal` or `NoAnswer`. */
export async function call(method: Method, path: string, body?: unknown): Promise<unknown> {
  const { answer } = await request(method, path, body)
  return answer
}

/** The token of a new session. */
export async function signIn(loginId: string, password: string): Promise<string> {
  const body = { login_id: loginId, password }
  const { headers } = await request('POST', '/users/login', body, false)
  return headers.get('Token') ?? ''
}

async function request(
  method: Method,
  path: string,
  body: unknown,
  signedIn = true,
): Promise<{ readonly answer: unknown; readonly headers: Headers }> {
  const token = signedIn ? currentToken() : null
  const response = await send(path, {
    method,
    credentials: 'omit',
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = parsed(await textOf(response))
  const { ok, status, headers } = response
  if (ok) return { answer, headers }
  if (signedIn && status === 401) sessionEnded()
  throw new Refusal(status, answer, Number(headers.get('Retry-After') ?? 0))
}

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(addressBelow(`api/v4${path}`), init)
  } catch (error) {
    throw new NoAnswer('no answer', { cause: error })
  }
}

async function textOf(response: Response): Promise<string> {
  try {
    return await response.text()
  } catch (error) {
    throw new NoAnswer('the answer broke off', { cause: error })
  }
}
