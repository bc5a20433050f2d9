import type { ComponentChildren } from 'preact'
import { Card } from '../../parts/card.js'
import { Person, WebhookChannel } from '../../parts/looks.js'
import { channelName, useChannels } from '../../state/channels.js'
import { fullDate } from '../../state/time.js'
import { changedNames, draftOf, EMPTY_DRAFT, FIELDS, namesIn, wordsOf } from '../form/draft.js'
import { inWords } from '../form/rules/sentence.js'
import { useWebhook } from '../loaded.js'

/** Fields that are shown if they are set. */
const OTHERS = (['posting', 'formats', 'administrators'] as const)
  .flatMap(namesIn)
  .filter((name) => !['channelLocked', 'expiresAt', 'template'].includes(name))

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
        Slug: webhook.slug,
        ID: <code>{webhook.id}</code>,
      }}
    />
  )
}

/** What its rules say; nothing without any. */
export function RulesCard() {
  const { rules } = useWebhook().webhook
  useChannels(rules.map(({ then }) => then.channel ?? ''))
  if (rules.length === 0) return null
  return (
    <Card title="Rules">
      <ol class="steps">
        {rules.map((rule, at) => (
          <li key={at}>
            <span>{inWords(rule, channelName)}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

interface FactsCardProps {
  readonly title: string
  readonly facts: Readonly<Record<string, ComponentChildren>>
}

/** A list of facts, without those of which nothing is known. */
export function FactsCard({ title, facts }: FactsCardProps) {
  return (
    <section class="card">
      <div class="card__body">
        <h2 class="mb-4">{title}</h2>
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
      </div>
    </section>
  )
}
