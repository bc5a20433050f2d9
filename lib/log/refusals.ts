import type { HookLog } from '../model/log.js'
import type { AnsweredRequest } from './metrics.js'

const MINUTE_MS = 60_000
/** Webhooks that get a line of their own in a minute; the rest share one. */
const MOST_LINES = 20
const THE_REST = ''
/** Instead of the id of an error, where the host's own error handler responded. */
const UNNAMED = 'host_failed'

interface Tally {
  refused: number
  failed: number
  readonly reasons: Map<string, number>
}

/** Logs of each webhook, at most once a minute, how many of its requests were refused, and why. */
export class Refusals {
  readonly #log: HookLog
  readonly #tallies = new Map<string, Tally>()
  #timer: NodeJS.Timeout | undefined

  constructor(log: HookLog) {
    this.#log = log
  }

  /** Requests whose key is nobody's are not counted: anybody can send them. */
  note({ webhookId, outcome, reason }: AnsweredRequest): void {
    if (webhookId === '' || (outcome !== 'refused' && outcome !== 'failed')) return
    const tally = this.#tallyOf(webhookId)
    tally[outcome] += 1
    const { reasons } = tally
    const name = reason || UNNAMED
    reasons.set(name, (reasons.get(name) ?? 0) + 1)
    this.#timer ??= setTimeout(() => {
      this.write()
    }, MINUTE_MS).unref()
  }

  /** Logs what was counted, and begins anew. */
  write(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const tallies = [...this.#tallies]
    this.#tallies.clear()
    for (const [webhook, { refused, failed, reasons }] of tallies) {
      const whose = webhook === THE_REST ? 'other webhooks' : `webhook ${webhook}`
      this.#log('warn', `${whose}: ${wordsOf(refused, failed)} in the last minute`, {
        ...(webhook !== THE_REST && { webhook }),
        refused,
        failed,
        reasons: Object.fromEntries(reasons),
      })
    }
  }

  #tallyOf(webhookId: string): Tally {
    const found = this.#tallies.get(webhookId)
    if (found) return found
    const name = this.#tallies.size < MOST_LINES ? webhookId : THE_REST
    const tally = this.#tallies.get(name) ?? { refused: 0, failed: 0, reasons: new Map() }
    this.#tallies.set(name, tally)
    return tally
  }
}

function wordsOf(refused: number, failed: number): string {
  if (failed === 0) return `${requests(refused)} refused`
  return refused === 0
    ? `${requests(failed)} failed`
    : `${requests(refused)} refused, ${failed} failed`
}

function requests(count: number): string {
  return count === 1 ? '1 request' : `${count} requests`
}
