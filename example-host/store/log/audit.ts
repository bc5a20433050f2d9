import type { AuditEvent } from 'express-incoming-webhooks'
import type { AuditTrail } from '../chat-store.js'
import { LineFile } from './line-file.js'

/** At least so many are kept. */
const MOST = 10_000
/** Unless told otherwise, in milliseconds: 400 days. */
export const AUDIT_RETENTION = 34_560_000_000

/** The audit in a file of its own, which is not in the snapshot. */
export function fileAudit(
  path: string,
  clock: () => number,
  retention = AUDIT_RETENTION,
): AuditTrail {
  const file = new LineFile(path)
  return {
    add: (event) => file.append([JSON.stringify(event)], { lines: MOST }),
    list: async ({ page, perPage }) => {
      const events = (await file.read()).map(eventIn).filter((event) => event !== null)
      return events
        .reverse()
        .filter(({ time }) => time > clock() - retention)
        .slice(page * perPage, (page + 1) * perPage)
    },
    forget: (userId) =>
      file.change((line) => {
        const event = eventIn(line)
        return event?.userId === userId ? JSON.stringify({ ...event, username: '' }) : line
      }),
    prune: () => file.deleteBefore(clock() - retention),
  }
}

function eventIn(line: string) {
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
