import type { AuditEvent } from 'express-incoming-webhooks'
import type { AuditTrail } from '../chat-store.js'
import { LineFile } from './line-file.js'

/** At least so many are kept. */
const MOST = 10_000
/** And for so long, in milliseconds: 400 days. */
export const LIFETIME = 34_560_000_000

/** The audit in a file of its own, which is not in the snapshot. */
export function fileAudit(path: string, clock: () => number = Date.now): AuditTrail {
  const file = new LineFile(path)
  let writing = Promise.resolve()
  return {
    add: (event) => {
      writing = writing
        .catch(() => undefined)
        .then(() => file.append([JSON.stringify(event)], { lines: MOST }))
      return writing
    },
    list: async ({ page, perPage }) => {
      await writing.catch(() => undefined)
      const events = (await file.read()).map(eventIn).filter((event) => event !== null)
      const living = events.reverse().filter(({ time }) => time > clock() - LIFETIME)
      return living.slice(page * perPage, (page + 1) * perPage)
    },
  }
}

function eventIn(line: string): AuditEvent | null {
  try {
    const value: unknown = JSON.parse(line)
    return isAuditEvent(value) ? value : null
  } catch {
    // The last line before a crash.
    return null
  }
}

export function isAuditEvent(value: unknown): value is AuditEvent {
  return value instanceof Object && 'time' in value && 'webhookId' in value && 'fields' in value
}
