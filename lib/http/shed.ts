import type { IncomingMessage, ServerResponse } from 'node:http'
import { withoutTrailing } from '../text/trimming.js'
import type { Admission } from '../load/admission.js'
import { requestId, sendError } from './error-handler.js'

/** Whether the request has been refused, and so answered. */
export type Shed = (req: IncomingMessage, res: ServerResponse) => boolean

/**
 * Refuses hook requests while there are too many, without Express: what it does for a request before
 * any handler runs costs several times as much as the refusal.
 */
export function createShed(admission: Admission, hooksPath: string): Shed {
  const below = `${withoutTrailing(hooksPath, '/')}/`
  return (req, res) => {
    const refusal = admission.refusal()
    if (!refusal || req.method !== 'POST' || !req.url?.startsWith(below)) return false
    sendError(res, refusal, requestId(req))
    return true
  }
}
