import { countText } from 'express-incoming-webhooks-ui/numbers'
import { Line } from 'express-incoming-webhooks-ui/skeleton'
import { Time } from 'express-incoming-webhooks-ui/time'
import { durationText } from 'express-incoming-webhooks-ui/times'
import type { JSX } from 'preact'
import { listThings, type Thing, type Things } from '../../api/things.js'
import type { Webhook } from '../../api/webhooks.js'
import { Empty } from '../../parts/empty.js'
import { useLoaded, usePolling } from '../../state/loading.js'
import { longTime } from '../../state/time.js'
import { PartFailure } from '../messages.js'

const POLL_MS = 5000

const LOOKS = {
  open: { word: 'Open', badge: ' badge--bad' },
  update: { word: 'Updated', badge: '' },
  acknowledged: { word: 'Acknowledged', badge: ' badge--warn' },
  closed: { word: 'Closed', badge: ' badge--ok' },
} as const

/** What the programs behind a webhook have reported more than once, and how it is now. */
export function Incidents({ webhook }: { readonly webhook: Webhook }): JSX.Element {
  const things = useLoaded(() => listThings(webhook.id))
  usePolling(things.reload, POLL_MS)
  if (things.value === null) {
    return things.error === null ? (
      <div class="card__body">{things.slow && <Line width={60} />}</div>
    ) : (
      <PartFailure error={things.error} retry={things.reload} />
    )
  }
  return things.value.items.length === 0 ? <NoIncidents /> : <List {...things.value} />
}

function NoIncidents(): JSX.Element {
  return (
    <Empty
      icon="pulse"
      title="No incidents yet"
      text="When a program reports that something began and ended, such as an alert, both are one post, and it is listed here for 7 days. Programs that send our own format name it in the header Correlation-Key."
    />
  )
}

function List({ items, total }: Things): JSX.Element {
  return (
    <>
      <ul class="incidents">
        {items.map((thing) => (
          <Incident key={`${thing.channelId} ${thing.key}`} thing={thing} />
        ))}
      </ul>
      <p class="reqfoot hint">
        {total > items.length
          ? `The latest ${items.length} of ${countText(total, 'incident')} of the last 7 days.`
          : `${countText(total, 'incident')} of the last 7 days.`}
      </p>
    </>
  )
}

function Incident({ thing }: { readonly thing: Thing }): JSX.Element {
  const { word, badge } = LOOKS[thing.state]
  const end = thing.until === 0 ? Date.now() : thing.until
  return (
    <li class="incident">
      <span class={`badge${badge}`}>{word}</span>
      <div class="incident__main">
        {thing.permalink === '' ? (
          <span>{thing.title || thing.key}</span>
        ) : (
          <a href={thing.permalink}>{thing.title || thing.key}</a>
        )}
        <p class="hint">
          {thing.until === 0 ? 'For ' : 'After '}
          {durationText(end - thing.since)} · {countText(thing.count, 'event')} · began{' '}
          <Time at={thing.since} text={longTime(thing.since)} />, last event{' '}
          <Time at={thing.lastEventAt} text={longTime(thing.lastEventAt)} />
        </p>
      </div>
    </li>
  )
}
