import type { Request } from 'express'
import { keyHint } from '../rules/keys.js'

/** Twice the length of any key, percent-encoded or not quite. */
const LONGEST = 128

/**
 * Takes the key out of the request's addresses as soon as it has been read, so that an access log
 * written when the answer is done does not hold it. A path longer than any key goes as a whole.
 */
export function hideKey(req: Request, key: string): void {
  if (key === '') return
  const hidden = `[redacted:${keyHint(key)}]`
  if (key.length > LONGEST) {
    // A search of one long text in another takes quadratic time.
    req.url = `/${hidden}`
    req.originalUrl = `${req.baseUrl}/${hidden}`
    return
  }
  req.url = req.url.replaceAll(key, hidden)
  req.originalUrl = req.originalUrl.replaceAll(key, hidden)
}
