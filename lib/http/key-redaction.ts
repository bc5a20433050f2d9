import type { Request } from 'express'
import { keyHint } from '../rules/keys.js'

/** Twice the maximum length of a key, to allow for some percent-encoding. */
const LONGEST = 128

/**
 * Removes the key from the request's URLs as soon as it has been read, so that an access log written
 * after the response does not contain it. A path longer than any key is removed as a whole.
 */
export function hideKey(req: Request, key: string): void {
  req.originalUrl = withoutKey(req.originalUrl, key, req.baseUrl)
  req.url = withoutKey(req.url, key, '')
}

/** The URL without the key; `base` is the path before it. */
export function withoutKey(url: string, key: string, base: string): string {
  if (key === '') return url
  const hidden = `[redacted:${keyHint(key)}]`
  // Searching for one long text in another takes quadratic time.
  return key.length > LONGEST ? `${base}/${hidden}` : url.replaceAll(key, hidden)
}
