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
export function createRefusals(log: HookLog) {
  const tallies = new Map<string, Tally>()
  let timer: NodeJS.Timeout | undefined
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    const all = [...tallies]
    tallies.clear()
    for (const [webhook, { refused, failed, reasons }] of all) {
      const whose = webhook === THE_REST ? 'other webhooks' : `webhook ${webhook}`
      log('warn', `${whose}: ${wordsOf(refused, failed)} in the last minute`, {
        ...(webhook !== THE_REST && { webhook }),
        refused,
        failed,
        reasons: Object.fromEntries(reasons),
      })
    }
  }
  return {
    /** Requests whose key is nobody's are not counted: anybody can send them. */
    note: ({ webhookId, outcome, reason }: AnsweredRequest) => {
      if (webhookId === '' || (outcome !== 'refused' && outcome !== 'failed')) return
      const isOwn = tallies.has(webhookId) || tallies.size < MOST_LINES
      const name = isOwn ? webhookId : THE_REST
      const tally: Tally = tallies.get(name) ?? { refused: 0, failed: 0, reasons: new Map() }
      tallies.set(name, tally)
      tally[outcome] += 1
      const { reasons } = tally
      const why = reason || UNNAMED
      reasons.set(why, (reasons.get(why) ?? 0) + 1)
      timer ??= setTimeout(write, MINUTE_MS).unref()
    },
    /** Logs what was counted, and begins anew. */
    write,
  }
}

function wordsOf(refused: number, failed: number) {
  if (failed === 0) return `${requests(refused)} refused`
  return refused === 0
    ? `${requests(failed)} failed`
    : `${requests(refused)} refused, ${failed} failed`
}

function requests(count: number) {
  return count === 1 ? '1 request' : `${count} requests`
}
