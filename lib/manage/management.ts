import type { CheckedManagement } from '../host/checked.js'
import { WebhookError } from '../model/errors.js'
import type { IncomingWebhook } from '../model/records.js'
import { asIs, type Check, type ChecksFor } from '../model/sent.js'
import { CALLER_NAMES, type CallerValues } from '../model/webhook-fields.js'
import type { VerificationInput } from '../model/verification-fields.js'
import { DELIVERY_ID_SHAPE, WEBHOOK_ID_SHAPE } from '../rules/keys.js'
import { type Call, callRefusal } from '../rules/permissions.js'
import {
  checkArgument,
  checkMembers,
  checkOptions,
  FLAG,
  object,
  TEXT,
  wholeNumber,
  invalidArgument,
} from './checks.js'
import {
  BODIES,
  type HandOverInput,
  readChanges,
  VERIFICATION_MEMBERS,
  type PreviewInput,
} from './bodies.js'
import { type Caller, findUser } from './choices.js'
import type { Preview, PreviewRequest } from './preview.js'
import type { Replay, ReplayedRequest, ReplayResult } from './replay.js'
import { type ListedWebhook, SHOWN_ONLY, type ShownWebhooks, type WebhookDetails } from './views.js'
import type { HandOverResult, Webhooks } from './webhooks.js'
import type { CountersAdapter } from '../adapters/types.js'
import type { DeliveryLog } from '../log/delivery-log.js'
import { pressesOf } from '../buttons/press.js'
import { noticesOf } from './notices.js'

const PER_PAGE = 60
const MAX_PER_PAGE = 200
const SETTABLE: readonly (keyof WebhookFields)[] = [
  'userId',
  'channelId',
  'slug',
  'verification',
  ...CALLER_NAMES,
]
const LIST_OPTIONS: ChecksFor<Required<WebhookListOptions>> = {
  page: wholeNumber(0),
  perPage: wholeNumber(1, MAX_PER_PAGE),
  teamId: TEXT,
  channelId: TEXT,
  userId: TEXT,
  query: TEXT,
  failing: FLAG,
  after: object({ createAt: wholeNumber(0), id: TEXT }),
  withTotal: FLAG,
}
const UPDATE_OPTIONS: ChecksFor<Required<WebhookUpdateOptions>> = {
  expectedUpdateAt: wholeNumber(0),
}

/** What `manage.update` takes: fields that a user may set. Those that are left out keep their values. */
export interface WebhookFields extends Partial<CallerValues> {
  /**
   * Its own channel: one of the same team that the user and the owner can read, and not a direct
   * channel.
   */
  readonly channelId?: string
  /**
   * Its owner, in whose name it posts, who must be able to read its channel and those of its rules. Only
   * administrators may name another than it has; a new webhook has the user who creates it.
   */
  readonly userId?: string
  /**
   * The name by which files of webhooks mean it: 1 to 64 of `a` to `z`, `0` to `9` and `-`, unique in its
   * team. Set when it is created; a change of it is refused. Null: it has none.
   */
  readonly slug?: string | null
  /** How its senders must sign (docs/signatures.md). Null: they need not. */
  readonly verification?: VerificationInput | null
}

/** A new webhook. Fields that are left out have their defaults. */
export interface NewWebhook extends WebhookFields {
  /** Its own channel: one that the user and the owner can read, and not a direct channel. */
  readonly channelId: string
  /** Its name, for people: 1 to 256 code points. */
  readonly displayName: string
}

/** Options of `manage.list`: which webhooks to list. */
export interface WebhookListOptions {
  /** The number of the page, from 0. Default: 0. */
  readonly page?: number
  /** Webhooks per page, 1 to 200. Default: 60. */
  readonly perPage?: number
  /** Only webhooks of this team. */
  readonly teamId?: string
  /** Only webhooks whose own channel is this one. */
  readonly channelId?: string
  /** Only webhooks of this user; for users who are not administrators, of nobody but themselves. */
  readonly userId?: string
  /**
   * Only webhooks that have each of these words, at most 10: as a part of their name, description, `slug`
   * or `keyHint`, or as their id, in any case.
   */
  readonly query?: string
  /** Only webhooks whose last request was refused or failed. Default: false. */
  readonly failing?: boolean
  /** Only webhooks that come after this one in the list, such as the last one of the page before. */
  readonly after?: Readonly<Pick<ListedWebhook, 'createAt' | 'id'>>
  /** Whether to count all webhooks of the list, which takes long if there are many. Default: false. */
  readonly withTotal?: boolean
}

/** Options of `manage.update`. */
export interface WebhookUpdateOptions {
  /** The `updateAt` that the webhook must have, or the change fails with `precondition_failed`. */
  readonly expectedUpdateAt?: number
}

/** Options of `manage.regenerate`. */
export interface WebhookRegenerateOptions {
  /** How long the old key works, in seconds: 0 to 86400. Default: 0. */
  readonly overlapSeconds?: number
}

/** Options of `manage.replay`. */
export interface ReplayOptions {
  /** Whether a request that was delivered is sent anew, so that it posts once more. Default: false. */
  readonly again?: boolean
}

/** Which requests `manage.replayRefused` sends again. */
export interface RefusedRequests {
  /** Those of this time or later, in milliseconds since 1970. */
  readonly refusedSince: number
}

/**
 * Management without HTTP, for the user with the given id: the rules, the errors and the results
 * are those of the admin router. Every method throws a `WebhookError`: `user_missing` if there is
 * no such active user, `webhooks_disabled` while the feature is off, `webhook_not_found` for
 * webhooks that the user may not manage, `invalid_param` for arguments of the wrong type and
 * members with unknown names. `params.name` is the field that is wrong, as written here.
 *
 * @example
 * ```ts
 * const { url } = await webhooks.manage.create(userId, { channelId, displayName: 'CI' })
 * ```
 */
export interface WebhookManagement {
  /**
   * Creates a webhook. Throws `not_permitted`, `invalid_body`, `display_name_invalid`,
   * `description_invalid`, `icon_url_invalid`, `channel_missing`, or `slug_taken` if another webhook of
   * the team has the slug.
   */
  create(userId: string, fields: NewWebhook): Promise<WebhookDetails<string>>
  /** The user's own webhooks, or all of them for administrators; newest first. */
  list(
    userId: string,
    options?: WebhookListOptions,
  ): Promise<{
    /** The webhooks of this page. */
    readonly items: readonly ListedWebhook[]
    /** How many webhooks there are on all pages; null without `withTotal`. */
    readonly total: number | null
  }>
  /** One webhook with its key and URL. */
  find(userId: string, id: string): Promise<WebhookDetails>
  /**
   * Changes the given fields. Throws `precondition_failed` if `updateAt` is not the expected one;
   * without `expectedUpdateAt`, changes made at the same time are merged. Otherwise throws as
   * `create` does.
   */
  update(
    userId: string,
    id: string,
    changes: WebhookFields,
    options?: WebhookUpdateOptions,
  ): Promise<WebhookDetails>
  /**
   * For administrators: gives the webhooks of one user, who may be deactivated, to another, at most 5,000 in
   * one call. Both are told, and the keys stay. Throws `not_permitted` for other users, `user_missing` if
   * `to` is no active user, and `invalid_body` if both are the same.
   */
  handOver(userId: string, users: HandOverInput): Promise<HandOverResult>
  /**
   * Call it yourself when a person has left for good, also if the account is deactivated or gone: it asks for
   * no right. Ends the person's sessions, and deletes the person's webhooks with all that came to them, or hands
   * them over: what came to those before is deleted, too. Webhooks that the new owner may not have are deleted;
   * `handOver` says before which these are. Call it again if it throws: it does the rest. Throws `user_missing`
   * if `handOverTo` is no active user, `invalid_param` for an empty id or the same one twice, and what your
   * adapters throw. What your own tables have of the person is yours to delete (docs/security.md).
   */
  forgetUser(id: string, options?: ForgetUserOptions): Promise<ForgottenUser>
  /** Sets a new key. The old one works for `overlapSeconds` more. */
  regenerate(
    userId: string,
    id: string,
    options?: WebhookRegenerateOptions,
  ): Promise<WebhookDetails<string>>
  /** Turns a disabled webhook on again, with the same URL. */
  enable(userId: string, id: string): Promise<WebhookDetails>
  /** Turns a webhook off. Its record and key are kept; senders get a 404. */
  disable(userId: string, id: string): Promise<WebhookDetails>
  /**
   * For administrators: disables the webhook that has this leaked key, as its current or previous
   * one. The key never works again, even if the webhook is enabled. Throws `not_permitted` for
   * other users, and `webhook_not_found` for an unknown key.
   */
  revoke(userId: string, key: string): Promise<WebhookDetails>
  /**
   * What would become of a request: the posts, the answer and the errors are those of the hook router, and
   * nothing is written. A signature is not needed. Throws `invalid_body`, and `delivery_not_found` if nothing
   * of `delivery` is kept.
   */
  preview(userId: string, id: string, request: PreviewInput): Promise<Preview>
  /**
   * Sends a request of the log again, by the rules of the hook router, judged as if it were handled when it
   * first arrived, and returns what its sender would be answered. It posts once, however often it is sent.
   * Throws `delivery_not_found` if nothing of it is kept, and `delivery_delivered` if it was delivered and
   * `again` is not set.
   */
  replay(
    userId: string,
    id: string,
    deliveryId: string,
    options?: ReplayOptions,
  ): Promise<ReplayResult>
  /**
   * Sends again what was refused since a time and is not delivered yet: each content once, the oldest first,
   * at most 100. Nothing from before the webhook asked for its present signatures. After a 429, or an answer
   * of 500 or more, the rest is not sent, and has that status, or 503. Throws `rate_limited` while another
   * such call for the webhook runs.
   */
  replayRefused(
    userId: string,
    id: string,
    requests: RefusedRequests,
  ): Promise<readonly ReplayedRequest[]>
  /** Deletes a webhook. Its posts stay, but their buttons no longer work. */
  delete(userId: string, id: string): Promise<void>
}

export interface ManagementParts {
  readonly adapters: Pick<CheckedManagement, 'users' | 'settings'>
  readonly webhooks: Webhooks
  readonly shown: ShownWebhooks
  readonly preview: PreviewRequest
  readonly replay: Replay
  readonly forgetUser: WebhookManagement['forgetUser']
}

export function createManagement({
  adapters,
  webhooks,
  shown,
  preview,
  replay,
  forgetUser,
}: ManagementParts): WebhookManagement {
  const as = async (call: Call, userId: string): Promise<Caller> => {
    checkArgument('userId', userId, TEXT)
    const user = await findUser(adapters, userId)
    const settings = await adapters.settings.get()
    const refusal = callRefusal(call, user, settings)
    if (refusal) throw new WebhookError(refusal)
    return { user, settings, spell: asIs }
  }
  /** The webhook with this id once something has been done with it. */
  const one = async (
    call: Call,
    userId: string,
    id: string,
    act: (caller: Caller, id: string) => Promise<IncomingWebhook>,
  ): Promise<WebhookDetails> => {
    const caller = await as(call, userId)
    return shown.one(caller.user, await act(caller, checked(id)))
  }
  return {
    create: async (userId, fields) => {
      const caller = await as('create', userId)
      checkFields('fields', fields)
      const input = BODIES.webhook.read({ value: fields, spell: asIs })
      return withKey(await shown.one(caller.user, await webhooks.create(caller, input)))
    },
    list: async (userId, options) => {
      const caller = await as('list', userId)
      const page = { page: 0, perPage: PER_PAGE, ...checkOptions(options ?? {}, LIST_OPTIONS) }
      const { items, total } = await webhooks.list(caller, page)
      return { items: await shown.many(caller.user, items), total }
    },
    find: (userId, id) => one('get', userId, id, (caller, known) => webhooks.find(caller, known)),
    update: (userId, id, changes, options) =>
      one('update', userId, id, async (caller, known) => {
        // So that a webhook as `find` returns it can be changed and passed.
        checkFields('changes', changes, SHOWN_ONLY)
        const { expectedUpdateAt = null } = checkOptions(options ?? {}, UPDATE_OPTIONS)
        const { updateAt, version } = await webhooks.find(caller, known)
        if (expectedUpdateAt !== null && expectedUpdateAt !== updateAt) {
          throw new WebhookError('precondition_failed')
        }
        const input = readChanges({ value: changes, spell: asIs })
        return webhooks.update(caller, known, input, expectedUpdateAt === null ? {} : { version })
      }),
    handOver: async (userId, users) => {
      const caller = await as('handOver', userId)
      return webhooks.handOver(caller, read('users', users, ['from', 'to'], BODIES.handOver))
    },
    forgetUser,
    regenerate: async (userId, id, options) =>
      withKey(
        await one('regenerate', userId, id, (caller, known) => {
          const seconds = read('options', options ?? {}, ['overlapSeconds'], BODIES.regenerate)
          return webhooks.regenerate(caller, known, seconds)
        }),
      ),
    enable: (userId, id) =>
      one('enable', userId, id, (caller, known) => webhooks.setEnabled(caller, known, true)),
    disable: (userId, id) =>
      one('disable', userId, id, (caller, known) => webhooks.setEnabled(caller, known, false)),
    revoke: async (userId, key) => {
      const caller = await as('revoke', userId)
      checkArgument('key', key, TEXT)
      const leakedKey = BODIES.revoke.read({ value: { key }, spell: asIs })
      return shown.one(caller.user, await webhooks.revoke(caller, leakedKey))
    },
    preview: async (userId, id, request) => {
      const caller = await as('preview', userId)
      return preview(caller, checked(id), BODIES.preview.read({ value: request, spell: asIs }))
    },
    replay: async (userId, id, deliveryId, options) => {
      const caller = await as('replay', userId)
      const again = read('options', options ?? {}, ['again'], BODIES.replay)
      return replay.one(caller, checked(id), checkedDelivery(deliveryId), again)
    },
    replayRefused: async (userId, id, requests) => {
      const caller = await as('replayRefused', userId)
      const since = read('requests', requests, ['refusedSince'], BODIES.replayRefused)
      return replay.refusedSince(caller, checked(id), since)
    },
    delete: async (userId, id) => webhooks.delete(await as('delete', userId), checked(id)),
  }
}

/** Text of another shape is the id of no webhook, and is not looked up. */
function checked(id: string): string {
  checkArgument('id', id, TEXT)
  if (WEBHOOK_ID_SHAPE.test(id)) return id
  throw new WebhookError('webhook_not_found')
}

function checkedDelivery(id: string): string {
  checkArgument('deliveryId', id, TEXT)
  if (DELIVERY_ID_SHAPE.test(id)) return id
  throw new WebhookError('delivery_not_found')
}

function withKey({ key, url, ...webhook }: WebhookDetails): WebhookDetails<string> {
  if (key === null || url === null) throw new TypeError('the store has changed keyCipher')
  return { ...webhook, key, url }
}

/** What an argument says, which has no other members. */
function read<Value>(
  argument: string,
  value: unknown,
  names: readonly string[],
  body: Check<Value>,
): Value {
  checkMembers(argument, value, names)
  return body.read({ value, spell: asIs })
}

function checkFields(
  argument: string,
  fields: WebhookFields,
  ignored?: readonly (keyof WebhookDetails)[],
): void {
  checkMembers(argument, fields, SETTABLE, ignored)
  const { verification } = fields
  if (verification === undefined || verification === null) return
  checkMembers('verification', verification, VERIFICATION_MEMBERS, ['hasPreviousSecret'])
}

/** Options of `manage.forgetUser`. */
export interface ForgetUserOptions {
  /** The id of the user who gets the webhooks. Default: nobody; they are deleted. */
  readonly handOverTo?: string
}

/** What `manage.forgetUser` did. */
export interface ForgottenUser {
  /** The ids of the webhooks that have another owner now. Their logs of requests are empty. */
  readonly handedOver: readonly string[]
  /** Those that were deleted, and why; `reason` and `detail` are `''` if nobody was to get them. */
  readonly deleted: HandOverResult['refused']
}

interface ForgetUserParts {
  readonly adapters: Pick<CheckedManagement, 'users' | 'settings' | 'sessions'> & {
    readonly counters: CountersAdapter
  }
  readonly webhooks: Pick<Webhooks, 'inParts' | 'handOverThese' | 'delete'>
  readonly deliveryLog: Pick<DeliveryLog, 'erase' | 'forget'>
}

const OPTIONS: ChecksFor<Required<ForgetUserOptions>> = { handOverTo: TEXT }

export function createForgetUser({ adapters, webhooks, deliveryLog }: ForgetUserParts) {
  return async (from: string, given?: ForgetUserOptions): Promise<ForgottenUser> => {
    if (checkArgument('id', from, TEXT) === '')
      throw invalidArgument('id', 'expected the id of a user')
    const { handOverTo = null } = checkOptions(given ?? {}, OPTIONS)
    if (handOverTo === from) throw invalidArgument('handOverTo', 'expected another user')
    const to = handOverTo === null ? null : await findUser(adapters, handOverTo)
    // In whose name it is done: nobody else does it, and nothing but the id is known any more.
    const user = { id: from, username: '' }
    const own: Caller = { user, settings: await adapters.settings.get(), spell: asIs }
    await adapters.sessions?.deleteForUser(from)
    // What becomes of webhooks whose logs are gone: a second call would not find these logs any more.
    const { handedOver, refused: deleted } = await webhooks.inParts(
      { by: null, from, to },
      Infinity,
      async (some) => {
        await Promise.all(some.map(({ id }) => deliveryLog.erase(id)))
        // Others may only do something with own webhooks.
        const all = { ...own, user: { ...user, admin: true } }
        const { saved, refused, failures } = to
          ? await webhooks.handOverThese(all, { from, to: to.id }, some)
          : { saved: [], refused: some.map(unwanted), failures: [] }
        await Promise.all(
          refused.map(({ webhookId }) => deletedOr(webhooks.delete(own, webhookId))),
        )
        // What was sent meanwhile.
        await Promise.all(saved.map(({ id }) => deliveryLog.forget(id)))
        await Promise.all(some.map(async ({ id }) => adapters.counters.reset(noticesOf(id, from))))
        return { saved, refused, failures, staying: 0 }
      },
    )
    await adapters.counters.reset(pressesOf(from))
    return { handedOver, deleted }
  }
}

function unwanted({ id, displayName }: IncomingWebhook): HandOverResult['refused'][number] {
  return { webhookId: id, displayName, reason: '', detail: '' }
}

/** Somebody else may have deleted or taken it meanwhile. */
async function deletedOr(deleting: Promise<void>): Promise<void> {
  try {
    await deleting
  } catch (error) {
    if (!(error instanceof WebhookError) || error.code !== 'webhook_not_found') throw error
  }
}
