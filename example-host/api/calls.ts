import express, { type Request, type RequestHandler, type Response } from 'express'
import { type HookUser, type IncomingWebhooks, WebhookError } from 'express-incoming-webhooks'
import { storable } from '../store/index.js'

/** Bytes of a body. */
const BODY_LIMIT = 65_536
const MAX_PER_PAGE = 200
const DEFAULT_PER_PAGE = 60

/** A page of a list; the first one is 0. */
export interface Page {
  readonly page: number
  readonly perPage: number
}

export interface Call {
  readonly req: Request
  /** The signed-in user. */
  readonly user: HookUser
  /** The parsed JSON, whose texts every store can keep; undefined for calls without a body. */
  readonly body: unknown
}

/** A response that is written in pieces. */
export interface LongAnswer {
  send(res: Response): Promise<void>
}

/**
 * A route for signed-in users. The result of `handle` is sent as JSON with this status unless it is a
 * `LongAnswer`. By default a body may have 64 KiB.
 */
export type MakeCall = (
  handle: (call: Call) => Promise<unknown>,
  status?: 200 | 201,
  bodyLimit?: number,
) => RequestHandler

export function callMaker({ currentUser }: Pick<IncomingWebhooks, 'currentUser'>): MakeCall {
  return (handle, status = 200, bodyLimit = BODY_LIMIT) => {
    const readJson = jsonReader(bodyLimit)
    return async (req, res) => {
      const user = await currentUser(req)
      if (!user) throw new WebhookError('session_expired')
      const body = ['GET', 'HEAD'].includes(req.method) ? undefined : await readJson(req, res)
      const answer = await handle({ req, user, body })
      res.status(status).setHeader('Cache-Control', 'no-store')
      if (isLongAnswer(answer)) await answer.send(res)
      else res.json(answer)
    }
  }
}

function isLongAnswer(answer: unknown): answer is LongAnswer {
  return answer instanceof Object && 'send' in answer && typeof answer.send === 'function'
}

export function invalid(name: string, detail?: string): WebhookError {
  return new WebhookError('invalid_body', { params: { name }, ...(detail ? { detail } : {}) })
}

/** A path parameter; `''` if the route does not have it. */
export function pathPart(req: Request, name: string): string {
  const part = req.params[name]
  return typeof part === 'string' ? part : ''
}

/** The user named in the path; `me` is the caller. */
export function userIdOf({ req, user }: Call): string {
  const id = pathPart(req, 'user_id')
  return id === 'me' ? user.id : id
}

/** Users can access their own data, administrators also that of others. */
export function ownUserIdOf(call: Call): string {
  const id = userIdOf(call)
  if (id !== call.user.id && !call.user.admin) throw new WebhookError('not_permitted')
  return id
}

export function queryText(req: Request, name: string): string | undefined {
  // The first of several.
  const [value] = [req.query[name]].flat()
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** `page` and `per_page`: default 60, maximum 200; invalid numbers are ignored. */
export function pageOf(req: Request): Page {
  return pageNamed(queryText(req, 'page'), queryText(req, 'per_page'))
}

/** The same from the body. */
export function pageOfBody(body: unknown): Page {
  return pageNamed(String(member(body, 'page')), String(member(body, 'per_page')))
}

function pageNamed(page: string | undefined, perPage: string | undefined): Page {
  const size = wholeNumber(perPage) ?? 0
  return {
    page: wholeNumber(page) ?? 0,
    perPage: size === 0 ? DEFAULT_PER_PAGE : Math.min(size, MAX_PER_PAGE),
  }
}

export function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

export function paged<T>(items: readonly T[], req: Request): readonly T[] {
  const { page, perPage } = pageOf(req)
  return items.slice(page * perPage, (page + 1) * perPage)
}

export function member(body: unknown, name: string): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid('body')
  const entry = Object.entries(body).find(([key]) => key === name)
  return entry?.[1]
}

/** A required string of the body. */
export function text(body: unknown, name: string): string {
  const value = member(body, name)
  if (typeof value === 'string' && value !== '') return value
  throw invalid(name)
}

/** A string of the body, or `''`. */
export function optionalText(body: unknown, name: string): string {
  const value = member(body, name) ?? ''
  if (typeof value === 'string') return value
  throw invalid(name)
}

/** Rejects a longer text. An emoji counts as one character. */
export function refuseLonger(name: string, value: string, most: number): void {
  if (Array.from(value).length > most) throw invalid(name, `at most ${most} characters`)
}

/** A body that is a list of strings. */
export function texts(body: unknown, name: string, limit = MAX_PER_PAGE): readonly string[] {
  if (!Array.isArray(body) || body.length > limit) throw invalid(name)
  return body.map((value: unknown) => {
    if (typeof value === 'string') return value
    throw invalid(name)
  })
}

function jsonReader(limit: number): (req: Request, res: Response) => Promise<unknown> {
  const parse = express.json({ type: () => true, limit, reviver: storableValue })
  return async (req, res) => {
    // The parser would read all of it before rejecting it.
    if (Number(req.headers['content-length'] ?? 0) > limit) {
      throw new WebhookError('body_too_large', { detail: `at most ${limit} bytes` })
    }
    await new Promise<void>((resolve, reject) => {
      parse(req, res, (error?: unknown) => {
        if (error === undefined) resolve()
        else reject(readingError(error))
      })
    })
    const body: unknown = req.body
    return body
  }
}

function storableValue(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? storable(value) : value
}

function readingError(error: unknown): WebhookError {
  const type = error instanceof Error && 'type' in error ? error.type : ''
  if (type === 'entity.too.large') return new WebhookError('body_too_large', { cause: error })
  if (type === 'encoding.unsupported' || type === 'charset.unsupported') {
    return new WebhookError('unsupported_encoding', { cause: error })
  }
  const detail = 'the body is not JSON'
  return new WebhookError('invalid_body', { params: { name: 'body' }, detail, cause: error })
}
