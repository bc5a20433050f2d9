import type { IncomingMessage } from 'node:http'
import type { TellMistake } from '../host/host-mistakes.js'
import { WebhookError } from '../model/errors.js'
import { readMediaType } from '../native/body/media-type.js'

const SAFE_METHODS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS'])
const BEARER = /^bearer\s/i

/** No browser sends a longer one, because host names have at most 253 characters. */
const MAX_ORIGIN = 300

/** The site whose pages may make calls with cookies. */
export interface OwnSite {
  readonly siteUrl: string
  /** That of `siteUrl` and the trusted ones. */
  readonly origins: ReadonlySet<string>
  readonly tell: TellMistake
}

/**
 * Throws `not_permitted` for an unsafe call that another site could have made with the cookies of its
 * visitor. Browsers never add a bearer token by themselves. For signed-in callers only: it is logged.
 */
export function checkSameOrigin(req: IncomingMessage, { siteUrl, origins, tell }: OwnSite): void {
  if (SAFE_METHODS.has(req.method) || BEARER.test(req.headers.authorization ?? '')) return
  const { origin } = req.headers
  if (origin !== undefined && !origins.has(origin)) {
    tell('EIW_ORIGIN', { origin: origin.slice(0, MAX_ORIGIN), siteUrl })
    const remedy = `open the pages at ${new URL(siteUrl).origin}, or add this origin to trustedOrigins`
    throw new WebhookError('not_permitted', { detail: `Origin: a different site; ${remedy}` })
  }
  // A browser sends neither of these to another site without that site's consent.
  const { essence } = readMediaType(req.headers['content-type'])
  if (essence !== 'application/json' && req.headers['x-requested-with'] === undefined) {
    const detail = 'Content-Type: application/json or X-Requested-With is required'
    throw new WebhookError('not_permitted', { detail })
  }
}
