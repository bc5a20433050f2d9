import { MAX_INCIDENT_CHANGES } from '../model/limits.js'
import type { IncidentChange } from '../model/incidents.js'

type History = readonly IncidentChange[]

/** With one more change. The first one is never lost: what opened is what readers ask for. */
export function withChange(history: History, change: IncidentChange): History {
  const [first, ...others] = [...history, change]
  return [first, ...others.slice(1 - MAX_INCIDENT_CHANGES)]
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

/** Changes that one line shows. */
const MOST_SHOWN = 8

/** A change of an incident, as a line tells it. */
export interface ShownChange {
  /** `Opened`, `Reopened`, `Acknowledged` or `Resolved`; of those in between that are not told, how many. */
  readonly word: string
  /** When, in milliseconds since 1970; null where it stands for several. */
  readonly at: number | null
  /** Who changed it; `''` if nobody said. */
  readonly by: string
  /** What its report was called, where that is not the incident's title; else `''`. */
  readonly title: string
}

/** The changes as one line tells them: the first and the latest ones. */
export function shownChanges(history: History, fromBeginning = true): readonly ShownChange[] {
  const left = Math.max(0, history.length - MOST_SHOWN)
  return history.flatMap((change, index): readonly ShownChange[] => {
    if (index > 0 && index < left) return []
    if (index > 0 && index === left) {
      return [{ word: `${left} more changes`, at: null, by: '', title: '' }]
    }
    const { at, by = '', title = '' } = change
    const isTold = title === history[index - 1]?.title
    return [
      { word: wordOf(change, fromBeginning && index === 0), at, by, title: isTold ? '' : title },
    ]
  })
}

function wordOf({ state }: IncidentChange, isFirst: boolean): string {
  if (state === 'open') return isFirst ? 'Opened' : 'Reopened'
  return state === 'acknowledged' ? 'Acknowledged' : 'Resolved'
}

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
export function historyLine(
  history: History,
  { moment, quote }: HistoryWords,
  fromBeginning = true,
): string {
  if (history.length < 2) return ''
  let before: number | null = null
  const texts = shownChanges(history, fromBeginning).map(({ word, at, by, title }) => {
    const when = at === null ? '' : ` ${moment(at, before)}`
    before = at
    const who = by === '' ? '' : ` by ${quote(by)}`
    const what = title === '' ? '' : `: ${quote(title)}`
    return `${word}${when}${who}${what}`
  })
  return texts.join(' · ')
}
