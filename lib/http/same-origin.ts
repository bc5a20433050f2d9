import type { IncomingMessage } from 'node:http'
import { WebhookError } from '../model/errors.js'

const SAFE_METHODS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS'])
const BEARER = /^bearer\s/i

/**
 * Throws `not_permitted` for an unsafe call that another site could have made with the cookies of its
 * visitor. Browsers never add a bearer token by themselves. `origins` are those of the site itself.
 */
export function checkSameOrigin(req: IncomingMessage, origins: ReadonlySet<string>): void {
  if (SAFE_METHODS.has(req.method) || BEARER.test(req.headers.authorization ?? '')) return
  const { origin } = req.headers
  if (origin !== undefined && !origins.has(origin)) {
    throw new WebhookError('not_permitted', { detail: 'Origin: a different site' })
  }
  // A browser sends neither of these to another site without that site's consent.
  if (!isJson(req.headers['content-type']) && req.headers['x-requested-with'] === undefined) {
    const detail = 'Content-Type: application/json or X-Requested-With is required'
    throw new WebhookError('not_permitted', { detail })
  }
}

function isJson(contentType: string | undefined): boolean {
  return contentType?.split(';')[0]?.trim().toLowerCase() === 'application/json'
}
