import type { IncomingMessage } from 'node:http'
import { type RequestHandler, type Response, Router } from 'express'
import { WebhookError } from 'express-incoming-webhooks'

const SAFE_METHODS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The sign-in of the pages: a token that scripts cannot read, and that all tabs have. */
export interface SessionCookie {
  /**
   * Before the API: the cookie counts as the bearer token of a request without one. Rejects unsafe calls
   * with it that a page of another site could have made.
   */
  readonly accept: RequestHandler
  /** Below `/users`: sets the cookie when a page signs in, and removes it on signing out. */
  readonly keep: Router
  readonly tokenIn: (req: IncomingMessage) => string | null
  /** Whether a page of this site sent the request. */
  readonly isFromSite: (req: IncomingMessage) => boolean
}

export function createSessionCookie(siteUrl: string): SessionCookie {
  const { origin, pathname, port, protocol } = new URL(siteUrl)
  // Cookies are shared by all ports of a host.
  const name = port === '' ? 'chat-session' : `chat-session-${port}`
  const path = pathname.replace(/\/$/, '') || '/'
  const attributes = `Path=${path}; HttpOnly; SameSite=Lax${protocol === 'https:' ? '; Secure' : ''}`
  const isFromSite = (req: IncomingMessage): boolean => req.headers.origin === origin
  const tokenIn = (req: IncomingMessage): string | null => cookieIn(req, name)
  const accept: RequestHandler = (req, _res, next) => {
    const token = tokenIn(req)
    if (token !== null && req.headers.authorization === undefined) {
      if (!SAFE_METHODS.has(req.method)) checkCaller(req, isFromSite(req))
      req.headers.authorization = `Bearer ${token}`
    }
    next()
  }
  const keep = Router()
  keep.post('/login', (req, res, next) => {
    // Other clients have no use for a cookie, and other sites must not sign their visitors in.
    if (isFromSite(req) && hasOwnHeader(req)) {
      onToken(res, (token) => res.append('Set-Cookie', `${name}=${token}; ${attributes}`))
    }
    next()
  })
  keep.post('/logout', (req, res, next) => {
    if (tokenIn(req) !== null) res.append('Set-Cookie', `${name}=; Max-Age=0; ${attributes}`)
    next()
  })
  return { accept, keep, tokenIn, isFromSite }
}

function checkCaller(req: IncomingMessage, isFromSite: boolean): void {
  if (!isFromSite) {
    throw new WebhookError('not_permitted', { detail: 'Origin: a different site' })
  }
  if (!hasOwnHeader(req)) {
    throw new WebhookError('not_permitted', { detail: 'X-Requested-With is required' })
  }
}

/** Browsers send it to another site only with that site's consent. */
function hasOwnHeader(req: IncomingMessage): boolean {
  return req.headers['x-requested-with'] !== undefined
}

/** Calls back when the library sends the token of a new session. */
function onToken(res: Response, keep: (token: string) => void): void {
  const setHeader = res.setHeader.bind(res)
  res.setHeader = (name, value) => {
    if (name === 'Token') keep(String(value))
    return setHeader(name, value)
  }
}

function cookieIn({ headers }: IncomingMessage, name: string): string | null {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [key = '', value = ''] = pair.trim().split('=', 2)
    if (key === name && value !== '') return value
  }
  return null
}
