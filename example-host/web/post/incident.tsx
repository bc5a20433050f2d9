import { countText } from 'express-incoming-webhooks-ui/numbers'
import { Time } from 'express-incoming-webhooks-ui/time'
import { isOnDayOf, timeOfDay } from 'express-incoming-webhooks-ui/times'
import type { ShownChange } from 'express-incoming-webhooks/render'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import type { Incident } from '../state/incidents.js'
import { sinceText } from '../state/times.js'

interface IncidentHeadProps {
  readonly incident: Incident
  /** What it is called. */
  readonly children: ComponentChildren
}

/** `Resolved  Disk full on db-1  after 12 min`. A change is faded in, once. */
export function IncidentHead({ incident, children }: IncidentHeadProps) {
  const { word, tone, at, life } = incident
  const first = useRef(word)
  return (
    <div class={first.current === word ? 'incident' : 'incident incident--changed'} key={word}>
      <StateBadge word={word} tone={tone} /> <span class="incident__title">{children}</span>{' '}
      <Time class="incident__life" at={at} text={life} />
    </div>
  )
}

export function StateBadge({ word, tone }: Pick<Incident, 'word' | 'tone'>) {
  return (
    <span class={`badge badge--${tone}`}>
      <span class={`dot dot--${tone}`} />
      {word}
    </span>
  )
}

/** `Opened 16:07: The backup failed · Acknowledged 16:12 by maria`, and how many reports it does not tell. */
export function IncidentHistory({ incident: { changes, count } }: { readonly incident: Incident }) {
  const told = changes.length > 1 || changes[0]?.title ? changes : []
  const hasMore = count > Math.max(1, changes.length)
  if (told.length === 0 && !hasMore) return null
  return <Changes changes={told}>{hasMore && <li>{countText(count, 'report')}</li>}</Changes>
}

interface ChangesProps {
  readonly changes: readonly ShownChange[]
  /** What comes behind them. */
  readonly children?: ComponentChildren
}

/** Changes on one line, with the times of the reader's zone. */
export function Changes({ changes, children }: ChangesProps) {
  return (
    <ul class="incident__history">
      {changes.map(({ word, at, by, title }, index) => (
        <li key={index}>
          {word} {at !== null && <Time at={at} text={momentText(at, changes[index - 1]?.at)} />}
          {by !== '' && ` by ${by}`}
          {title !== '' && <bdi>: {title}</bdi>}
        </li>
      ))}
      {children}
    </ul>
  )
}

/** The date only where it is another one than that of the time before. */
function momentText(at: number, before: number | null = null): string {
  return before !== null && isOnDayOf(at, before) ? timeOfDay(at) : sinceText(at)
}
