import { Icon } from 'express-incoming-webhooks-ui/icon'
import { countText } from 'express-incoming-webhooks-ui/numbers'
import type { RecentRequest } from '../../api/requests.js'
import type { Webhook } from '../../api/webhooks.js'
import { Link } from '../../parts/link.js'
import { Notice } from '../../parts/notice.js'
import { Time } from '../../parts/time.js'
import { hookPath } from '../../state/route.js'
import { clockTime, millisecondsText, sizeText } from '../../state/time.js'
import { useWebhook } from '../loaded-webhook.js'
import { Details, type RequestProps } from './request-details.js'
import { isRefused, OWN_FORMAT, placeOf, reasonOf } from './request-words.js'

/** A request, with collapsed details. */
export function Request({ request }: RequestProps) {
  const { webhook } = useWebhook()
  const { warnings, postIds, duration } = request
  const sender = request.userAgent === '' ? 'unnamed sender' : request.userAgent
  return (
    <details class="req">
      <summary class="req__row">
        <Time class="req__time" at={request.time} text={clockTime(request.time)} />
        <span class={`badge badge--code ${lookOf(request.status)}`}>{request.status}</span>
        <span class="req__what">
          {titleOf(request, webhook)}
          <small>
            {formatOf(request)}
            {sender}, {sizeText(request.size)}
            {duration !== null && `, ${millisecondsText(duration)}`}
          </small>
        </span>
        <span class="req__tags">
          {warnings.length > 0 && (
            <span class="badge badge--warn">{countText(warnings.length, 'warning')}</span>
          )}
          {postIds.length > 1 && <span class="badge">{countText(postIds.length, 'post')}</span>}
          {request.replayed && <span class="badge">repeated</span>}
          {request.skipped && <span class="badge">skipped</span>}
        </span>
        <Icon name="next" />
      </summary>
      <div class="req__more">
        {isRefused(request) && <Refusal request={request} />}
        {request.skipped && <Skipped event={request.event} />}
        {warnings.length > 0 && <Warnings request={request} />}
        <Details request={request} />
      </div>
    </details>
  )
}

/** `github pull_request.opened, `; nothing of our own format, which has no events. */
function formatOf({ format, event }: RecentRequest): string {
  if (format === '' || format === OWN_FORMAT) return ''
  return `${event === '' ? format : `${format} ${event}`}, `
}

function titleOf(request: RecentRequest, webhook: Webhook): string {
  const { status, message, errorId, postIds, skipped, event } = request
  if (status >= 400) return message || errorId || 'Refused'
  if (skipped) return `Not shown: ${event}`
  const { name, why } = placeOf(request, webhook)
  const parts = postIds.length > 1 ? ` in ${postIds.length} parts` : ''
  return name === null ? `Posted${parts}` : `Posted to ${name}${parts}${why}`
}

function lookOf(status: number): string {
  if (status < 400) return 'badge--ok'
  return status === 429 || status === 503 ? 'badge--warn' : 'badge--bad'
}

function Refusal({ request }: RequestProps) {
  const { title, text } = reasonOf(request)
  return (
    <Notice kind="bad">
      <p class="notice__title">{title}</p>
      <p>{text}</p>
    </Notice>
  )
}

function Skipped({ event }: { event: string }) {
  const { webhook } = useWebhook()
  return (
    <Notice>
      <p class="notice__title">The webhook does not show this event</p>
      <p>
        The sender got the usual response. To show <code>{event}</code>, change{' '}
        <b>Only these events</b> or <b>All except these events</b> in{' '}
        <Link to={hookPath(webhook.id, '/edit')}>the settings</Link>.
      </p>
    </Notice>
  )
}

function Warnings({ request }: RequestProps) {
  return (
    <div>
      <h3 class="mb-3">Warnings</h3>
      <ul class="warnings">
        {request.warnings.map(({ path, reason }, at) => (
          <li key={at}>
            <Icon name="warning" size="small" />
            <span>
              {path !== '' && (
                <>
                  <code>{path}</code>:{' '}
                </>
              )}
              {reason}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
