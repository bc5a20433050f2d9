import { countText } from 'express-incoming-webhooks-ui/numbers'
import { Time } from 'express-incoming-webhooks-ui/time'
import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'
import type { Post } from '../api/shapes.js'
import { lifeWords, stateWord, incidentOf } from '../state/incidents.js'

const BADGES = { open: 'badge--bad', acknowledged: 'badge--warn', closed: 'badge--ok' } as const

/** How the incident is that a post reports about. A change is faded in, once. */
export function IncidentLine({ post }: { readonly post: Post }): JSX.Element | null {
  const incident = incidentOf(post)
  const first = useRef(incident?.state)
  if (!incident) return null
  const { state, since, until, count } = incident
  return (
    <p class={first.current === state ? 'incident' : 'incident incident--changed'} key={state}>
      <span class={`badge ${state === 'closed' && incident.isBad ? BADGES.open : BADGES[state]}`}>
        {stateWord(incident)}
      </span>{' '}
      <span>
        <Time at={state === 'closed' ? until : since} text={lifeWords(incident)} />
        {count > 1 && ` · ${countText(count, 'event')}`}
      </span>
    </p>
  )
}
