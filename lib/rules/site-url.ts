import { withoutTrailing } from '../text/trimming.js'

export function isSiteUrl(value: unknown): boolean {
  return parsed(value) !== null
}

/** The URL as URLs are written, without a trailing slash: paths are appended to it. */
export function siteUrlOf(siteUrl: string): string {
  return withoutTrailing(parsed(siteUrl)?.href ?? siteUrl, '/')
}

function parsed(value: unknown): URL | null {
  // Values of the environment may end with a line break.
  const given = typeof value === 'string' ? value.trim() : ''
  if (!/^https?:\/\/[^?#]+$/i.test(given) || !URL.canParse(given)) return null
  const url = new URL(given)
  return url.username === '' && url.password === '' ? url : null
}

/** Whether it is an origin. A path would have no effect, so it is not accepted. */
export function isOrigin(value: unknown): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false
  const { protocol, origin, href } = new URL(value)
  return /^https?:$/.test(protocol) && href === `${origin}/`
}
