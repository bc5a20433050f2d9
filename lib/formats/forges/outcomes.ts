import type { Text } from '../drafts/pieces.js'
import { duration } from '../drafts/times.js'
import type { Meaning } from '../meaning.js'
import { entryOf } from '../own-entry.js'
import { type News, type Sentence, spaced } from './news.js'

const FAILED: Meaning = { word: 'failed', color: 'bad', state: 'closed' }
const PASSED: Meaning = { word: 'passed', color: 'good', state: 'closed' }
const CANCELLED: Meaning = { word: 'was cancelled', color: 'neutral', state: 'closed' }
const SKIPPED: Meaning = { word: 'was skipped', color: 'neutral', state: 'closed' }
const STARTED: Meaning = { word: 'is running', color: 'warning', state: 'update' }
const WAITING: Meaning = { word: 'is waiting', color: 'warning', state: 'open' }

/** How a run ended, or where it is, as all hosts call it. */
const OUTCOMES: Readonly<Record<string, Meaning>> = {
  success: PASSED,
  successful: PASSED,
  succeeded: PASSED,
  passed: PASSED,
  neutral: { ...PASSED, color: 'neutral', word: 'finished' },
  partiallysucceeded: { ...FAILED, color: 'warning', word: 'partly succeeded' },
  failure: FAILED,
  failed: FAILED,
  error: FAILED,
  startup_failure: { ...FAILED, word: 'could not start' },
  timed_out: { ...FAILED, word: 'timed out' },
  action_required: { ...WAITING, word: 'needs an action' },
  rejected: { ...FAILED, word: 'was rejected' },
  cancelled: CANCELLED,
  canceled: CANCELLED,
  stopped: CANCELLED,
  stale: { ...CANCELLED, word: 'is stale' },
  skipped: SKIPPED,
  running: STARTED,
  in_progress: STARTED,
  inprogress: STARTED,
  started: STARTED,
  queued: WAITING,
  pending: WAITING,
  waiting: WAITING,
  requested: WAITING,
  created: WAITING,
  preparing: WAITING,
  manual: { ...WAITING, word: 'waits for somebody to start it' },
  scheduled: { ...WAITING, word: 'is scheduled' },
}

/** What a word of a host means; a word that is not known is an update. */
export function outcomeOf(word: string): Meaning {
  const known = word.toLowerCase()
  const found = entryOf(OUTCOMES, known)
  return found ?? { word: spaced(known) || 'changed', color: 'neutral', state: 'update' }
}

/** Whether readers must know: what passes as expected is noise in a channel. */
export function isBad({ color, state }: Meaning): boolean {
  return state === 'closed' && (color === 'bad' || color === 'warning')
}

export interface Run {
  readonly where: string
  /** Such as `Pipeline #12`. */
  readonly label: string
  readonly url: string
  readonly outcome: Meaning
  readonly branch?: string
  readonly milliseconds?: number | null
  readonly facts?: readonly Text[]
  readonly incident?: string
  readonly at?: number | null
}

/** News of a run: shown where it failed. */
export function runNews(run: Run): News {
  const { where, label, url, outcome, branch = '', milliseconds = null, at = null } = run
  const on = branch === '' ? outcome.word : `${outcome.word} on ${branch}`
  const title: Sentence = { where, label, url, after: on }
  const took = milliseconds !== null && milliseconds >= 1_000 ? [lasted(milliseconds)] : []
  return {
    title,
    color: outcome.color,
    facts: [...(run.facts ?? []), ...(outcome.state === 'closed' ? took : [])],
    incident: run.incident ?? '',
    state: outcome.state,
    at,
    isSkipped: !isBad(outcome),
  }
}

export function lasted(milliseconds: number): string {
  return `took ${duration(milliseconds)}`
}
