import { countText, Icon } from 'express-incoming-webhooks-ui'
import type { LoggedRequest } from '../../api/requests.js'
import type { Webhook } from '../../api/webhooks.js'
import { Link } from '../../parts/link.js'
import { Time } from '../../parts/time.js'
import { OWN_FORMAT } from '../../program.js'
import { requestPath } from '../../state/route.js'
import { clockTime, millisecondsText, sizeText } from '../../state/time.js'
import { partsOf, titleOf, toneOf } from './words.js'

interface RowProps {
  readonly request: LoggedRequest
  /** Null if it is not known. */
  readonly webhook: Webhook | null
  /** Whether the row says of which webhook it is. */
  readonly isNamed: boolean
}

/** A request of the list. */
export function Row({ request, webhook, isNamed }: RowProps) {
  const { id, hookId, time, status, userAgent, size, duration } = request
  const facts = [
    isNamed && (webhook?.displayName ?? hookId),
    formatOf(request),
    userAgent === '' ? 'unnamed sender' : userAgent,
    sizeText(size),
    duration !== null && millisecondsText(duration),
  ]
  return (
    <li class="req">
      <Time class="req__time" at={time} text={clockTime(time)} />
      <span class={`badge badge--code badge--${toneOf(status)}`}>{status}</span>
      <span class="req__what">
        <Link class="req__link" to={requestPath(hookId, id)}>
          {titleOf(request, webhook)}
        </Link>
        <small>{facts.filter((fact) => fact).join(', ')}</small>
      </span>
      <span class="req__tags">
        {tagsOf(request).map(({ tone = '', text }) => (
          <span key={text} class={`badge ${tone}`}>
            {text}
          </span>
        ))}
      </span>
      <Icon name="next" />
    </li>
  )
}

/** `github pull_request.opened`; nothing of our own format, which has no events. */
function formatOf({ format, event }: LoggedRequest) {
  if (format === '' || format === OWN_FORMAT) return ''
  return event === '' ? format : `${format} ${event}`
}

function tagsOf(request: LoggedRequest) {
  const { warnings, replayed, replayOf, deliveredBy, waited, isOldKey } = request
  const parts = partsOf(request)
  return [
    warnings.length > 0 && { tone: 'badge--warn', text: countText(warnings.length, 'warning') },
    isOldKey && { tone: 'badge--warn', text: 'old URL' },
    deliveredBy !== null && { tone: 'badge--ok', text: 'delivered later' },
    parts > 1 && { text: countText(parts, 'post') },
    waited > 0 && { text: `waited ${waited} s` },
    (replayed || replayOf !== null) && { text: 'repeated' },
  ].filter((tag) => tag !== false)
}
