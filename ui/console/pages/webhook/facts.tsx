import { countText } from 'express-incoming-webhooks-ui/numbers'
import type { ComponentChildren } from 'preact'
import type { RecentRequest } from '../../api/requests.js'
import { Person, WebhookChannel } from '../../parts/webhook.js'
import { useFormatTitles } from '../../state/formats.js'
import { fullDate } from '../../state/time.js'
import { changedNames, draftOf, EMPTY_DRAFT, FIELDS, namesIn, wordsOf } from '../form/draft.js'
import { useWebhook } from '../loaded-webhook.js'
import { hasWarnings, isRefused } from './request-words.js'

/** Fields that are shown if they are set. */
const OTHERS = (['posting', 'formats', 'administrators'] as const)
  .flatMap(namesIn)
  .filter((name) => name !== 'channelLocked' && name !== 'expiresAt')

export function About() {
  const { webhook } = useWebhook()
  const set = changedNames(EMPTY_DRAFT, draftOf(webhook))
  const others = OTHERS.filter((name) => set.has(name))
  return (
    <FactsCard
      title="About"
      facts={{
        Owner: <Person name={webhook.owner} />,
        Channel: (
          <span class="row">
            <WebhookChannel webhook={webhook} />
          </span>
        ),
        'Other channels': webhook.channelLocked ? 'Not allowed' : 'Allowed',
        Created: fullDate(webhook.createAt),
        Expires: wordsOf('expiresAt', webhook.expiresAt),
        ...Object.fromEntries(
          others.map((name) => [FIELDS[name].label, wordsOf(name, webhook[name])]),
        ),
        ID: <code>{webhook.id}</code>,
      }}
    />
  )
}

export function RequestCounts(props: { requests: readonly RecentRequest[] }) {
  const { requests } = props
  const refused = requests.filter(isRefused).length
  const skipped = requests.filter((request) => request.skipped).length
  const formats = [...new Set(requests.map(({ format }) => format))].filter((name) => name !== '')
  const titleOf = useFormatTitles(formats)
  return (
    <FactsCard
      title={countText(requests.length, 'recent request')}
      facts={{
        Posted: counted(requests.length - refused - skipped),
        'Not shown': skipped > 0 && counted(skipped),
        'With warnings': counted(requests.filter(hasWarnings).length),
        Refused: counted(refused, refused > 0),
        [formats.length === 1 ? 'Format' : 'Formats']: formats.map(titleOf).join(', '),
      }}
    />
  )
}

function counted(count: number, isBad = false) {
  return <span class={isBad ? 'num danger' : 'num'}>{count}</span>
}

type FactsByName = Readonly<Record<string, ComponentChildren>>

function FactsCard(props: { title: string; facts: FactsByName }) {
  return (
    <section class="card">
      <div class="card__body">
        <h2 class="mb-4">{props.title}</h2>
        <Facts facts={props.facts} />
      </div>
    </section>
  )
}

/** A list of facts, without those of which nothing is known. */
export function Facts({ facts }: { facts: FactsByName }) {
  return (
    <dl class="facts">
      {Object.entries(facts).map(
        ([name, fact]) =>
          fact && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{fact}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
