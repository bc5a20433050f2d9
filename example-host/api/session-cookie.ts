import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import type { IncomingWebhooksOptions } from 'express-incoming-webhooks'
import { permit } from './calls.js'

const SAFE_METHODS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS'])

export type SessionCookie = ReturnType<typeof createSessionCookie>

/** The sign-in of the pages: a token that scripts cannot read, and that all tabs have. */
export function createSessionCookie(siteUrl: string) {
  const { origin, pathname, port, protocol } = new URL(siteUrl)
  // Cookies are shared by all ports of a host.
  const name = port === '' ? 'chat-session' : `chat-session-${port}`
  const path = pathname.replace(/\/$/, '') || '/'
  const attributes = `Path=${path}; HttpOnly; SameSite=Lax${protocol === 'https:' ? '; Secure' : ''}`
  /** Whether a page of this site sent the request. */
  const isFromSite = (req: IncomingMessage): boolean => req.headers.origin === origin
  const tokenIn = (req: IncomingMessage): string | null => cookieIn(req, name)
  /**
   * Before the API: the cookie counts as the bearer token of a request without one. Rejects unsafe calls
   * with it that a page of another site could have made.
   */
  const accept: RequestHandler = (req, _res, next) => {
    const token = tokenIn(req)
    if (token !== null && req.headers.authorization === undefined) {
      if (!SAFE_METHODS.has(req.method)) {
        permit(isFromSite(req), 'Origin: a different site')
        permit(hasOwnHeader(req), 'X-Requested-With is required')
      }
      req.headers.authorization = `Bearer ${token}`
    }
    next()
  }
  /** Sets the cookie when a page signs in. */
  const set: NonNullable<IncomingWebhooksOptions['onSignIn']> = (req, res, { token }) => {
    // Other clients have no use for a cookie, and other sites must not sign their visitors in.
    if (!isFromSite(req) || !hasOwnHeader(req)) return
    res.append('Set-Cookie', `${name}=${token}; ${attributes}`)
  }
  /** Before the sign-out: removes the cookie. */
  const remove: RequestHandler = (req, res, next) => {
    if (tokenIn(req) !== null) res.append('Set-Cookie', `${name}=; Max-Age=0; ${attributes}`)
    next()
  }
  return { accept, set, remove, tokenIn, isFromSite }
}

/** Browsers send it to another site only with that site's consent. */
function hasOwnHeader(req: IncomingMessage): boolean {
  return req.headers['x-requested-with'] !== undefined
}

/** The token that a client sends itself. */
export function bearerIn({ headers }: IncomingMessage): string | null {
  return /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null
}

function cookieIn({ headers }: IncomingMessage, name: string): string | null {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [key = '', value = ''] = pair.trim().split('=', 2)
    if (key === name && value !== '') return value
  }
  return null
}
