import { withoutTrailing } from '../text/ends.js'

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

/** Where hooks are unless the host says otherwise. */
export const HOOKS_PATH = '/hooks'

/** The path where a host mounts the hooks router, without a trailing slash. Throws a `TypeError` for `/`. */
export function hooksPathOf(hooksPath: unknown): string {
  if (typeof hooksPath !== 'string' || !isPath(hooksPath)) {
    throw new TypeError('hooksPath: expected a URL path that begins with a slash, such as /hooks')
  }
  const path = withoutTrailing(hooksPath, '/')
  if (path !== '') return path
  throw new TypeError(
    'hooksPath: / is the whole app; mount the hooks router at a path of its own, such as /hooks',
  )
}

/** Whether a URL contains it unchanged. */
function isPath(text: string) {
  const address = `http://localhost${text}`
  return text.startsWith('/') && URL.canParse(address) && new URL(address).pathname === text
}
