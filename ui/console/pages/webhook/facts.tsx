import { countText } from 'express-incoming-webhooks-ui/numbers'
import type { ComponentChildren } from 'preact'
import type { RecentRequest } from '../../api/requests.js'
import { Person, WebhookChannel } from '../../parts/badge.js'
import { fullDate } from '../../state/time.js'
import { changedNames, draftOf, EMPTY_DRAFT, FIELDS, namesIn, wordsOf } from '../form/draft.js'
import { useWebhook } from '../loaded-webhook.js'
import { formatName, hasWarnings, isRefused } from './request-words.js'

/** Fields that are shown if they are set. */
const OTHERS = (['posting', 'formats', 'administrators'] as const)
  .flatMap(namesIn)
  .filter((name) => name !== 'channelLocked' && name !== 'expiresAt')

export function About() {
  const { webhook } = useWebhook()
  const set = changedNames(EMPTY_DRAFT, draftOf(webhook))
  return (
    <Facts title="About">
      <Fact name="Owner">
        <Person name={webhook.owner} />
      </Fact>
      <Fact name="Channel">
        <span class="row">
          <WebhookChannel webhook={webhook} />
        </span>
      </Fact>
      <Fact name="Other channels">{webhook.channelLocked ? 'Not allowed' : 'Allowed'}</Fact>
      <Fact name="Created">{fullDate(webhook.createAt)}</Fact>
      <Fact name="Expires">{wordsOf('expiresAt', webhook.expiresAt)}</Fact>
      {OTHERS.filter((name) => set.has(name)).map((name) => (
        <Fact key={name} name={FIELDS[name].label}>
          {wordsOf(name, webhook[name])}
        </Fact>
      ))}
      <Fact name="ID">
        <code>{webhook.id}</code>
      </Fact>
    </Facts>
  )
}

export function RequestCounts(props: { requests: readonly RecentRequest[] }) {
  const { requests } = props
  const refused = requests.filter(isRefused).length
  const skipped = requests.filter((request) => request.skipped).length
  const formats = [...new Set(requests.map(({ format }) => format))].filter((name) => name !== '')
  return (
    <Facts title={countText(requests.length, 'recent request')}>
      <Count name="Posted" count={requests.length - refused - skipped} />
      {skipped > 0 && <Count name="Not shown" count={skipped} />}
      <Count name="With warnings" count={requests.filter(hasWarnings).length} />
      <Count name="Refused" count={refused} isBad={refused > 0} />
      {formats.length > 0 && (
        <Fact name={formats.length === 1 ? 'Format' : 'Formats'}>
          {formats.map(formatName).join(', ')}
        </Fact>
      )}
    </Facts>
  )
}

function Count(props: { name: string; count: number; isBad?: boolean }) {
  return (
    <Fact name={props.name}>
      <span class={props.isBad === true ? 'num danger' : 'num'}>{props.count}</span>
    </Fact>
  )
}

function Facts(props: { title: string; children: ComponentChildren }) {
  return (
    <section class="card">
      <div class="card__body">
        <h2 class="mb-4">{props.title}</h2>
        <dl class="facts">{props.children}</dl>
      </div>
    </section>
  )
}

interface FactProps {
  readonly name: string
  /** Whether its values are side by side. */
  readonly row?: boolean
  readonly children: ComponentChildren
}

/** A line of a list of facts. */
export function Fact({ name, row = false, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class={row ? 'row' : undefined}>{children}</dd>
    </div>
  )
}
