import { promisify } from 'node:util'
import express, { type Request, type RequestHandler, type Response, Router } from 'express'
import { WebhookError } from 'express-incoming-webhooks'
import { storable } from '../store/index.js'
import type { ApiParts, Call, Handlers } from './calls.js'
import { otherHandlers } from './others.js'
import { channelHandlers } from './channels.js'
import { PostList } from './post-list.js'
import { postHandlers } from './posts.js'
import { type ChatRoute, type RouteName, ROUTES } from './routes.js'
import { userHandlers } from './users.js'

const BODY_LIMIT = 65_536

const HANDLERS: Handlers = {
  ...userHandlers,
  ...channelHandlers,
  ...postHandlers,
  ...otherHandlers,
}

/** The chat's own routes. */
export function chatRouter(parts: ApiParts): Router {
  const router = Router()
  addRoutes(router, ROUTES, parts)
  return router
}

function addRoutes<Name extends RouteName>(
  router: Router,
  routes: Readonly<Record<Name, ChatRoute>>,
  parts: ApiParts,
): void {
  for (const name in routes) {
    const { method, path } = routes[name]
    const handler = answering(routes[name], HANDLERS[name], parts)
    router[method](patternOf(path), handler)
  }
  // After all routes: a path may be one of another pattern, too.
  const listed: readonly ChatRoute[] = Object.values(routes)
  for (const path of new Set(listed.map((route) => route.path))) {
    const here = listed.filter((route) => route.path === path)
    const allowed = here.map(({ method }) =>
      method === 'get' ? 'GET, HEAD' : method.toUpperCase(),
    )
    router.all(patternOf(path), (_req, res, next) => {
      res.setHeader('Allow', allowed.join(', '))
      next(new WebhookError('method_not_allowed', { detail: `use ${allowed.join(' or ')}` }))
    })
  }
}

function patternOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

function answering(
  { method, status = 200, bodyLimit = BODY_LIMIT }: ChatRoute,
  handle: (call: Call) => unknown,
  parts: ApiParts,
): RequestHandler {
  const readJson = method === 'get' ? () => undefined : jsonReader(bodyLimit)
  return async (req, res) => {
    const user = await parts.webhooks.currentUser(req)
    if (!user) throw new WebhookError('session_expired')
    const body = await readJson(req, res)
    const answer = await handle({ req, user, body, ...parts })
    res.status(status).setHeader('Cache-Control', 'no-store')
    if (answer instanceof PostList) await answer.send(res)
    else res.json(answer ?? { status: 'OK' })
  }
}

function jsonReader(limit: number): (req: Request, res: Response) => Promise<unknown> {
  const parse = promisify(express.json({ type: () => true, limit, reviver: storableValue }))
  return async (req, res) => {
    // The parser would read all of it before rejecting it.
    if (Number(req.headers['content-length'] ?? 0) > limit) {
      throw new WebhookError('body_too_large', { detail: `at most ${limit} bytes` })
    }
    await parse(req, res).catch((error: unknown) => {
      throw readingError(error)
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
