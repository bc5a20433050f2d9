import { Button } from 'express-incoming-webhooks-ui/button'
import { Icon } from 'express-incoming-webhooks-ui/icon'
import { countText } from 'express-incoming-webhooks-ui/numbers'
import { useState } from 'preact/hooks'
import type { Attention } from '../../api/attention.js'
import type { Webhook } from '../../api/webhooks.js'
import { Link } from '../../parts/link.js'
import { attentionPath, attentionText } from './attention-words.js'

/** What is shown at first. */
const SHOWN = 5

interface NeedsAttentionProps {
  readonly list: readonly Attention[]
  readonly webhooks: readonly Webhook[]
}

/** Webhooks that keep failing, that expire soon, or whose old URL is still used. */
export function NeedsAttention({ list, webhooks }: NeedsAttentionProps) {
  const [limit, setLimit] = useState(SHOWN)
  if (list.length === 0) return null
  const hidden = list.length - limit
  return (
    <section class="card attention" aria-labelledby="attention">
      <h2 id="attention">Needs attention</h2>
      <ul>
        {list.slice(0, limit).map((each) => (
          <li key={`${each.hookId} ${each.signal}`} class="with-icon">
            <Icon name={each.signal === 'failing' ? 'alert' : 'clock'} size="small" />
            <span>
              <Link to={attentionPath(each)}>{each.displayName}</Link>{' '}
              {attentionText(each, webhooks.find(({ id }) => id === each.hookId)?.expiresAt ?? 0)}
            </span>
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button small onPress={() => setLimit(Infinity)}>
          Show {countText(hidden, 'more', 'more')}
        </Button>
      )}
    </section>
  )
}
