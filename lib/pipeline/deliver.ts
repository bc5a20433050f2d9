import { asError } from '../host/as-error.js'
import type { TellMistake } from '../host/host-mistakes.js'
import { kindOfValue } from '../host/wrong-result.js'
import type { IdempotencyRecord } from '../adapters/types.js'
import { type ReceiptPost, SKIPPED_ID } from '../formats/format.js'
import { IDEMPOTENCY_LIFETIME } from '../model/limits.js'
import type { Step } from '../model/message.js'
import type { IncomingWebhook, HookSettings, HookWarning } from '../model/records.js'
import { lengthBesideLine } from '../rules/incident-line.js'
import { shownDestination } from '../rules/shown-channel.js'
import { compose, type ComposedPost, type ComposeOptions } from './compose.js'
import { answerOf, createOnce, type Delivered, NOTHING, type RequestKey } from './once.js'
import { isAnswer, WrongFormatResult } from './format-results.js'
import { planOf, type Plan } from './plan.js'
import { read, type ReadOptions, type Understood } from './read.js'
import { type HookRequest, unheardWarnings } from './request.js'
import { resolve, type Resolved } from './resolve.js'
import { whoIs } from './ruled-message.js'
import { store } from './store.js'
import { type Turn, waiterOf } from '../host/turn.js'
import type { IncidentParts, SentAgain, StoreTogether } from './together.js'

export interface DeliverOptions extends ComposeOptions, ReadOptions, IncidentParts {
  readonly storeTogether: StoreTogether
  readonly tell: TellMistake
}

/** A request to a webhook that was found by its key. */
export interface Delivery {
  readonly request: HookRequest
  readonly webhook: IncomingWebhook
  readonly settings: HookSettings
  /** Present if the request has an idempotency key. */
  readonly key: RequestKey | null
  /** Default: no limit counts it. */
  readonly turn?: Turn | null
  /** Of a request that is sent again, which does not wait. */
  readonly again?: SentAgain
}

export type Deliver = (delivery: Delivery) => Promise<Delivered>

const NOT_KEPT: HookWarning = {
  path: 'Idempotency-Key',
  reason: 'this host does not store idempotency keys: a repeated request posts again',
}

/** The pipeline: read (parse and translate), resolve, compose, store. */
export function createDeliver(options: DeliverOptions): Deliver {
  const { posts, guarantees } = options.adapters
  const once = createOnce(posts)
  // The post of an incident has its history besides.
  const beside = { ...options, maxPostLength: lengthBesideLine(options) }
  const rooms: Rooms = { post: options, incident: beside }
  return (delivery) => {
    const { key, webhook, turn = null } = delivery
    return key && guarantees.has('once')
      ? once(webhook.id, key, turn, () => run(delivery, options, rooms))
      : run(delivery, options, rooms)
  }
}

/** How a post is composed: into how much room. */
type Rooms = Readonly<Record<Exclude<Plan['kind'], 'skip'>, ComposeOptions>>

async function run(delivery: Delivery, options: DeliverOptions, rooms: Rooms) {
  const { request, webhook, settings, turn = null, again } = delivery
  const { adapters } = options
  const understood = understand(delivery, options)
  const plan = planOf(understood, webhook, adapters.guarantees, request.correlation)
  if (plan.kind === 'skip') return skipped(understood, delivery, options)
  const { value: message } = plan.message
  const { ruled, people } = understood
  const resolved = await resolve(message, webhook, settings, adapters, ruled, people)
  const composed = compose(message, resolved, rooms[plan.kind])
  const { mention = null } = ruled
  const calls = mention === null ? null : whoIs(mention, resolved)
  const notes = notesOf(delivery, { understood, plan, resolved, composed, calls }, options)
  const once = recordOf(delivery, notes, options)
  const patience = again ? 0 : understood.patience
  const mine = { composed: composed.value, patience, calls }
  // A message about an incident waits only if it makes a post.
  const wait = plan.kind === 'post' ? await turn?.ask() : null
  await wait?.(waiterOf(mine))
  const stored =
    plan.kind === 'incident'
      ? await options.storeTogether({ ...mine, resolved, once, turn, again, ...plan })
      : await store(composed.value, resolved, once, options)
  if ('skipped' in stored) return skipped(understood, delivery, options)
  if (!stored.stored) return answerOf(stored.earlier, delivery.key, adapters.posts)
  const { format, event, facts, about } = understood
  const { destination } = message
  const { channel } = stored
  const posts = stored.posts.map(({ post }) => post)
  return {
    format,
    event,
    facts,
    incident: about?.key ?? '',
    rules: ruled.applied,
    posts,
    actions: stored.posts.map(({ action }) => action),
    repeated: false,
    channelName: shownDestination(destination, channel, webhook.userId, resolved.usersById),
    ...notes,
    warnings: [...notes.warnings, ...(stored.warnings ?? [])],
    ...answerTo(understood, posts, options),
  }
}

/** Reads the request, and tells of a format of the host that returns what it must not. */
function understand({ request, webhook }: Delivery, options: DeliverOptions) {
  try {
    return read(request, options, webhook)
  } catch (error) {
    if (!(error instanceof WrongFormatResult)) throw error
    const { method, expected, result, misspelt, message } = error
    const got = kindOfValue(result) + (misspelt === null ? '' : ` ('${misspelt}')`)
    options.tell('EIW_FORMAT_RESULT', { method, expected, got })
    throw new TypeError(`${message}, but ${got}`)
  }
}

/** The result for an event that is not shown. Clients read an id and a date of its answer. */
function skipped(
  understood: Understood,
  { request, webhook }: Delivery,
  options: DeliverOptions,
): Delivered {
  const { format, event, facts, about, ruled } = understood
  const { id: webhookId, channelId } = webhook
  const createAt = options.clock()
  const times = { createAt, updateAt: createAt }
  const standIn = { id: SKIPPED_ID, channelId, webhookId, ...times, message: '', props: {} }
  const warnings = [...unheardWarnings(request), ...understood.warnings]
  const answered = answerTo(understood, [standIn], options)
  const known = { format, event, facts, incident: about?.key ?? '', rules: ruled.applied }
  return { ...NOTHING, ...known, skipped: true, warnings, ...answered }
}

/** What the sender counts as success. A failure must not make it repeat what is stored. */
function answerTo(
  { format, answer }: Understood,
  posts: readonly ReceiptPost[],
  { tell }: DeliverOptions,
): Pick<Delivered, 'answer'> {
  if (!answer) return {}
  const method = `${format}.answer`
  try {
    const given: unknown = answer(posts)
    if (isAnswer(given)) return { answer: given }
    // The rejection of a promise would end the process.
    Promise.resolve(given).catch(() => undefined)
    tell('EIW_FORMAT_ANSWER', { method, got: kindOfValue(given) })
  } catch (error) {
    tell('EIW_FORMAT_ANSWER', { method, error: asError(error) })
  }
  return {}
}

function notesOf(
  { key, request }: Delivery,
  { understood, plan, resolved, composed, calls }: Done,
  { adapters }: DeliverOptions,
): Notes {
  const { message, warnings } = plan
  const { mention = null } = understood.ruled
  const isKept = key === null || adapters.guarantees.has('once')
  return {
    warnings: [
      ...(isKept ? [] : [NOT_KEPT]),
      ...warnings,
      ...unheardWarnings(request),
      ...understood.warnings,
      ...(mention !== null && calls === null ? [nobodyCalled(mention)] : []),
      ...resolved.warnings,
      ...message.warnings,
      ...composed.warnings,
    ],
    ignored: [...message.ignored, ...composed.ignored],
  }
}

/** What the steps have made of a request. */
interface Done {
  readonly understood: Understood
  readonly plan: Exclude<Plan, { kind: 'skip' }>
  readonly resolved: Resolved
  readonly composed: Step<readonly ComposedPost[]>
  readonly calls: string | null
}

function nobodyCalled(mention: string): HookWarning {
  return {
    path: 'rules',
    reason: `a rule mentions ${mention}, which is no user's name: nobody is notified`,
  }
}

/** What is kept for a repeated request. */
function recordOf(
  { key, webhook }: Delivery,
  notes: Notes,
  { adapters, clock }: DeliverOptions,
): IdempotencyRecord | null {
  if (!key || !adapters.guarantees.has('once')) return null
  return { ...key, ...notes, webhookId: webhook.id, expiresAt: clock() + IDEMPOTENCY_LIFETIME }
}

/** What the sender is told besides. */
interface Notes {
  readonly warnings: HookWarning[]
  readonly ignored: string[]
}
