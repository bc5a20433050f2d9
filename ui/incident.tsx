import { type ComponentChildren, Fragment } from 'preact'
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
  /** How bad its report called it; `''` if it did not say. */
  readonly level: string
  /** What its report was called, where that is not the incident's title; else `''`. */
  readonly title: string
}

interface Course {
  readonly state: string
  readonly since: number
  /** Null while it is not closed. */
  readonly until: number | null
  /** Since when it is open, perhaps again. */
  readonly openSince: number
  /** Who made it what it is; `''` if nobody said. */
  readonly by: string
  /** How bad its program calls it; `''` if it does not say. */
  readonly level: string
  /** The first one first. */
  readonly changes: readonly Change[]
}

/** `since 09:44`, `by maria, open since 09:44`, `after 12 min`. */
export function lifeOf({ state, since, until, openSince, by }: Omit<Course, 'changes'>): string {
  const began = state === 'acknowledged' ? 'open since' : 'since'
  const time =
    until === null ? `${began} ${sinceText(openSince)}` : `after ${durationText(until - since)}`
  return by === '' ? time : `by ${by}, ${time}`
}

interface IncidentHeadProps {
  readonly incident: IncidentLook &
    Pick<Course, 'until' | 'openSince' | 'level'> & { readonly life: string }
  /** What it is called. */
  readonly children: ComponentChildren
}

/** `Resolved  Critical  Disk full on db-1  after 12 min`. A change is faded in, once. */
export function IncidentHead({ incident, children }: IncidentHeadProps) {
  const { word, tone, level, until, openSince, life } = incident
  const first = useRef(word)
  return (
    <div class={first.current === word ? 'incident' : 'incident incident--changed'} key={word}>
      <StateBadge word={word} tone={tone} /> {level !== '' && <span class="badge">{level}</span>}{' '}
      <span class="incident__title">{children}</span>{' '}
      <Time class="incident__life" at={until ?? openSince} text={life} />
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

/** `Opened 16:07 (Critical): The backup failed · Acknowledged 16:12 by maria`, and how many reports it does not tell. */
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
      {changes.map(({ word, at, by, level, title }, index) => (
        <Fragment key={index}>
          <li>
            <span class="nowrap">
              {word} {at !== null && <Time at={at} text={momentText(at, changes[index - 1]?.at)} />}
            </span>
            {by !== '' && ` by ${by}`}
            {level !== '' && ` (${level})`}
            {title !== '' && <bdi>: {title}</bdi>}
          </li>{' '}
        </Fragment>
      ))}
      {children}
    </ul>
  )
}

/** The date only where it is another one than that of the time before. */
function momentText(at: number, before: number | null = null) {
  return before !== null && isOnDayOf(at, before) ? timeOfDay(at) : sinceText(at)
}
