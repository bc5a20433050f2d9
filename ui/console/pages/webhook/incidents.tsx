import { countText } from 'express-incoming-webhooks-ui/numbers'
import { Time } from 'express-incoming-webhooks-ui/time'
import { durationText } from 'express-incoming-webhooks-ui/times'
import { type Incident, type IncidentPage, listIncidents } from '../../api/incidents.js'
import { Empty } from '../../parts/empty.js'
import { useLoaded, usePolling } from '../../state/loading.js'
import { longTime } from '../../state/time.js'
import { useWebhook } from '../loaded-webhook.js'
import { PartPending } from '../messages.js'

const POLL_MS = 5000

const LOOKS = {
  open: { word: 'Open', badge: ' badge--bad' },
  update: { word: 'Updated', badge: '' },
  acknowledged: { word: 'Acknowledged', badge: ' badge--warn' },
  closed: { word: 'Resolved', badge: ' badge--ok' },
} as const

/** The incidents of a webhook and their states. */
export function Incidents() {
  const { webhook } = useWebhook()
  const incidents = useLoaded(() => listIncidents(webhook.id))
  usePolling(incidents.reload, POLL_MS)
  if (incidents.value === null) return <PartPending loaded={incidents} />
  return incidents.value.items.length === 0 ? <NoIncidents /> : <List {...incidents.value} />
}

function NoIncidents() {
  return (
    <Empty
      icon="pulse"
      title="No incidents yet"
      text="The start and the end of an incident, such as an alert, are one post. Incidents are listed here for 7 days. Programs that send Slack’s or Mattermost’s format name them in the header Correlation-Key."
    />
  )
}

function List({ items, total }: IncidentPage) {
  return (
    <>
      <ul class="incidents">
        {items.map((incident) => (
          <Row key={`${incident.channelId} ${incident.key}`} incident={incident} />
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

function Row({ incident }: { readonly incident: Incident }) {
  const { word, badge } = LOOKS[incident.state]
  const end = incident.until === 0 ? Date.now() : incident.until
  return (
    <li class="incident">
      <span class={`badge${badge}`}>{word}</span>
      <div class="incident__main">
        {incident.permalink === '' ? (
          <span>{incident.title || incident.key}</span>
        ) : (
          <a href={incident.permalink}>{incident.title || incident.key}</a>
        )}
        <p class="hint">
          {incident.until === 0 ? 'For ' : 'After '}
          {durationText(end - incident.since)} · {countText(incident.count, 'event')} · began{' '}
          <Time at={incident.since} text={longTime(incident.since)} />, last event{' '}
          <Time at={incident.lastEventAt} text={longTime(incident.lastEventAt)} />
        </p>
      </div>
    </li>
  )
}
