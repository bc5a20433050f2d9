import type { CheckedManagement } from '../host/checked.js'
import { WebhookError } from '../model/errors.js'
import { fieldNames, partOf, toWire } from '../model/fields.js'
import type { IncomingWebhook } from '../model/records.js'
import { CALLER_FIELDS, type CallerFields, type CallerValues } from '../model/webhook-fields.js'
import type { VerificationInput } from '../model/verification-fields.js'
import { WEBHOOK_ID_SHAPE } from '../rules/keys.js'
import { type Call, callRefusal, fieldRefusal, isSignedIn } from '../rules/permissions.js'
import { checkMembers, checkText, checkWholeNumber, invalidArgument } from './arguments.js'
import type { Caller } from './caller.js'
import { withCallerNames } from './caller-names.js'
import type { RecentRequests } from './recent-requests.js'
import {
  type ListedWebhook,
  SHOWN_ONLY,
  type ShownWebhooks,
  type WebhookDetails,
} from './shown-webhooks.js'
import type { WebhookInput } from './schemas.js'
import { VERIFICATION_MEMBERS, verificationToWire } from './verification.js'
import type { Webhooks } from './webhooks.js'

const FIELDS: CallerFields = CALLER_FIELDS
const NAMES = fieldNames(FIELDS)
const PER_PAGE = 60
const MAX_PER_PAGE = 200
/** For an update that does not name the version it is for. */
const TRIES = 5
const CHANGEABLE: readonly (keyof WebhookFields)[] = ['channelId', 'verification', ...NAMES]
const SETTABLE: readonly (keyof NewWebhook)[] = [...CHANGEABLE, 'userId']
const LIST_OPTIONS: readonly (keyof WebhookListOptions)[] = [
  'page',
  'perPage',
  'teamId',
  'channelId',
]

/** What `manage.update` takes: fields that a user may set. Those that are left out keep their values. */
export interface WebhookFields extends Partial<CallerValues> {
  /**
   * Its own channel: one of the same team that the user and the owner can read, and not a direct
   * channel.
   */
  readonly channelId?: string
  /** How its senders must sign (docs/signatures.md). Null: they need not. */
  readonly verification?: VerificationInput | null
}

/** A new webhook. Fields that are left out have their defaults. */
export interface NewWebhook extends WebhookFields {
  /** Its own channel: one that the user and the owner can read, and not a direct channel. */
  readonly channelId: string
  /** Its name, for people: 1 to 256 code points. */
  readonly displayName: string
  /**
   * Its owner, in whose name it posts. Default: the user who creates it. Only administrators may
   * name another.
   */
  readonly userId?: string
}

/** A webhook whose key was just made: `key` and `url` are never null. */
export interface WebhookWithKey extends WebhookDetails {
  /** The key in its URL, which is a secret. */
  readonly key: string
  /** The secret URL that integrations post to. */
  readonly url: string
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
}

/** A part of the webhooks that a user may manage. */
export interface WebhookPage {
  /** The webhooks of this page. */
  readonly items: readonly ListedWebhook[]
  /** How many webhooks there are on all pages. */
  readonly total: number
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
   * `description_invalid`, `icon_url_invalid` or `channel_missing`.
   */
  create(userId: string, fields: NewWebhook): Promise<WebhookWithKey>
  /** The user's own webhooks, or all of them for administrators; newest first. */
  list(userId: string, options?: WebhookListOptions): Promise<WebhookPage>
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
  /** Sets a new key. The old one works for `overlapSeconds` more. */
  regenerate(
    userId: string,
    id: string,
    options?: WebhookRegenerateOptions,
  ): Promise<WebhookWithKey>
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
  /** Deletes a webhook. Its posts stay, but their buttons no longer work. */
  delete(userId: string, id: string): Promise<void>
}

export interface ManagementParts {
  readonly adapters: Pick<CheckedManagement, 'users' | 'settings'>
  readonly webhooks: Webhooks
  readonly shown: ShownWebhooks
  readonly recentRequests: Pick<RecentRequests, 'forget'>
}

export function createManagement(parts: ManagementParts): WebhookManagement {
  const { webhooks, shown, recentRequests } = parts
  const as = (call: Call, userId: string): Promise<Caller> => callerOf(parts, call, userId)
  const setEnabled = async (
    caller: Caller,
    id: string,
    enabled: boolean,
  ): Promise<WebhookDetails> =>
    shown.one(caller.user, await webhooks.setEnabled(caller, checked(id), enabled))
  return {
    create: async (userId, fields) =>
      withKey(parts, await as('create', userId), (caller) => {
        checkMembers('fields', fields, SETTABLE)
        checkVerification(fields)
        return withCallerNames(() => create(webhooks, caller, fields))
      }),
    list: async (userId, options: WebhookListOptions | null = {}) => {
      const caller = await as('list', userId)
      const { items, total } = await webhooks.list(caller, pageOf(options ?? {}))
      return { items: await shown.many(caller.user, items), total }
    },
    find: async (userId, id) => {
      const caller = await as('get', userId)
      return shown.one(caller.user, await webhooks.find(caller, checked(id)))
    },
    update: async (userId, id, changes, options: WebhookUpdateOptions | null = {}) => {
      const caller = await as('update', userId)
      const webhookId = checked(id)
      // So that a webhook as `find` returns it can be changed and passed.
      checkMembers('changes', changes, CHANGEABLE, SHOWN_ONLY)
      checkVerification(changes)
      const expected = expectedOf(options ?? {})
      const changed = await withCallerNames(() =>
        update(webhooks, caller, webhookId, changes, expected),
      )
      return shown.one(caller.user, changed)
    },
    regenerate: async (userId, id, options: WebhookRegenerateOptions | null = {}) => {
      const caller = await as('regenerate', userId)
      const webhookId = checked(id)
      const seconds = await overlapOf(options ?? {})
      return withKey(parts, caller, () => webhooks.regenerate(caller, webhookId, seconds))
    },
    enable: async (userId, id) => setEnabled(await as('enable', userId), id, true),
    disable: async (userId, id) => setEnabled(await as('disable', userId), id, false),
    revoke: async (userId, key) => {
      const { parseRevoke } = await import('./schemas.js')
      const { user } = await as('revoke', userId)
      checkText('key', key)
      return shown.one(user, await webhooks.revoke(parseRevoke({ key })))
    },
    delete: async (userId, id) => {
      await webhooks.delete(await as('delete', userId), checked(id))
      await recentRequests.forget(id)
    },
  }
}

async function callerOf(
  { adapters }: ManagementParts,
  call: Call,
  userId: string,
): Promise<Caller> {
  checkText('userId', userId)
  const [user] = await adapters.users.findByIds([userId])
  if (user?.id !== userId || !isSignedIn(user)) throw new WebhookError('user_missing')
  const settings = await adapters.settings.get()
  const refusal = callRefusal(call, user, settings)
  if (refusal) throw new WebhookError(refusal)
  return { user, settings }
}

/** Text of another shape is the id of no webhook, and is not looked up. */
function checked(id: string): string {
  checkText('id', id)
  if (WEBHOOK_ID_SHAPE.test(id)) return id
  throw new WebhookError('webhook_not_found')
}

async function withKey(
  { shown }: ManagementParts,
  caller: Caller,
  change: (caller: Caller) => Promise<IncomingWebhook>,
): Promise<WebhookWithKey> {
  const { key, url, ...webhook } = await shown.one(caller.user, await change(caller))
  if (key === null || url === null) throw new TypeError('the store has changed keyCipher')
  return { ...webhook, key, url }
}

async function create(
  webhooks: Webhooks,
  caller: Caller,
  { channelId, userId = '', verification, ...fields }: NewWebhook,
): Promise<IncomingWebhook> {
  const { parseWebhook } = await import('./schemas.js')
  const sent = toWire<CallerValues>(FIELDS, fields)
  const asked = { channel_id: channelId, user_id: userId, ...sent, ...wireOf(verification) }
  const input = parseWebhook(asked)
  return webhooks.create(caller, input)
}

/** Writes the given fields beside what is stored. Another change in between takes one of the tries. */
async function update(
  webhooks: Webhooks,
  caller: Caller,
  id: string,
  changes: WebhookFields,
  expectedUpdateAt: number | undefined,
): Promise<IncomingWebhook> {
  for (let tries = expectedUpdateAt === undefined ? TRIES : 1; ; tries -= 1) {
    const before = await webhooks.find(caller, id)
    if (expectedUpdateAt !== undefined && expectedUpdateAt !== before.updateAt) {
      throw new WebhookError('precondition_failed')
    }
    checkOwner(changes, before)
    const input = await mergedInput(caller, before, changes)
    try {
      return await webhooks.update(caller, id, input, before.version)
    } catch (error) {
      if (!isConflict(error) || tries <= 1) throw error
    }
  }
}

// The whole record may be passed, but not with another owner.
function checkOwner(changes: object, { userId }: IncomingWebhook): void {
  const given: unknown = Reflect.get(changes, 'userId')
  if (given !== undefined && given !== userId) {
    throw invalidArgument('userId', 'the owner cannot be changed')
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof WebhookError && error.code === 'precondition_failed'
}

// What is not changed is not validated either: it may have been stored under earlier rules.
async function mergedInput(
  { user }: Caller,
  before: IncomingWebhook,
  { channelId = before.channelId, verification, ...changes }: WebhookFields,
): Promise<WebhookInput> {
  const { parseWebhook } = await import('./schemas.js')
  const required = { channel_id: channelId, [FIELDS.displayName.wire]: 'any' }
  const sent = { ...toWire<CallerValues>(FIELDS, changes), ...wireOf(verification) }
  const given = parseWebhook({ ...required, ...sent })
  const kept = NAMES.filter(
    (name) => changes[name] === undefined && !fieldRefusal(user, FIELDS[name]),
  )
  return { ...given, ...partOf<CallerValues>(kept, (name) => before[name]) }
}

function wireOf(verification: VerificationInput | null | undefined): {
  readonly verification?: unknown
} {
  if (verification === undefined) return {}
  if (verification === null) return { verification }
  return { verification: verificationToWire(verification) }
}

function checkVerification({ verification }: WebhookFields): void {
  if (verification === undefined || verification === null) return
  checkMembers('verification', verification, VERIFICATION_MEMBERS, ['hasPreviousSecret'])
}

function pageOf(given: WebhookListOptions): Parameters<Webhooks['list']>[1] {
  checkMembers('options', given, LIST_OPTIONS)
  const { page = 0, perPage = PER_PAGE, teamId, channelId } = given
  checkWholeNumber('page', page, 0, Number.MAX_SAFE_INTEGER)
  checkWholeNumber('perPage', perPage, 1, MAX_PER_PAGE)
  if (teamId !== undefined) checkText('teamId', teamId)
  if (channelId !== undefined) checkText('channelId', channelId)
  return {
    page,
    perPage,
    ...(teamId === undefined ? {} : { teamId }),
    ...(channelId === undefined ? {} : { channelId }),
  }
}

function expectedOf(options: WebhookUpdateOptions): number | undefined {
  checkMembers('options', options, ['expectedUpdateAt'])
  const { expectedUpdateAt } = options
  if (expectedUpdateAt !== undefined) {
    checkWholeNumber('expectedUpdateAt', expectedUpdateAt, 0, Number.MAX_SAFE_INTEGER)
  }
  return expectedUpdateAt
}

async function overlapOf(options: WebhookRegenerateOptions): Promise<number> {
  checkMembers('options', options, ['overlapSeconds'])
  const { parseRegenerate } = await import('./schemas.js')
  const body = { overlap_seconds: options.overlapSeconds }
  return withCallerNames(async () => parseRegenerate(body))
}
