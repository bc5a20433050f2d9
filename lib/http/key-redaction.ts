import type { Request } from 'express'
import { keyHint } from '../rules/keys.js'

/**
 * Takes the key out of the request's addresses as soon as it has been read, so that an access log
 * written when the answer is done does not hold it.
 */
export function hideKey(req: Request, key: string): void {
  if (key === '') return
  const hidden = `[redacted:${keyHint(key)}]`
  req.url = req.url.replaceAll(key, hidden)
  req.originalUrl = req.originalUrl.replaceAll(key, hidden)
}
