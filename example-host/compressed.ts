import compression from 'compression'
import type { Request, RequestHandler, Response } from 'express'

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
