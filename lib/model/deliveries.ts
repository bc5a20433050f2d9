import type { Facts } from './event-rules.js'
import { fieldNames, recordOf } from './fields.js'
import type { LastResult } from './last-result.js'
import type { HookWarning } from './records.js'

/**
 * The requests of a webhook that are kept together: those that were accepted (stored or skipped), those
 * that were rejected, those, whatever became of them, that did not prove that they may post, because the
 * key cannot be used, or the signature that the webhook asks for is missing or wrong, and those that were
 * sent again and rejected again. However many come of one share, they push out none of the others.
 */
export type RequestShare = 'accepted' | 'refused' | 'unproven' | 'replayed'

/**
 * How many requests of each share of a webhook are kept, of 1,000 in all; a setting makes all of them more
 * or fewer.
 */
export const KEPT_PER_MILLE: Readonly<Record<RequestShare, number>> = {
  accepted: 500,
  refused: 400,
  unproven: 50,
  replayed: 50,
}

/** All of them. */
export const REQUEST_SHARES: readonly RequestShare[] = fieldNames(KEPT_PER_MILLE)

/** A request to a webhook, also a rejected one, and its result. It contains no payload and no key. */
export interface DeliveryRecord {
  /** Of letters, digits, `_` and `-`; unique. */
  readonly id: string
  /** The webhook whose key the request had. */
  readonly webhookId: string
  /** With which others it is kept. */
  readonly share: RequestShare
  /** Milliseconds since 1970. */
  readonly time: number
  /** What became of it. */
  readonly outcome: LastResult['outcome']
  /** As in the response's `X-Request-Id`. */
  readonly requestId: string
  /** The status of the response. */
  readonly status: number
  /** The error's `id`; `''` if it was delivered, or if the host's own error handler responded. */
  readonly errorId: string
  /** The error's message; `''` if it was delivered. */
  readonly message: string
  /** What was wrong and where; `''` if the message says all. */
  readonly detail: string
  /** Parts of the payload that were lost, changed or repaired. */
  readonly warnings: readonly HookWarning[]
  /** Paths of parameters that have no effect and nothing to show. */
  readonly ignored: readonly string[]
  /** Bytes of the body, as far as they were read. */
  readonly size: number
  /** The header `User-Agent`, or `''`. */
  readonly userAgent: string
  /** The header `Content-Type`, or `''`. */
  readonly contentType: string
  /** `name: value`, without addresses; credentials and cookies are `[redacted]`. */
  readonly headers: readonly string[]
  /** Milliseconds from the request's headers to the response; null in older records. */
  readonly duration: number | null
  /** How the body of the response begins; `''` if the host's own error handler wrote it. */
  readonly response: string
  /** The ids of the posts that were stored or changed. */
  readonly postIds: readonly string[]
  /** What was done with each of them, as in a receipt; empty in older records. */
  readonly actions: readonly string[]
  /** Where they are; null if there are none, and in older records. */
  readonly postedTo: {
    /** The id of the channel, as in `HookChannel`. */
    readonly channelId: string
    /**
     * The name of the channel at that time, for people; of direct messages, `@` and the name of the
     * other user. `''` if it was not looked up, as for a repeated request.
     */
    readonly name: string
    /** Whether the request asked for it, so that it was not the webhook's own channel at that time. */
    readonly requested: boolean
  } | null
  /** Whether the response is that of an earlier request with the same `Idempotency-Key`. */
  readonly replayed: boolean
  /** The format, such as `grafana`; `''` if none was recognised. */
  readonly format: string
  /** What happened, in the words of the format, or `''`. */
  readonly event: string
  /** The key of its incident, as the sender wrote it, or `''`. */
  readonly incident: string
  /** What is known of the event, at most 1,000 characters of JSON. */
  readonly facts: Facts
  /** The digest of its content, by which `Idempotency-Key` compares bodies; `''` without a body. */
  readonly digest: string
  /**
   * The digest of what formats read beside the body: method, end of the URL, query and headers;
   * usually `''`. Two requests are the same if this and `digest` are.
   */
  readonly beside: string
  /** Seconds that it waited in line. */
  readonly waited: number
  /** The client's address, as the option `deliveryAddress` says. */
  readonly address: string
  /** The indexes of the rules that applied. */
  readonly rules: readonly number[]
  /** The `id` of the request that was sent again with it, or null. */
  readonly replayOf: string | null
  /** The hint of the key that it used, if the webhook has a newer one; `''` as a rule. */
  readonly oldKey: string
}

/** A request as it is appended. */
export interface NewDelivery extends DeliveryRecord {
  /** What was sent, encrypted, to be shown or sent again; null if it is not kept. */
  readonly kept: string | null
}

/** Which requests are meant; what is absent counts for nothing. */
export interface DeliveryFilter {
  /** Those of these webhooks. Absent: of all. */
  readonly webhookIds?: string[]
  /** Those of which this became. */
  readonly outcome?: LastResult['outcome']
  /** Those of this format. */
  readonly format?: string
  /** Those of this event. */
  readonly event?: string
  /** Those about this incident. */
  readonly incident?: string
  /** Those with one of these digests. */
  readonly digests?: string[]
  /** Those of this time or later, in milliseconds since 1970. */
  readonly from?: number
  /** Those of this time or earlier, in milliseconds since 1970. */
  readonly to?: number
}

/** A part of a list. */
export interface DeliveryPage {
  /** How many are left out in front. */
  readonly offset: number
  /** How many there are at most, 1 to 1,000. */
  readonly limit: number
}

/** Whether a request is meant. */
export function isMeant(delivery: DeliveryRecord, filter: DeliveryFilter): boolean {
  const { webhookIds, digests, from = -Infinity, to = Infinity, ...same } = filter
  const { outcome, format, event, incident } = same
  return (
    (webhookIds?.includes(delivery.webhookId) ?? true) &&
    (digests?.includes(delivery.digest) ?? true) &&
    (outcome ?? delivery.outcome) === delivery.outcome &&
    (format ?? delivery.format) === delivery.format &&
    (event ?? delivery.event) === delivery.event &&
    (incident ?? delivery.incident) === delivery.incident &&
    delivery.time >= from &&
    delivery.time <= to
  )
}

/** What is kept, and for how long. */
export interface DeliveryLimits {
  /** Requests before this time are deleted, in milliseconds since 1970. */
  readonly before: number
  /** How many of each share of a webhook are kept, the newest. */
  readonly perShare: Readonly<Record<RequestShare, number>>
  /** What was sent before this time is deleted, in milliseconds since 1970. */
  readonly keptBefore: number
}

/** The limits for so many days, and so many requests of a webhook. */
export function limitsAt(now: number, days: number, perWebhook: number): DeliveryLimits {
  const share = (name: RequestShare): number =>
    Math.max(1, Math.round((KEPT_PER_MILLE[name] * perWebhook) / 1_000))
  return {
    before: now - days * DAY,
    perShare: recordOf<DeliveryLimits['perShare']>(REQUEST_SHARES, share),
    keptBefore: keptSince(now),
  }
}

/** What was sent since then may be kept. */
export function keptSince(now: number): number {
  return now - DAY
}

/** Milliseconds. */
export const DAY = 86_400_000
