import type { Text } from '../drafts/pieces.js'
import { duration } from '../drafts/times.js'
import type { Meaning } from '../meaning.js'
import { entryOf } from '../own-entry.js'
import { type News, spaced } from './news.js'
import type { Place } from './topics.js'

const FAILED: Meaning = { word: 'failed', color: 'bad', state: 'closed' }
const PASSED: Meaning = { word: 'passed', color: 'good', state: 'closed' }
const CANCELLED: Meaning = { word: 'was cancelled', color: 'neutral', state: 'closed' }
const SKIPPED: Meaning = { word: 'was skipped', color: 'neutral', state: 'closed' }
const STARTED: Meaning = { word: 'is running', color: 'warning', state: 'update' }
const WAITING: Meaning = { word: 'is waiting', color: 'warning', state: 'open' }

/** How a run ended, or where it is, as all forges call it. */
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

/** What a word of a forge means; a word that is not known is an update. */
export function outcomeOf(word: string): Meaning {
  const known = word.toLowerCase()
  const found = entryOf(OUTCOMES, known)
  return found ?? { word: spaced(known) || 'changed', color: 'neutral', state: 'update' }
}

/** A run of what a forge does by itself, such as a pipeline or a job. */
export interface Run extends Omit<Place, 'who'> {
  /** Such as `Pipeline #12`. */
  readonly label: string
  readonly outcome: Meaning
  readonly branch?: string
  readonly milliseconds?: number | null
  readonly facts?: readonly Text[]
  readonly incident?: string
  readonly at?: number | null
}

/** News of a run: shown where it failed, because what passes as expected is noise in a channel. */
export function runNews(run: Run): News {
  const { where, label, url, outcome, branch = '', facts = [], incident = '', at = null } = run
  const { word, color, state } = outcome
  const isOver = state === 'closed'
  return {
    title: { where, label, url, after: branch === '' ? word : `${word} on ${branch}` },
    color,
    facts: [...facts, isOver ? lasted(run.milliseconds ?? 0) : ''],
    incident,
    state,
    at,
    isSkipped: !(isOver && (color === 'bad' || color === 'warning')),
  }
}

function lasted(milliseconds: number): string {
  return milliseconds < 1_000 ? '' : `took ${duration(milliseconds)}`
}

const SHOWN_DEPLOYMENTS = new Set(['success', 'failure', 'failed', 'error'])

/** A deployment: shown when it has ended. */
export interface Deployment extends Omit<Run, 'label' | 'outcome'> {
  readonly environment: string
  /** In the forge's word. */
  readonly status: string
}

export function deploymentNews({ environment, status, ...run }: Deployment): News {
  const outcome = outcomeOf(status)
  const news = runNews({
    ...run,
    label: environment === '' ? 'Deployment' : `Deployment to ${environment}`,
    outcome: status === 'success' ? { ...outcome, word: 'succeeded' } : outcome,
  })
  return { ...news, isSkipped: !SHOWN_DEPLOYMENTS.has(status) }
}
