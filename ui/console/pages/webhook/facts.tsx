import { countText, numberText } from 'express-incoming-webhooks-ui/numbers'
import type { JSX } from 'preact'
import type { CallerField, CallerName, CallerValues } from '../../../../lib/model/webhook-fields.js'
import type { RecentRequest } from '../../api/requests.js'
import type { Webhook } from '../../api/webhooks.js'
import { Person } from '../../parts/avatar.js'
import { ChannelTag } from '../../parts/badge.js'
import { fullDate } from '../../state/time.js'
import { FIELDS, namesIn } from '../form/draft.js'
import { Fact } from './fact.js'
import { formatName } from './request-details.js'

/** Other fields whose value differs from the default. */
const OTHERS = (['posting', 'formats', 'administrators'] as const)
  .flatMap(namesIn)
  .filter((name) => name !== 'channelLocked' && name !== 'expiresAt')

export function About({ webhook }: { webhook: Webhook }): JSX.Element {
  return (
    <section class="card">
      <div class="card__body">
        <h2 class="mb-4">About</h2>
        <dl class="facts">
          <Fact name="Owner">
            <Person name={webhook.owner} />
          </Fact>
          <Fact name="Channel">
            <span class="row">
              <ChannelTag name={webhook.channel} isPrivate={webhook.isPrivate} />
            </span>
          </Fact>
          <Fact name="Other channels">{webhook.channelLocked ? 'Not allowed' : 'Allowed'}</Fact>
          <Fact name="Created">{fullDate(webhook.createAt)}</Fact>
          <Fact name="Expires">
            {webhook.expiresAt === 0 ? 'Never' : fullDate(webhook.expiresAt)}
          </Fact>
          {OTHERS.filter((name) => !isInitial(FIELDS[name], webhook[name])).map((name) => (
            <Fact key={name} name={FIELDS[name].label}>
              {wordsOf(FIELDS[name], webhook[name])}
            </Fact>
          ))}
          <Fact name="ID">
            <code>{webhook.id}</code>
          </Fact>
        </dl>
      </div>
    </section>
  )
}

export function RequestCounts(props: { requests: readonly RecentRequest[] }): JSX.Element {
  const { requests } = props
  const refused = requests.filter(isRefused).length
  const skipped = requests.filter((request) => request.skipped).length
  const formats = [...new Set(requests.map(({ format }) => format))].filter((name) => name !== '')
  return (
    <section class="card">
      <div class="card__body">
        <h2 class="mb-4">{countText(requests.length, 'recent request')}</h2>
        <dl class="facts">
          <Fact name="Posted">
            <span class="num">{requests.length - refused - skipped}</span>
          </Fact>
          {skipped > 0 && (
            <Fact name="Not shown">
              <span class="num">{skipped}</span>
            </Fact>
          )}
          <Fact name="With warnings">
            <span class="num">{requests.filter(hasWarnings).length}</span>
          </Fact>
          <Fact name="Refused">
            <span class={refused === 0 ? 'num' : 'num danger'}>{refused}</span>
          </Fact>
          {formats.length > 0 && (
            <Fact name={formats.length === 1 ? 'Format' : 'Formats'}>
              {formats.map(formatName).join(', ')}
            </Fact>
          )}
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

function isInitial({ initial }: CallerField, value: CallerValues[CallerName]): boolean {
  return Array.isArray(value) ? value.length === 0 : value === initial
}

function wordsOf(field: CallerField, value: CallerValues[CallerName]): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return fullDate(value)
  if (typeof value === 'string') return (field.kind === 'choice' && field.words?.[value]) || value
  if (!('perSecond' in value)) return value.join(', ')
  return `${numberText(value.perSecond)} per second, burst ${numberText(value.burst)}`
}
