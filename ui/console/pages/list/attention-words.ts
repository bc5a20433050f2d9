import { atTime, countText, sinceText } from 'express-incoming-webhooks-ui'
import type { Attention } from '../../api/attention.js'
import { hookPath } from '../../state/route.js'
import { messageOf } from '../requests/words.js'

/** What is wrong. `expiresAt`: when the webhook expires; 0 if that is not known. */
export function attentionText(
  { signal, reason, count, since }: Omit<Attention, 'hookId' | 'displayName'>,
  expiresAt: number,
  now = Date.now(),
): string {
  const sinceWhen = `since ${sinceText(since, now)}`
  const requests = countText(count, 'request')
  switch (signal) {
    case 'failing': {
      const message = messageOf(reason)
      return `${requests} refused ${sinceWhen}${message === '' ? '' : `: ${message}`}`
    }
    case 'expiring':
      return expiresAt === 0 ? 'Expires within three days' : `Expires ${atTime(expiresAt, now)}`
    case 'old-key-used':
      return `${requests} to the old URL ${sinceWhen}`
    case 'owner-deactivated':
      return 'Refuses everything, because its owner is deactivated'
    case 'silent':
      return `Nothing heard ${sinceWhen}`
    default:
      return `${signal} ${sinceWhen}`
  }
}

/** Where to see what it is about, or to change it. */
export function attentionPath({ hookId, signal }: Pick<Attention, 'hookId' | 'signal'>): string {
  if (signal === 'failing') return `${hookPath(hookId)}?outcome=refused`
  const isSetting = signal === 'expiring' || signal === 'owner-deactivated'
  return hookPath(hookId, isSetting ? '/edit' : '')
}
