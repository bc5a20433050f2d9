import { OneAtATime } from '../adapters/one-at-a-time.js'
import { Shares } from '../load/shares.js'
import type { DeliveryLog, ListedDelivery } from '../log/delivery-log.js'
import { HOST_FAILED } from '../log/delivery-record.js'
import type { Answered } from '../log/handled-request.js'
import type { KeptRequest } from '../log/kept-requests.js'
import { replayable, replayableSince } from '../log/replayable.js'
import type { DeliveryFilter } from '../model/deliveries.js'
import { type ErrorCode, WebhookError } from '../model/errors.js'
import { isForNow, isUnknown } from '../model/last-result.js'
import type { IncomingWebhook } from '../model/records.js'
import { inWire } from '../model/sent.js'
import type { Caller } from './choices.js'
import { replayedText } from './notice-texts.js'
import type { Webhooks } from './webhooks.js'

/** What became of a request that was sent again: the response that its sender would have got. */
export interface ReplayResult {
  /** The status, such as 200. */
  readonly status: number
  /** The `id` of the error; `''` if it was accepted. */
  readonly errorId: string
  /** The error's message; `''` if it was accepted. */
  readonly message: string
  /** What is wrong and where; `''` if there is nothing to add to the message. */
  readonly detailedError: string
}

/** One of several requests that were sent again. */
export interface ReplayedRequest {
  /** The `id` of the request that was sent again. */
  readonly id: string
  /** The status of the response now. */
  readonly status: number
}

export type Replay = ReturnType<typeof createReplay>

/** A request of the log, as it is sent again. */
export interface Resent {
  readonly webhook: IncomingWebhook
  readonly delivery: Pick<ListedDelivery, 'id' | 'time' | 'digest' | 'beside' | 'address'>
  readonly sent: SentRequest
  /** Whether it posts anew; else it posts once, however often it is sent. */
  readonly anew: boolean
  /** When an incident was last reported after it, by the name that its sender gives it; 0 if it was not. */
  readonly lastHeard: (incident: string) => Promise<number>
}

/** Sends a request again through the hook endpoint. */
export type RunReplay = (resent: Resent) => Promise<Answered>

interface ReplayParts {
  readonly webhooks: Pick<Webhooks, 'find' | 'note'>
  readonly deliveryLog: Pick<DeliveryLog, 'find' | 'list'>
  readonly run: RunReplay
  /** The name of an incident, as the log has it. */
  readonly asLogged: (incident: string) => string
  readonly clock: () => number
}

/** Entries of the log that are read at once. */
const PAGE = 1_000

/** Sends requests of the log again, through the pipeline of today. */
export function createReplay(parts: ReplayParts) {
  const { webhooks, deliveryLog, run, clock } = parts
  // The second press finds in the log what the first one did. Over processes the idempotency key decides.
  const presses = new OneAtATime()
  const bulks = new Shares(
    1,
    'requests of this webhook are being sent again: wait until that is done',
  )
  const each = <Result>({ id }: IncomingWebhook, deliveryId: string, work: () => Promise<Result>) =>
    presses.run(`${id} ${deliveryId}`, work)
  const listed = async (filter: DeliveryFilter): Promise<readonly ListedDelivery[]> => {
    let all: readonly ListedDelivery[] = []
    for (let isMore = true; isMore;) {
      const page = await deliveryLog.list(filter, { offset: all.length, limit: PAGE })
      all = [...all, ...page]
      isMore = page.length === PAGE
    }
    return all
  }
  const lastHeard =
    ({ webhookId, time }: ListedDelivery) =>
    async (name: string): Promise<number> => {
      const from = time + 1
      const incident = parts.asLogged(name)
      const filter: DeliveryFilter = { webhookIds: [webhookId], outcome: 'posted', incident, from }
      const later = await deliveryLog.list(filter, { offset: 0, limit: PAGE })
      // Those that were sent again say nothing new of it.
      return later.find(({ replayOf }) => replayOf === null)?.time ?? 0
    }
  const send = (
    webhook: IncomingWebhook,
    delivery: ListedDelivery,
    sent: KeptRequest,
    anew = false,
  ): Promise<Answered> =>
    run({ webhook, delivery, sent: sentOf(sent), anew, lastHeard: lastHeard(delivery) })
  return {
    /**
     * One of them. Throws `delivery_not_found` if nothing of it is kept, and `delivery_delivered` if it was
     * delivered, unless it is asked for `again`.
     */
    one: async (caller: Caller, webhookId: string, deliveryId: string, again: boolean) => {
      const webhook = await webhooks.find(caller, webhookId)
      return each(webhook, deliveryId, async () => {
        const { delivery, sent } = await deliveryLog.find(webhook.id, deliveryId)
        if (!sent) throw notKept(delivery)
        if (!again && isDelivered(delivery)) throw delivered()
        webhooks.note(caller, 'replayed', webhook)
        return resultOf(await send(webhook, delivery, sent, again))
      })
    },
    /** Those that were refused since then, in milliseconds since 1970, and are not delivered yet: at most 100. */
    refusedSince: async (caller: Caller, webhookId: string, since: number) => {
      const webhook = await webhooks.find(caller, webhookId)
      const { id } = webhook
      return bulks.run(id, async () => {
        /** Of those after one that ended it. In order: what comes after it must not overtake it. */
        let rest: number | null = null
        /** Null if there is nothing of it to be sent, or it was delivered meanwhile. */
        const sendAgain = async (deliveryId: string): Promise<number | null> => {
          // What has been changed since the call began counts: whoever turns it off ends this, too.
          const current = await webhooks.find(caller, id)
          const { delivery, sent } = await deliveryLog.find(id, deliveryId)
          const isTooOld = delivery.time < replayableSince(current, since, clock())
          if (!sent || isDelivered(delivery) || isTooOld) return null
          if (rest !== null) return rest
          const answered = await send(current, delivery, sent)
          rest = statusOfRest(answered)
          return answered.status
        }
        const from = replayableSince(webhook, since, clock())
        const found = await listed({ webhookIds: [id], outcome: 'refused', from })
        const results: ReplayedRequest[] = []
        for (const { id: deliveryId } of replayable(found.toReversed())) {
          const status = await each(webhook, deliveryId, () => sendAgain(deliveryId)).catch(ifGone)
          if (status === 'gone') break
          if (status === null) continue
          if (results.length === 0) webhooks.note(caller, 'replayed', webhook)
          results.push({ id: deliveryId, status })
        }
        return results
      })
    },
  }
}

/** The webhook is deleted, or somebody else's by now. */
function ifGone(error: unknown): 'gone' {
  if (error instanceof WebhookError && GONE.has(error.code)) return 'gone'
  throw error
}

const GONE: ReadonlySet<string> = new Set<ErrorCode>(['webhook_not_found', 'delivery_not_found'])

function notKept({ replayOf }: ListedDelivery): WebhookError {
  const detail =
    replayOf === null
      ? NOT_KEPT
      : `this is a request that was sent again, and what was sent is kept with the first one, ${replayOf}`
  return new WebhookError('delivery_not_found', { detail })
}

function isDelivered({ share, deliveredBy }: ListedDelivery): boolean {
  return share === 'accepted' || deliveredBy !== null
}

function delivered(): WebhookError {
  const detail = 'with "again": true it is sent anew, and posts a second time'
  return new WebhookError('delivery_delivered', { detail })
}

/** The status of those after it; null: they are sent. Of one that failed nobody knows, and the rest was not stored. */
function statusOfRest({ status, unusable }: Answered): number | null {
  if (isUnknown(status)) return 503
  return isForNow(status) || unusable !== '' ? status : null
}

function resultOf({ status, delivered, error, unusable }: Answered): ReplayResult {
  return {
    status,
    errorId: error?.id ?? '',
    message: delivered ? '' : (error?.message ?? HOST_FAILED),
    detailedError: unusable || (error?.detail ?? ''),
  }
}

interface ReplayByButtonParts {
  readonly webhooks: Pick<Webhooks, 'find'>
  readonly replay: Pick<Replay, 'refusedSince'>
  /** Brings the message with the button up to date. */
  readonly tell: (webhookId: string) => Promise<void>
}

export type ReplayByButton = ReturnType<typeof createReplayByButton>

/** Sends refused requests again for whoever pressed the button of a notice, and says what became of them. */
export function createReplayByButton({ webhooks, replay, tell }: ReplayByButtonParts) {
  return async (
    { user, settings }: Pick<Caller, 'user' | 'settings'>,
    { webhookId, since }: { readonly webhookId: string; readonly since: number },
  ) => {
    const caller = { user, settings, spell: inWire }
    try {
      await webhooks.find(caller, webhookId)
    } catch (cause) {
      if (!(cause instanceof WebhookError)) throw cause
      const detail = 'only the owner of the webhook and administrators can send its requests again'
      throw new WebhookError('action_failed', { detail, cause })
    }
    const replayed = await replay.refusedSince(caller, webhookId, since)
    await tell(webhookId)
    return replayedText(replayed)
  }
}

/** A request that was sent before, or as if it had been. */
export interface SentRequest extends Pick<KeptRequest, 'method' | 'path' | 'headers' | 'body'> {
  /** As in a URL, without the question mark. */
  readonly query: string
}

export const NOT_KEPT =
  'what was sent is not kept: it is for 24 hours if the request was refused although its key and its signature were right, unless the settings say otherwise'

/** What was kept of a request, as it was read: decompressed. */
export function sentOf(kept: KeptRequest): SentRequest {
  const { 'content-encoding': _encoding, ...headers } = kept.headers
  return { ...kept, headers, query: `${new URLSearchParams(kept.query)}` }
}
