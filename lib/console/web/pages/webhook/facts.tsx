import type { JSX } from 'preact'
import type { RecentRequest } from '../../api/requests.js'
import type { Webhook } from '../../api/webhooks.js'
import { Person } from '../../parts/avatar.js'
import { ChannelTag } from '../../parts/badge.js'
import { fullDate, numberText } from '../../state/time.js'

export function About({ webhook }: { webhook: Webhook }): JSX.Element {
  const { id, rateLimit } = webhook
  return (
    <section class="card">
      <div class="card__body">
        <h2 class="mb-4">About</h2>
        <dl class="facts">
          <Fact name="Creator">
            <Person name={webhook.creator} />
          </Fact>
          <Fact name="Channel">
            <span class="row">
              <ChannelTag name={webhook.channel} />
            </span>
          </Fact>
          <Fact name="Other channels">{webhook.locked ? 'Locked' : 'Allowed'}</Fact>
          <Fact name="Created">{fullDate(webhook.createAt)}</Fact>
          <Fact name="Expires">
            {webhook.expiresAt === 0 ? 'Never' : fullDate(webhook.expiresAt)}
          </Fact>
          {rateLimit !== null && (
            <Fact name="Rate limit">
              {`${numberText(rateLimit.perSecond)} per second, ${numberText(rateLimit.burst)} at once`}
            </Fact>
          )}
          <Fact name="ID">
            <code>{id}</code>
          </Fact>
        </dl>
      </div>
    </section>
  )
}

export function RequestCounts(props: { requests: readonly RecentRequest[] }): JSX.Element {
  const { requests } = props
  const refused = requests.filter(isRefused).length
  return (
    <section class="card">
      <div class="card__body">
        <h2 class="mb-4">
          {requests.length === 1 ? 'Last request' : `Last ${requests.length} requests`}
        </h2>
        <dl class="facts">
          <Fact name="Posted">
            <span class="num">{requests.length - refused}</span>
          </Fact>
          <Fact name="With warnings">
            <span class="num">{requests.filter(hasWarnings).length}</span>
          </Fact>
          <Fact name="Refused">
            <span class={refused === 0 ? 'num' : 'num danger'}>{refused}</span>
          </Fact>
        </dl>
      </div>
    </section>
  )
}

export function isRefused({ status }: RecentRequest): boolean {
  return status >= 400
}

export function hasWarnings({ warnings }: RecentRequest): boolean {
  return warnings.length > 0
}

function Fact(props: { name: string; children: JSX.Element | string }): JSX.Element {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  )
}
