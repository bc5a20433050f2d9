import type { Request } from 'express'
import { keyHint } from '../rules/keys.js'

/** Twice the maximum length of a key, to allow for some percent-encoding. */
const LONGEST = 128

/**
 * Removes the key from the request's URLs as soon as it has been read, so that an access log written
 * after the response does not contain it. A path longer than any key is removed as a whole.
 */
export function hideKey(req: Request, key: string): void {
  if (key === '') return
  const hidden = `[redacted:${keyHint(key)}]`
  if (key.length > LONGEST) {
    // Searching for one long text in another takes quadratic time.
    req.url = `/${hidden}`
    req.originalUrl = `${req.baseUrl}/${hidden}`
    return
  }
  req.url = req.url.replaceAll(key, hidden)
  req.originalUrl = req.originalUrl.replaceAll(key, hidden)
}
