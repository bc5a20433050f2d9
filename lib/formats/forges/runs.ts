import {
  alike,
  between,
  closed,
  duration,
  entryOf,
  firstText,
  firstTime,
  type Meaning,
  namesIn,
  open,
  type Table,
  type Text,
  update,
} from '../kit.js'
import { BRANCH, ENDED_AT, inWords, type News, STARTED_AT, STATUS } from './news.js'
import type { Place } from './topics.js'

const FAILED = closed('failed', 'bad')
const PASSED = closed('passed')
const CANCELLED = closed('was cancelled', 'neutral')
const STARTED = update('is running', 'warning')
const WAITING = open('is waiting', 'warning')

/** How a run ended, or where it is, as all forges call it. */
const OUTCOMES: Table<Meaning> = {
  ...alike('success successful succeeded passed', PASSED),
  recover: { ...PASSED, word: 'passes again' },
  neutral: { ...PASSED, color: 'neutral', word: 'finished' },
  partiallysucceeded: { ...FAILED, color: 'warning', word: 'partly succeeded' },
  ...alike('failure failed error', FAILED),
  startup_failure: { ...FAILED, word: 'could not start' },
  timed_out: { ...FAILED, word: 'timed out' },
  action_required: { ...WAITING, word: 'needs an action' },
  rejected: { ...FAILED, word: 'was rejected' },
  ...alike('cancelled canceled stopped', CANCELLED),
  stale: { ...CANCELLED, word: 'is stale' },
  skipped: { ...CANCELLED, word: 'was skipped' },
  ...alike('running in_progress inprogress started', STARTED),
  ...alike('queued pending waiting requested created preparing', WAITING),
  manual: { ...WAITING, word: 'waits for somebody to start it' },
  scheduled: { ...WAITING, word: 'is scheduled' },
}

/** What a word of a forge means; a word that is not known is an update. */
function outcomeOf(word: string): Meaning {
  const known = word.toLowerCase()
  const found = entryOf(OUTCOMES, known)
  return found ?? update(inWords(known) || 'changed')
}

/** A run of what a forge does by itself, such as a pipeline or a job. */
interface Run extends Omit<Place, 'who'> {
  /** Such as `Pipeline #12`. */
  readonly label: string
  /** How it ended or where it is, in the forge's word. */
  readonly status: string
  readonly branch?: string
  readonly start?: number | null
  /** When it ended, or when else what happened. */
  readonly at?: number | null
  /** How long it took. Default: from `start` to `at`. */
  readonly milliseconds?: number | null
  readonly facts?: readonly Text[]
  readonly incident?: string
}

/** What runs say of themselves at most forges. */
export function runIn(value: unknown): Pick<Run, 'status' | 'branch' | 'start' | 'at'> {
  return {
    status: firstText(value, ...STATUS),
    branch: firstText(value, ...BRANCH),
    start: firstTime(value, ...STARTED_AT),
    at: firstTime(value, ...ENDED_AT),
  }
}

/** News of a run: shown where it failed, because what passes as expected is noise in a channel. */
export function runNews(run: Run, outcome = outcomeOf(run.status)): News {
  const { where, label, url, branch = '', start = null, at = null, facts = [] } = run
  const { word, color, state } = outcome
  const isOver = state === 'closed'
  const took = run.milliseconds ?? between(start, at) ?? 0
  return {
    title: { where, label, url, after: branch === '' ? word : `${word} on ${branch}` },
    color,
    facts: [...facts, isOver && took >= 1_000 ? `took ${duration(took)}` : ''],
    incident: run.incident ?? '',
    incidentTitle: branch === '' ? label : `${label} on ${branch}`,
    state,
    at,
    isSkipped: !(isOver && (color === 'bad' || color === 'warning')),
  }
}

const SHOWN_DEPLOYMENTS = namesIn('success failure failed error')

/** News of a run that brings something to an environment: shown when it has ended. */
export function deploymentNews(run: Omit<Run, 'label'>, environment: string): News {
  const { status } = run
  const label = environment === '' ? 'Deployment' : `Deployment to ${environment}`
  const outcome = outcomeOf(status)
  const word = status === 'success' ? 'succeeded' : outcome.word
  const isSkipped = !SHOWN_DEPLOYMENTS.has(status)
  return { ...runNews({ ...run, label }, { ...outcome, word }), isSkipped }
}
