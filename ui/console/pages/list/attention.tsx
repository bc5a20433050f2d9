import { atTime, Button, countText, Icon, sinceText } from 'express-incoming-webhooks-ui'
import { useState } from 'preact/hooks'
import type { Attention, FoundAttention } from '../../api/attention.js'
import type { Webhook } from '../../api/webhooks.js'
import { hookPath, Link } from '../../state/route.js'
import { HandOverDialog } from '../hand-over-later.js'
import { messageOf } from '../requests/words.js'

/** Signals of what is not wrong yet. */
const TIMELY: ReadonlySet<string> = new Set(['expiring', 'old-key-used'])
/** What is shown at first. */
const SHOWN = 5

interface NeedsAttentionProps extends FoundAttention {
  readonly webhooks: readonly Webhook[]
  readonly reload: () => void
}

/** Webhooks that keep failing, that expire soon, whose old URL is still used, or whose owner has left. */
export function NeedsAttention({ list, hasMore, webhooks, reload }: NeedsAttentionProps) {
  const [handed, hand] = useState<Webhook | null>(null)
  const [limit, setLimit] = useState(SHOWN)
  const hidden = list.length - limit
  return (
    <>
      {(list.length > 0 || hasMore) && (
        <section class="card attention" aria-labelledby="attention">
          <h2 id="attention">Needs attention</h2>
          <ul>
            {list.slice(0, limit).map((each) => (
              <Row key={`${each.hookId} ${each.signal}`} {...{ each, webhooks, hand }} />
            ))}
          </ul>
          {hidden > 0 && (
            <Button small onPress={() => setLimit(Infinity)}>
              Show {countText(hidden, 'more', 'more')}
            </Button>
          )}
          {hasMore && <p class="hint">There may be more: not all webhooks were checked.</p>}
        </section>
      )}
      {handed && <HandOverDialog webhook={handed} onDone={reload} close={() => hand(null)} />}
    </>
  )
}

interface RowProps extends Pick<NeedsAttentionProps, 'webhooks'> {
  readonly each: Attention
  readonly hand: (webhook: Webhook) => void
}

function Row({ each, webhooks, hand }: RowProps) {
  const { hookId, signal, displayName } = each
  const webhook = webhooks.find(({ id }) => id === hookId)
  const path = attentionPath(each)
  return (
    <li class="with-icon">
      <Icon name={TIMELY.has(signal) ? 'clock' : 'alert'} size="small" />
      <span>
        <Link to={path}>{displayName}</Link> {attentionText(each, webhook?.expiresAt ?? 0)}{' '}
        {signal === 'failing' && <Link to={`${path}&ask=replay`}>Replay</Link>}
        {webhook && signal === 'owner-deactivated' && (
          <Button kind="link" small onPress={() => hand(webhook)}>
            Hand over
          </Button>
        )}
      </span>
    </li>
  )
}

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
