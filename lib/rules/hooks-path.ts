/** Where hooks are unless the host says otherwise. */
export const HOOKS_PATH = '/hooks'

import { withoutTrailing } from '../text/trimming.js'

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
function isPath(text: string): boolean {
  const address = `http://localhost${text}`
  return text.startsWith('/') && URL.canParse(address) && new URL(address).pathname === text
}
