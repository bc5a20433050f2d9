import { Icon } from 'express-incoming-webhooks-ui/icon'
import { countText, numberText } from 'express-incoming-webhooks-ui/numbers'
import { fullTime } from 'express-incoming-webhooks-ui/times'
import type { JSX } from 'preact'
import type { RecentRequest } from '../../api/requests.js'
import { postAddress } from '../../config.js'
import { Notice } from '../../parts/notice.js'
import { Time } from '../../parts/time.js'
import { clockTime, sizeText } from '../../state/time.js'
import { isRefused } from './facts.js'
import { reasonOf } from './reason.js'

interface RequestProps {
  readonly request: RecentRequest
  readonly channel: string
}

/** A request, with collapsed details. */
export function Request({ request, channel }: RequestProps): JSX.Element {
  const { warnings, postIds } = request
  const sender = request.userAgent === '' ? 'unnamed sender' : request.userAgent
  return (
    <details class="req">
      <summary class="req__row">
        <Time class="req__time" at={request.time} text={clockTime(request.time)} />
        <span class={`badge badge--code ${lookOf(request.status)}`}>{request.status}</span>
        <span class="req__what">
          {titleOf(request, channel)}
          <small>
            {sender}, {sizeText(request.size)}
          </small>
        </span>
        <span class="req__tags">
          {warnings.length > 0 && (
            <span class="badge badge--warn">{countText(warnings.length, 'warning')}</span>
          )}
          {postIds.length > 1 && <span class="badge">{countText(postIds.length, 'post')}</span>}
          {request.replayed && <span class="badge">repeated</span>}
        </span>
        <Icon name="next" />
      </summary>
      <div class="req__more">
        {isRefused(request) && <Refusal request={request} />}
        {warnings.length > 0 && <Warnings request={request} />}
        <Details request={request} channel={channel} />
      </div>
    </details>
  )
}

function titleOf({ status, message, errorId, postIds }: RecentRequest, channel: string): string {
  if (status >= 400) return message || errorId || 'Refused'
  return `Posted to # ${channel}${postIds.length > 1 ? ` in ${postIds.length} parts` : ''}`
}

function lookOf(status: number): string {
  if (status < 400) return 'badge--ok'
  return status === 429 || status === 503 ? 'badge--warn' : 'badge--bad'
}

function Refusal({ request }: { request: RecentRequest }): JSX.Element {
  const reason = reasonOf(request)
  return (
    <Notice kind="bad">
      <p class="notice__title">{reason.title}</p>
      <p>{reason.text}</p>
    </Notice>
  )
}

function Warnings({ request }: { request: RecentRequest }): JSX.Element {
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

function Details({ request, channel }: RequestProps): JSX.Element {
  const { errorId, ignored, postIds, requestId, userAgent } = request
  const addresses = postIds.map(postAddress).filter((address) => address !== null)
  return (
    <dl class="facts">
      <div>
        <dt>Received</dt>
        <dd>{fullTime(request.time)}</dd>
      </div>
      {userAgent !== '' && (
        <div>
          <dt>Sent by</dt>
          <dd>
            <code>{userAgent}</code>
          </dd>
        </div>
      )}
      <div>
        <dt>Size</dt>
        <dd>{numberText(request.size)} bytes</dd>
      </div>
      {addresses.length > 0 && (
        <div>
          <dt>{addresses.length === 1 ? 'Message' : 'Messages'}</dt>
          <dd class="row">
            {addresses.map((address, at) => (
              <a key={address} href={address}>
                {addresses.length === 1 ? `Open in # ${channel}` : `Part ${at + 1}`}
              </a>
            ))}
          </dd>
        </div>
      )}
      {ignored.length > 0 && (
        <div>
          <dt>Ignored</dt>
          <dd class="row">
            {ignored.map((path, at) => (
              <code key={at}>{path}</code>
            ))}
          </dd>
        </div>
      )}
      {requestId !== '' && (
        <div>
          <dt>Request ID</dt>
          <dd>
            <code>{requestId}</code>
          </dd>
        </div>
      )}
      {errorId !== '' && (
        <div>
          <dt>Error</dt>
          <dd>
            <code>{errorId}</code>
          </dd>
        </div>
      )}
    </dl>
  )
}
