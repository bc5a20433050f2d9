import { MAX_INCIDENT_CHANGES } from '../model/limits.js'
import type { IncidentChange } from '../model/incidents.js'

type History = readonly IncidentChange[]

/** With one more change. The first one is never lost: what opened is what readers ask for. */
export function withChange(history: History, change: IncidentChange): History {
  const [first, ...others] = [...history, change]
  return first ? [first, ...others.slice(1 - MAX_INCIDENT_CHANGES)] : []
}

/** When the incident's title changes: what was reported under the earlier one says so from now on. */
export function retitled(history: History, earlier: string, title: string): History {
  if (earlier === title) return history
  return history.map(({ title: own = earlier, ...change }) =>
    own === title || own === '' ? change : { ...change, title: own },
  )
}

/** What is learned later of the beginning: it was earlier, or came before all that is known. */
export function openedAt(history: History, since: number): History {
  const [first, ...others] = history
  if (!first || first.at <= since) return history
  return first.state === 'open'
    ? [{ ...first, at: since }, ...others]
    : [{ state: 'open', at: since }, ...history.slice(1 - MAX_INCIDENT_CHANGES)]
}

/** How the changes of an incident are called. */
export function changeWord({ state }: IncidentChange, isFirst: boolean): string {
  if (state === 'open') return isFirst ? 'Opened' : 'Reopened'
  return state === 'acknowledged' ? 'Acknowledged' : 'Resolved'
}

/** Changes that one line shows. */
const MOST_SHOWN = 8

/** How a line is written for its readers. */
export interface HistoryWords {
  /** A time; after `before`, what both have in common may be left out. */
  readonly moment: (at: number, before: number | null) => string
  /** What somebody else wrote: a name or a title. */
  readonly quote: (text: string) => string
}

/**
 * `Opened 16:07: The backup failed · Acknowledged 16:12 by maria · Resolved 16:30`. `''` where there was
 * only one change, which the post says itself.
 */
export function historyLine(history: History, { moment, quote }: HistoryWords): string {
  if (history.length < 2) return ''
  const left = Math.max(0, history.length - MOST_SHOWN)
  const texts = history.flatMap((change, index) => {
    if (index > 0 && index <= left) return index === left ? [`${left} more changes`] : []
    const { at, by = '', title = '' } = change
    const before = history[index - 1]
    const when = moment(at, before?.at ?? null)
    const who = by === '' ? '' : ` by ${quote(by)}`
    const what = title === '' || title === before?.title ? '' : `: ${quote(title)}`
    return [`${changeWord(change, index === 0)} ${when}${who}${what}`]
  })
  return texts.join(' · ')
}
