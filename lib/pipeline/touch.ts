import type { CheckedDelivery } from '../host/checked.js'
import { isUnavailable } from '../model/errors.js'
import type { HookLog } from '../model/log.js'
import { Recent } from '../model/recent.js'
import type { IncomingWebhook } from '../model/records.js'

/** The last use is written at most once in this time, in milliseconds. */
const INTERVAL = 60_000
/** Some 100 bytes each. */
const MAX_REMEMBERED = 100_000

/** Records in the background when a webhook's key was used. It never makes a delivery fail. */
export function createTouch(
  webhooks: Pick<CheckedDelivery['webhooks'], 'touch'>,
  log: HookLog,
): (webhook: IncomingWebhook, key: 'current' | 'previous', at: number) => void {
  const written = new Recent<number>(MAX_REMEMBERED)
  return (webhook, key, at) => {
    const name = `${key} ${webhook.id}`
    const last = written.get(name)
    if (last !== undefined && Math.abs(at - last) < INTERVAL) return
    written.set(name, at)
    const note = async () => {
      await webhooks.touch(webhook.id, at, key)
    }
    note().catch((error: unknown) => {
      if (isUnavailable(error)) return
      log('warn', 'could not record the last use of a webhook', { webhook: webhook.id, error })
    })
  }
}
