import type { CheckedDelivery } from '../host/checked.js'
import { isUnavailable } from '../model/errors.js'
import type { HookLog } from '../model/log.js'
import type { IncomingWebhook } from '../model/records.js'

/** The last use is written at most once in this time, in milliseconds. */
const INTERVAL = 60_000
const MAX_REMEMBERED = 10_000

/** Records in the background when a webhook's key was used. It never makes a delivery fail. */
export function createTouch(
  webhooks: Pick<CheckedDelivery['webhooks'], 'touch'>,
  log: HookLog,
): (webhook: IncomingWebhook, key: 'current' | 'previous', at: number) => void {
  const written = new Map<string, number>()
  return (webhook, key, at) => {
    const name = `${key} ${webhook.id}`
    const last = written.get(name)
    if (last !== undefined && Math.abs(at - last) < INTERVAL) return
    if (written.size >= MAX_REMEMBERED) written.clear()
    written.set(name, at)
    const note = async (): Promise<void> => {
      await webhooks.touch(webhook.id, at, key)
    }
    note().catch((error: unknown) => {
      if (isUnavailable(error)) return
      log('warn', 'could not record the last use of a webhook', { webhook: webhook.id, error })
    })
  }
}
