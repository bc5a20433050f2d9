import type { CheckedDelivery } from '../host/checked.js'
import type { IdempotencyRecord, PostsEvent } from '../adapters/types.js'
import { type ReceiptPost, SKIPPED_ID } from '../formats/format.js'
import { IDEMPOTENCY_LIFETIME } from '../model/limits.js'
import type {
  HookChannel,
  IncomingWebhook,
  HookPost,
  HookSettings,
  HookWarning,
} from '../model/records.js'
import { shownDestination } from '../rules/shown-channel.js'
import { type Mode, modeOf } from '../rules/together.js'
import { compose, type ComposedPost, type ComposeOptions } from './compose.js'
import { answerOf, createOnce, type Delivered, type RequestKey } from './once.js'
import { read, type Read, type ReadOptions } from './read.js'
import { type Resolved, resolve } from './resolve.js'
import type { HookRequest } from './request.js'
import { store } from './store.js'
import { incidentTitle } from './incident-title.js'
import { unheardWarnings } from './unheard.js'
import {
  createStoreTogether,
  type StoredIncident,
  type StoreTogether,
  type IncidentMessage,
  type IncidentParts,
} from './together.js'

export interface DeliverOptions extends ComposeOptions, ReadOptions, IncidentParts {
  readonly adapters: CheckedDelivery
  readonly clock: () => number
  /** Told of each batch that was stored. */
  readonly announce: (event: PostsEvent) => void
}

/** A request to a webhook that was found by its key. */
export interface Delivery {
  readonly request: HookRequest
  readonly webhook: IncomingWebhook
  readonly settings: HookSettings
  /** Present if the request has an idempotency key. */
  readonly key: RequestKey | null
}

/** The result for an event that is not shown. */
const NOTHING = { posts: [], warnings: [], ignored: [], repeated: false } as const

/** For the answer to an event that is not shown: clients read dates and ids of it. */
function standIn({ id: webhookId, channelId }: IncomingWebhook, now: number): ReceiptPost {
  return { id: SKIPPED_ID, channelId, webhookId, createAt: now, message: '' }
}

export type Deliver = (delivery: Delivery) => Promise<Delivered>

const NOT_KEPT: HookWarning = {
  path: 'Idempotency-Key',
  reason: 'this host does not store idempotency keys: a repeated request posts again',
}

const NOT_TOGETHER: HookWarning = {
  path: 'Correlation-Key',
  reason: 'this host does not store incidents: each event is a post',
}

/** The pipeline: read (parse and translate), resolve, compose, store. */
export function createDeliver(options: DeliverOptions): Deliver {
  const { adapters } = options
  const pipeline = new Pipeline(options)
  const once = createOnce(adapters.posts)
  return (delivery) =>
    delivery.key === null || !adapters.guarantees.has('once')
      ? pipeline.run(delivery)
      : once(delivery.webhook.id, delivery.key, () => pipeline.run(delivery))
}

class Pipeline {
  readonly #options: DeliverOptions
  readonly #storeIncident: StoreTogether

  constructor(options: DeliverOptions) {
    this.#options = options
    this.#storeIncident = createStoreTogether(options)
  }

  async run(delivery: Delivery): Promise<Delivered> {
    const { adapters, clock } = this.#options
    const { request, webhook, settings } = delivery
    const key = adapters.guarantees.has('once') ? delivery.key : null
    const understood = read(request, this.#options, webhook)
    const { message, about, format, event } = understood
    const unheard = unheardWarnings(request)
    const answered = (posts: readonly ReceiptPost[]): Pick<Delivered, 'answer'> =>
      understood.answer ? { answer: understood.answer(posts) } : {}
    const skipped = (): Delivered => ({
      format,
      event,
      skipped: true,
      ...NOTHING,
      warnings: unheard,
      ...answered([standIn(webhook, clock())]),
    })
    const mode = this.#modeOf(webhook, about)
    if (!message || (about?.isOnlyIfKnown && mode === null)) return skipped()
    const resolved = await resolve(message.value, webhook, settings, adapters)
    const composed = compose(message.value, resolved, this.#options)
    const warnings = [
      ...(key === delivery.key ? [] : [NOT_KEPT]),
      ...(mode === null ? [NOT_TOGETHER] : []),
      ...unheard,
      ...message.warnings,
      ...composed.warnings,
    ]
    const ignored = [...message.ignored, ...composed.ignored]
    const expiresAt = clock() + IDEMPOTENCY_LIFETIME
    const remember = key && { ...key, webhookId: webhook.id, expiresAt, warnings, ignored }
    const result =
      about && mode !== null && mode !== 'off'
        ? await this.#storeTogether(composed.value, resolved, { about, mode, once: remember })
        : await this.#store(composed.value, resolved, remember)
    if ('skipped' in result) return skipped()
    if (!result.stored) return answerOf(result.earlier, key?.fingerprint ?? '')
    const posts = result.posts.map(({ post }) => post)
    return {
      format,
      event,
      posts,
      actions: result.posts.map(({ action }) => action),
      warnings,
      ignored,
      repeated: false,
      channelName: shownDestination(
        message.value.destination,
        result.channel,
        webhook.userId,
        resolved.usersById,
      ),
      ...answered(posts),
    }
  }

  /** Null: the host cannot do what the request asks for. */
  #modeOf({ together }: IncomingWebhook, about: Read['about']): Mode | null {
    if (!about) return 'off'
    const { guarantees } = this.#options.adapters
    const mode = modeOf(together, about, guarantees.has('threads'))
    return mode === 'off' || guarantees.has('incidents') ? mode : null
  }

  async #store(
    composed: readonly ComposedPost[],
    resolved: Resolved,
    once: IdempotencyRecord | null,
  ): Promise<StoredIncident> {
    const { result, channel } = await store(composed, resolved, once, this.#options.adapters)
    if (!result.stored) return result
    this.#announce('posted', result.posts, channel)
    return {
      stored: true,
      channel,
      posts: result.posts.map((post) => ({ post, action: 'created' })),
    }
  }

  async #storeTogether(
    composed: readonly ComposedPost[],
    resolved: Resolved,
    rest: Pick<IncidentMessage, 'about' | 'mode' | 'once'>,
  ): Promise<StoredIncident> {
    const [first] = composed
    const title = first ? incidentTitle(first) : ''
    const stored = await this.#storeIncident({ ...rest, composed, resolved, title })
    if (stored.stored) {
      const of = (actions: readonly string[]): readonly HookPost[] =>
        stored.posts.filter(({ action }) => actions.includes(action)).map(({ post }) => post)
      this.#announce('edited', of(['edited']), stored.channel)
      this.#announce('posted', of(['created', 'replied']), stored.channel)
    }
    return stored
  }

  #announce(change: PostsEvent['change'], posts: readonly HookPost[], channel: HookChannel): void {
    if (posts.length > 0) this.#options.announce({ change, posts, channel })
  }
}
