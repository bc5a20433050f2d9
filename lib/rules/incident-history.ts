import { MAX_INCIDENT_CHANGES } from '../model/limits.js'
import type { IncidentChange, IncidentState } from '../model/incidents.js'

type History = readonly IncidentChange[]

/**
 * With one more change. The first one is never lost: what opened is what readers ask for. Titles alone
 * make room for the others.
 */
export function withChange(history: History, change: IncidentChange): History {
  const longer = [...history, change]
  if (longer.length <= MAX_INCIDENT_CHANGES) return longer
  const least = longer.findIndex(({ state }, index) => index > 0 && state === 'update')
  return longer.toSpliced(least === -1 ? 1 : least, 1)
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

interface Standing {
  readonly at: number
  readonly by: string
  readonly openSince: number
  readonly level: string
}

/** When an incident became what it is, by whom, since when it is open, and how bad it is called. */
export function standingIn(
  history: History,
  { since, until }: { readonly since: number; readonly until: number | null },
): Standing {
  const last = history.findLast(({ state }) => state !== 'update')
  const closed = history.findLastIndex(({ state }) => state === 'closed')
  const opened = history.slice(closed + 1).find(({ state }) => state === 'open')
  return {
    at: until ?? last?.at ?? since,
    by: last?.by ?? '',
    openSince: opened?.at ?? since,
    level: levelIn(history) ?? '',
  }
}

/** How bad the latest report that said so called it. */
export function levelIn(history: History): string | undefined {
  return history.findLast(({ level }) => level)?.level
}

/** What one line tells. */
export interface LineSize {
  /** How many changes. */
  readonly most: number
  /** Whether it says what reports were called. */
  readonly hasTitles: boolean
  /** Whether other changes came before the first of these. Default: false. */
  readonly isLater?: boolean
}

const USUAL: LineSize = { most: 8, hasTitles: true }

/** A change of an incident, as a line tells it. */
export interface ShownChange {
  /**
   * `Opened`, `Reopened`, `Acknowledged`, `Resolved`, or `Updated` where only the title or level changed; of those in
   * between that are not told, how many.
   */
  readonly word: string
  /** When, in milliseconds since 1970; null where it stands for several. */
  readonly at: number | null
  /** Who changed it; `''` if nobody said. */
  readonly by: string
  /** How bad its report called it, such as `Critical`; `''` if it did not say. */
  readonly level: string
  /** What its report was called, where that is not the incident's title; else `''`. */
  readonly title: string
}

/** The changes as one line tells them: the first and the latest ones. */
export function shownChanges(
  history: History,
  { most, hasTitles, isLater = false }: LineSize = USUAL,
): readonly ShownChange[] {
  // The words for a single one would be as long as itself.
  const left = history.length > most + 1 ? history.length - most : 0
  let told = ''
  return history.flatMap((change, index): readonly ShownChange[] => {
    if (index > 0 && index < left) return []
    if (index > 0 && index === left) {
      return [{ word: `${left} more changes`, at: null, by: '', level: '', title: '' }]
    }
    const { at, by = '', level = '', title = '' } = change
    const isTold = !hasTitles || title === told
    told = title
    const word = wordOf(change, index === 0 && !isLater)
    return [{ word, at, by, level, title: isTold ? '' : title }]
  })
}

function wordOf({ state }: IncidentChange, isFirst: boolean) {
  return state === 'open' && !isFirst ? 'Reopened' : WORDS[state]
}

const WORDS: Readonly<Record<IncidentState, string>> = {
  open: 'Opened',
  update: 'Updated',
  acknowledged: 'Acknowledged',
  closed: 'Resolved',
}

/** How a line is written for its readers. */
export interface HistoryWords {
  /** A time; after `before`, what both have in common may be left out. */
  readonly moment: (at: number, before: number | null) => string
  /** What somebody else wrote: a name or a title. */
  readonly quote: (text: string) => string
}

/**
 * `Opened 16:07 (Critical): The backup failed · Acknowledged 16:12 by maria · Resolved 16:30`. `''` where
 * there was only one change, and the post says all of it itself.
 */
export function historyLine(
  history: History,
  { moment, quote }: HistoryWords,
  size: LineSize = USUAL,
): string {
  const changes = shownChanges(history, size)
  if (changes.length < 2 && !changes[0]?.title) return ''
  let before: number | null = null
  const texts = changes.map(({ word, at, by, level, title }) => {
    const when = at === null ? '' : ` ${moment(at, before)}`
    before = at
    const who = by === '' ? '' : ` by ${quote(by)}`
    const how = level === '' ? '' : ` (${quote(level)})`
    const what = title === '' ? '' : `: ${quote(title)}`
    return `${word}${when}${who}${how}${what}`
  })
  return texts.join(' · ')
}
