import type { Request, RequestHandler, Response } from 'express'
import helmet from 'helmet'
import compression from 'compression'
import type { ImageHosts } from './environment.js'

interface SecurityHeaderOptions {
  readonly siteUrl: string
  readonly imageHosts: ImageHosts
}

/** What browsers may do with the chat's pages. The console replaces the content policy by its own. */
export function securityHeaders({ siteUrl, imageHosts }: SecurityHeaderOptions): RequestHandler {
  const { host } = new URL(siteUrl)
  return helmet({
    contentSecurityPolicy: policyWith({
      // Whatever a message says, unless the operator names other hosts.
      imgSrc: ["'self'", 'data:', ...(imageHosts === '*' ? ['*'] : imageHosts)],
      connectSrc: ["'self'", `ws://${host}`, `wss://${host}`],
      formAction: ["'self'"],
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ["'none'"],
    }),
    xFrameOptions: { action: 'deny' },
    // Whether all of a domain is reached by TLS only is for whoever runs its proxy to decide.
    strictTransportSecurity: false,
  })
}

type Directives = Readonly<Record<string, readonly string[]>>

/** Another content policy for some pages. */
export function contentPolicy(directives: Directives): RequestHandler {
  return helmet.contentSecurityPolicy(policyWith(directives))
}

/** Of all pages: scripts and styles are the site's own, and no other page may show them. */
function policyWith(directives: Directives) {
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      ...directives,
    },
  }
}

const API = '/api/'
const HOOKS = '/api/v4/hooks/'
/** Lists. All other answers below `HOOKS` may hold a key, or a secret of a sender. */
const WITHOUT_KEYS = /^\/api\/v4\/hooks\/incoming(?:\/[^/]+\/\w+)?\/?$/

/**
 * Compresses pages with Brotli or gzip, as the client accepts it (their files have been before), and answers of the API
 * with Brotli, for which browsers ask on the long way. Programs that ask for gzip are mostly near, and
 * some of them cannot read it. Answers with keys stay as they are: of a compressed one, the length says
 * something about the key to somebody who can make it contain a guess.
 */
export function compressed(): RequestHandler {
  const compress = compression({ filter: isCompressible })
  return (req, res, next) => {
    const { method, path } = req
    const lower = path.toLowerCase()
    const mayHoldKey = lower.startsWith(HOOKS) && !(method === 'GET' && WITHOUT_KEYS.test(path))
    const isTooNear = lower.startsWith(API) && !req.acceptsEncodings('br')
    if (mayHoldKey || isTooNear) next()
    else compress(req, res, next)
  }
}

/** Events must not wait for more of them. */
function isCompressible(req: Request, res: Response): boolean {
  const isStream = String(res.getHeader('Content-Type')).startsWith('text/event-stream')
  return !isStream && compression.filter(req, res)
}

/**
 * JSON has the type `application/json` without a charset: clients of the reference's API compare the
 * whole header and treat JSON with a charset as text.
 */
export const plainJsonType: RequestHandler = (_req, res, next) => {
  const setHeader = res.setHeader.bind(res)
  res.setHeader = (name, value) => setHeader(name, isJsonType(name, value) ? JSON_TYPE : value)
  next()
}

const JSON_TYPE = 'application/json'

function isJsonType(name: string, value: unknown): boolean {
  return name.toLowerCase() === 'content-type' && value === `${JSON_TYPE}; charset=utf-8`
}
