import { asError } from '../host/as-error.js'
import type { RunReplay } from '../manage/replay.js'
import type { RequestKey } from '../pipeline/once.js'
import { coverOf } from '../rules/signatures.js'
import type { HookParts } from './hook-handler.js'
import { runSent, UNNOTED } from './run-sent.js'
import { isActive } from '../rules/alive.js'

/** Sends requests again through the hook endpoint, which judges them as if they arrived when they did. */
export function createRunReplay(parts: HookParts): RunReplay {
  const { deliver, ownPosts, recordRequest, rateLimits, clock, log } = parts
  const { change, delete: remove } = ownPosts
  return async ({ webhook, delivery, sent, anew, lastHeard }) => {
    const { id, time: arrivedAt, digest, beside, address } = delivery
    const isUsable = isActive(webhook, clock())
    // The digest is the record's, because what a parser left of the body is kept as other bytes.
    const keyFor = (own: RequestKey | null): RequestKey | null =>
      anew ? null : { key: own?.key ?? `replay ${id}`, fingerprint: digest }
    const replay: HookParts = {
      ...parts,
      ...UNNOTED,
      rateLimits: { ...UNNOTED.rateLimits, turnOf: (...of) => rateLimits.turnOf(...of) },
      // Its address and its signature were checked when it arrived.
      findWebhook: async () => ({
        webhook: { ...webhook, allowedAddresses: [] },
        used: isUsable ? 'current' : null,
      }),
      checkSender: (_req, _webhook, verification) => ({ covers: coverOf(verification) }),
      clock: () => (isUsable ? arrivedAt : clock()),
      deliver: (given) =>
        deliver({ ...given, key: keyFor(given.key), again: { arrivedAt, lastHeard } }),
      ownPosts: {
        ...ownPosts,
        change: change && ((own, request) => change({ ...own, arrivedAt }, request)),
        delete: remove && ((own) => remove({ ...own, arrivedAt })),
      },
      recordRequest: (handled) =>
        recordRequest({ ...handled, digest, beside, address, sent: null, replayOf: id }),
    }
    try {
      return await runSent(replay, sent)
    } catch (reason) {
      const error = asError(reason)
      log('error', 'could not send a request again', { webhook: webhook.id, error })
      return { status: 500, delivered: null, error: null, response: '', unusable: '' }
    }
  }
}
