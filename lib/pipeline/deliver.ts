import type { CheckedDelivery } from '../host/checked.js'
import type { TellMistake } from '../host/host-mistakes.js'
import { kindOfValue } from '../host/wrong-result.js'
import type { IdempotencyRecord, PostsEvent } from '../adapters/types.js'
import { type ReceiptPost, SKIPPED_ID } from '../formats/format.js'
import { IDEMPOTENCY_LIFETIME } from '../model/limits.js'
import type { Step } from '../model/message.js'
import type { IncomingWebhook, HookSettings, HookWarning } from '../model/records.js'
import { shownDestination } from '../rules/shown-channel.js'
import { compose, type ComposedPost, type ComposeOptions } from './compose.js'
import { type Action, answerOf, createOnce, type Delivered, type RequestKey } from './once.js'
import { WrongFormatResult } from './format-results.js'
import { planOf, type Plan } from './plan.js'
import { read, type ReadOptions, type Understood } from './read.js'
import type { HookRequest } from './request.js'
import { resolve } from './resolve.js'
import { store, type Stored } from './store.js'
import { unheardWarnings } from './unheard.js'
import { createStoreTogether, type IncidentParts, type StoreTogether } from './together.js'

export interface DeliverOptions extends ComposeOptions, ReadOptions, IncidentParts {
  readonly adapters: CheckedDelivery
  readonly clock: () => number
  /** Told of each batch that was stored. */
  readonly announce: (event: PostsEvent) => void
  readonly tell: TellMistake
}

/** A request to a webhook that was found by its key. */
export interface Delivery {
  readonly request: HookRequest
  readonly webhook: IncomingWebhook
  readonly settings: HookSettings
  /** Present if the request has an idempotency key. */
  readonly key: RequestKey | null
}

export type Deliver = (delivery: Delivery) => Promise<Delivered>

const NOT_KEPT: HookWarning = {
  path: 'Idempotency-Key',
  reason: 'this host does not store idempotency keys: a repeated request posts again',
}

const ANNOUNCED: readonly (readonly [PostsEvent['change'], ReadonlySet<Action>])[] = [
  ['edited', new Set(['edited'])],
  ['posted', new Set(['created', 'replied'])],
]

/** The pipeline: read (parse and translate), resolve, compose, store. */
export function createDeliver(options: DeliverOptions): Deliver {
  const { posts, guarantees } = options.adapters
  const pipeline = new Pipeline(options)
  const once = createOnce(posts)
  return (delivery) => {
    const { key, webhook } = delivery
    return key && guarantees.has('once')
      ? once(webhook.id, key, () => pipeline.run(delivery))
      : pipeline.run(delivery)
  }
}

class Pipeline {
  readonly #options: DeliverOptions
  readonly #storeTogether: StoreTogether

  constructor(options: DeliverOptions) {
    this.#options = options
    this.#storeTogether = createStoreTogether(options)
  }

  async run(delivery: Delivery): Promise<Delivered> {
    const { webhook, settings } = delivery
    const { adapters } = this.#options
    const understood = this.#read(delivery)
    const plan = planOf(understood, webhook, adapters.guarantees)
    if (plan.kind === 'skip') return this.#skipped(understood, delivery)
    const { value: message } = plan.message
    const resolved = await resolve(message, webhook, settings, adapters)
    const composed = compose(message, resolved, this.#options)
    const notes = this.#notesOf(delivery, plan, composed)
    const once = this.#recordOf(delivery, notes)
    const stored =
      plan.kind === 'incident'
        ? await this.#storeTogether({ ...plan, composed: composed.value, resolved, once })
        : await store(composed.value, resolved, once, adapters)
    if ('skipped' in stored) return this.#skipped(understood, delivery)
    if (!stored.stored) return answerOf(stored.earlier, delivery.key)
    this.#announce(stored)
    const { format, event, answer } = understood
    const { destination } = message
    const { channel } = stored
    const posts = stored.posts.map(({ post }) => post)
    return {
      format,
      event,
      posts,
      actions: stored.posts.map(({ action }) => action),
      ...notes,
      repeated: false,
      channelName: shownDestination(destination, channel, webhook.userId, resolved.usersById),
      ...(answer && { answer: answer(posts) }),
    }
  }

  #read({ request, webhook }: Delivery): Understood {
    try {
      return read(request, this.#options, webhook)
    } catch (error) {
      if (!(error instanceof WrongFormatResult)) throw error
      const { method, expected, result, misspelt, message } = error
      const got = kindOfValue(result) + (misspelt === null ? '' : ` ('${misspelt}')`)
      this.#options.tell('EIW_FORMAT_RESULT', { method, expected, got })
      throw new TypeError(`${message}, but ${got}`)
    }
  }

  /** The result for an event that is not shown. Clients read an id and a date of its answer. */
  #skipped({ format, event, answer }: Understood, { request, webhook }: Delivery): Delivered {
    const { id: webhookId, channelId } = webhook
    const standIn = (): ReceiptPost => {
      const createAt = this.#options.clock()
      return { id: SKIPPED_ID, channelId, webhookId, createAt, message: '' }
    }
    const warnings = unheardWarnings(request)
    const nothing = { posts: [], warnings, ignored: [], repeated: false }
    return {
      format,
      event,
      skipped: true,
      ...nothing,
      ...(answer && { answer: answer([standIn()]) }),
    }
  }

  #notesOf(
    { key, request }: Delivery,
    { message, warnings }: Exclude<Plan, { kind: 'skip' }>,
    composed: Step<readonly ComposedPost[]>,
  ): Notes {
    const isKept = key === null || this.#options.adapters.guarantees.has('once')
    return {
      warnings: [
        ...(isKept ? [] : [NOT_KEPT]),
        ...warnings,
        ...unheardWarnings(request),
        ...message.warnings,
        ...composed.warnings,
      ],
      ignored: [...message.ignored, ...composed.ignored],
    }
  }

  /** What is kept for a repeated request. */
  #recordOf({ key, webhook }: Delivery, notes: Notes): IdempotencyRecord | null {
    const { adapters, clock } = this.#options
    if (!key || !adapters.guarantees.has('once')) return null
    return { ...key, ...notes, webhookId: webhook.id, expiresAt: clock() + IDEMPOTENCY_LIFETIME }
  }

  #announce({ channel, posts }: Extract<Stored, { stored: true }>): void {
    for (const [change, actions] of ANNOUNCED) {
      const these = posts.filter(({ action }) => actions.has(action)).map(({ post }) => post)
      if (these.length > 0) this.#options.announce({ change, posts: these, channel })
    }
  }
}

/** What the sender is told besides. */
interface Notes {
  readonly warnings: HookWarning[]
  readonly ignored: string[]
}
