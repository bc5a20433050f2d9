import {
  CallError,
  createCaller,
  isUnanswered,
  type Method,
} from 'express-incoming-webhooks-ui/call'
import { forgetToken, keepToken, readToken } from 'express-incoming-webhooks-ui/token'
import { listOf, textOf } from 'express-incoming-webhooks-ui/wire'

const way = metaOf('root') || '/'
/** Written by the server, because only the server can read the cookie and knows which addresses exist. */
export const sessionState = metaOf('session')

/** The script that gives code its colours. */
export const highlighterPath = metaOf('highlighter')

// Read once, while the URL is still the one that the server responded to.
const ROOT = new URL(way, location.href)

/** Where the chat is mounted: a path that begins and ends with a slash. */
export const rootPath = ROOT.pathname

/** The absolute URL of a path relative to the chat, such as `api/v4/websocket`. */
export function addressBelow(path: string): URL {
  return new URL(path, ROOT)
}

/** What the server wrote into the page by this name, or ''. */
export function metaOf(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

const caller = createCaller(addressBelow('api/v4/'))

export const { onSignedOut, signedOut } = caller

/** Runs a task whose failure can be ignored, because it is repeated later. */
export function quietly(task: Promise<unknown>): void {
  task.catch((error: unknown) => {
    if (!(error instanceof CallError)) throw error
  })
}

/** Calls the v4 API as the signed-in user. Throws a `CallError`. */
export async function call(method: Method, path: string, body?: unknown): Promise<unknown> {
  return (await caller.call(method, `.${path}`, { body })).body
}

const PER_PAGE = 200

/** All entries of a list that comes in pages. */
export async function callAll(path: string): Promise<readonly unknown[]> {
  const all: unknown[] = []
  for (let page = 0, isFull = true; isFull; page++) {
    const found = listOf(await call('GET', `${path}?page=${page}&per_page=${PER_PAGE}`))
    all.push(...found)
    isFull = found.length === PER_PAGE
  }
  return all
}

/** Whether a session was open when the page was loaded. */
export function hasSession(): boolean {
  return sessionState === 'open' || readToken() !== null
}

/**
 * Begins a session, for which the server sets a cookie. If the browser refuses it, or the page was
 * opened at another address than that of the site, this tab keeps the token.
 */
export async function signIn(loginId: string, password: string): Promise<void> {
  const asNobody = true
  const sent = { login_id: loginId, password }
  const { body, headers } = await caller.call('POST', './users/login', { body: sent, asNobody })
  if (await isSignedInAs(textOf(body, 'id'))) forgetToken()
  else keepToken(headers.get('Token') ?? '')
}

async function isSignedInAs(userId: string): Promise<boolean> {
  try {
    const { body } = await caller.call('GET', './users/me', { asNobody: true })
    return textOf(body, 'id') === userId
  } catch {
    return false
  }
}

const NO_ANSWER = 'The server did not respond. Check your connection and try again.'

/** Why something cannot be done, in words for the reader. */
export class Refusal extends Error {}

/** Why something failed, in words; never '', because a proxy's response has no message. */
export function reasonOf(error: unknown): string {
  if (isUnanswered(error)) return NO_ANSWER
  if (error instanceof CallError)
    return error.message || `The server responded with ${error.status}`
  if (error instanceof Refusal) return error.message
  throw error
}
