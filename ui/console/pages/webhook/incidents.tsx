import {
  countText,
  INCIDENT_LOOKS,
  IncidentHead,
  IncidentHistory,
  type IncidentLook,
  lifeOf,
} from 'express-incoming-webhooks-ui'
import { shownChanges, standingIn } from '../../../../lib/rules/incident-history.js'
import { type Incident, listIncidents } from '../../api/incidents.js'
import { Empty } from '../../parts/heading.js'
import { useLoaded, usePolling } from '../../state/loading.js'
import { PartPending, useRechecked, useWebhook } from '../loaded.js'

const POLL_MS = 5000

const ORDER: readonly Incident['state'][] = ['open', 'acknowledged', 'update', 'closed']
/** What happened without a known state; the chat says nothing of it. */
const UPDATED: IncidentLook = { word: 'Updated', tone: 'neutral' }

/** The incidents of a webhook and their states. */
export function Incidents() {
  const { webhook } = useWebhook()
  const incidents = useLoaded(() => listIncidents(webhook.id))
  usePolling(incidents.reload, POLL_MS)
  useRechecked(incidents.error)
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

function List({ items, total }: Awaited<ReturnType<typeof listIncidents>>) {
  return (
    <>
      <ul class="incidents">
        {inOrder(items).map((incident) => (
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

/** What somebody has to look at comes first; the latest of each state before the others. */
function inOrder(incidents: readonly Incident[]): readonly Incident[] {
  return [...incidents].sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))
}

function Row({ incident }: { readonly incident: Incident }) {
  const { key, title, state, history, permalink } = incident
  const course = { ...incident, ...standingIn(history, incident), changes: shownChanges(history) }
  const look = INCIDENT_LOOKS.get(state) ?? UPDATED
  const name = title || key
  return (
    <li>
      <IncidentHead incident={{ ...look, ...course, life: lifeOf(course) }}>
        {permalink === '' ? name : <a href={permalink}>{name}</a>}
      </IncidentHead>
      <IncidentHistory {...course} />
    </li>
  )
}
