import { settled } from '../adapters/one-at-a-time.js'
import type { CheckedDelivery } from '../host/checked.js'
import type { LastResult } from '../model/last-result.js'
import { isUnavailable } from '../model/errors.js'
import type { HookLog } from '../model/log.js'
import { Recent } from '../model/recent.js'
import { CLOSE_MS } from '../log/diagnostics.js'
import { type HookAnswer, outcomeOf } from '../log/handled-request.js'

/** The same result is written at most once in this time, in milliseconds. */
const INTERVAL = 60_000
/** And another one, in milliseconds. */
const PAUSE = 1_000
/** Some 500 bytes each. */
const MAX_REMEMBERED = 50_000

/**
 * Notes in the background what became of a request to a webhook that arrived then. `stored` is the last
 * result that the webhook had when the request came, perhaps of another process; `detail` is what exactly
 * was wrong, as it may be shown, `''` if nothing was.
 */
export type NoteResult = (
  webhookId: string,
  at: number,
  answer: HookAnswer,
  stored?: LastResult | null,
  detail?: string,
) => void

/** What this process has written for a webhook. */
interface Written {
  last: LastResult
  /** What comes after the write or the pause in progress; null for nothing. */
  next: LastResult | null
  isBusy: boolean
  /** When the last write has ended. */
  stored: Promise<void>
}

interface NoteResultOptions {
  readonly webhooks: Pick<CheckedDelivery['webhooks'], 'noteResult'>
  readonly log: HookLog
  /** Resolves after so many milliseconds. */
  readonly pause?: (ms: number) => Promise<void>
}

/**
 * Writes what became of the last request of each webhook: once a minute, and when it is something else
 * than before. Of several within a second, the first and the last one are written. It never makes a
 * delivery wait or fail.
 */
export function createNoteResult({ webhooks, log, pause = wait }: NoteResultOptions) {
  const known = new Recent<Written>(MAX_REMEMBERED)
  const store = async (id: string, result: LastResult): Promise<void> => {
    try {
      await webhooks.noteResult?.(id, result)
    } catch (error) {
      if (isUnavailable(error)) return
      log('warn', 'could not record the last result of a webhook', { webhook: id, error })
    }
  }
  const write = async (id: string, written: Written): Promise<void> => {
    written.isBusy = true
    for (;;) {
      written.stored = store(id, written.last)
      await written.stored
      await pause(PAUSE)
      if (!written.next) break
      written.last = written.next
      written.next = null
    }
    written.isBusy = false
  }
  const finish = async (id: string, written: Written): Promise<void> => {
    await written.stored
    const { next } = written
    written.next = null
    if (next) await store(id, next)
  }
  const note: NoteResult = (id, at, answer, stored, detail) => {
    if (!webhooks.noteResult) return
    const result = resultOf(at, answer, detail)
    const written = known.get(id)
    if (!written) {
      const first = { last: result, next: null, isBusy: false, stored: Promise.resolve() }
      known.set(id, first)
      void write(id, first)
      return
    }
    const last = stored && stored.at > written.last.at ? stored : written.last
    const news = isNews(result, last) ? result : null
    if (written.isBusy) written.next = news
    else if (news) {
      written.last = news
      void write(id, written)
    }
  }
  return {
    note,
    /** Writes everything that waits, for at most 5 s. */
    close: async () => {
      await settled(Promise.all([...known].map(([id, written]) => finish(id, written))), CLOSE_MS)
    },
  }
}

function resultOf(at: number, answer: HookAnswer, detail = ''): LastResult {
  const { status, delivered, error } = answer
  const outcome = outcomeOf(answer)
  const format = delivered?.format ?? ''
  const errorId = error?.id ?? ''
  if (format === '') return { at, outcome, status, errorId, detail }
  return { format, at, outcome, status, errorId, detail }
}

/** A format that was not recognised does not replace the one before. */
function isNews(result: LastResult, last: LastResult): boolean {
  const { at, outcome, errorId, format = last.format } = result
  return (
    outcome !== last.outcome ||
    errorId !== last.errorId ||
    format !== last.format ||
    Math.abs(at - last.at) >= INTERVAL
  )
}

/** Nothing is waited for when the process ends. */
function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}
