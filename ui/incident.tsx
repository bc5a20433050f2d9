import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { countText } from './numbers.js'
import { Time } from './time.js'
import { durationText, isOnDayOf, sinceText, timeOfDay } from './times.js'

/** How a state of an incident is called, and its tone. */
export interface IncidentLook {
  readonly word: string
  readonly tone: 'ok' | 'warn' | 'bad' | 'neutral'
}

/** Of the states that are known. */
export const INCIDENT_LOOKS: ReadonlyMap<string, IncidentLook> = new Map([
  ['open', { word: 'Open', tone: 'bad' }],
  ['acknowledged', { word: 'Acknowledged', tone: 'warn' }],
  ['closed', { word: 'Resolved', tone: 'ok' }],
])

/** A change of an incident's state, as its line tells it. */
interface Change {
  readonly word: string
  /** Null where it stands for several. */
  readonly at: number | null
  /** `''` if nobody said. */
  readonly by: string
  /** What its report was called, where that is not the incident's title; else `''`. */
  readonly title: string
}

interface Course {
  readonly state: string
  readonly since: number
  /** Null while it is not closed. */
  readonly until: number | null
  /** When it became what it is. */
  readonly at: number
  /** Who made it so; `''` if nobody said. */
  readonly by: string
  /** The first one first. */
  readonly changes: readonly Change[]
}

/** `since 09:44`, `by maria, since 09:44`, `after 12 min`. */
export function lifeOf({ state, since, until, at, by, changes }: Course): string {
  // Posts of 0.9 do not say when they were acknowledged.
  const began = changes.length > 0 || state !== 'acknowledged' ? 'since' : 'open since'
  const time = until === null ? `${began} ${sinceText(at)}` : `after ${durationText(at - since)}`
  return by === '' ? time : `by ${by}, ${time}`
}

interface IncidentHeadProps {
  readonly incident: IncidentLook & Pick<Course, 'at'> & { readonly life: string }
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

export function StateBadge({ word, tone }: IncidentLook) {
  return (
    <span class={`badge badge--${tone}`}>
      <span class={`dot dot--${tone}`} />
      {word}
    </span>
  )
}

interface IncidentHistoryProps extends Pick<Course, 'changes'> {
  /** Reports so far. */
  readonly count: number
}

/** `Opened 16:07: The backup failed · Acknowledged 16:12 by maria`, and how many reports it does not tell. */
export function IncidentHistory({ changes, count }: IncidentHistoryProps) {
  const told = changes.length > 1 || changes[0]?.title ? changes : []
  const hasMore = count > Math.max(1, changes.length)
  if (told.length === 0 && !hasMore) return null
  return <Changes changes={told}>{hasMore && <li>{countText(count, 'report')}</li>}</Changes>
}

interface ChangesProps extends Pick<Course, 'changes'> {
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
