import type { CheckedManagement } from '../host/checked.js'
import { NOT_KEPT } from '../host/kept-fields.js'
import type { Formats } from '../formats/registry.js'
import { DEFAULT_WEBHOOK } from '../model/defaults.js'
import { WebhookError } from '../model/errors.js'
import type { HookChannel, IncomingWebhook, HookUser } from '../model/records.js'
import { errorAt, type Spelling } from '../model/sent.js'
import { hasValidChecksum, ID_BYTES, KEY_SHAPE, keyDigest, makeId } from '../rules/keys.js'
import { webhookRefusal } from '../rules/permissions.js'
import { replacedSalt } from '../rules/signing.js'
import type { WebhookInput } from './bodies.js'
import type { Caller } from './caller.js'
import { chooseChannel, chooseOwner } from './choices.js'
import { newFields, newKey, replacedFields } from './fields.js'
import type { KeyCipher } from './keys.js'
import { changedVerification } from './verification.js'
import { isAlive } from '../rules/alive.js'

const MAX_CHANNELS = 100
const MAX_USERS = 100
/** For a change that does not name the version it is for. */
const TRIES = 5

/** Dependencies of webhook management. */
export interface WebhooksOptions {
  readonly adapters: Pick<CheckedManagement, 'users' | 'channels' | 'webhooks'>
  readonly cipher: KeyCipher
  readonly formats: Formats
  readonly clock: () => number
  /** Returns `size` bytes from a CSPRNG. */
  readonly random: (size: number) => Uint8Array
}

/** Page and filter; the caller limits `perPage`. */
export interface ListOptions {
  /** From 0. */
  readonly page: number
  readonly perPage: number
  readonly teamId?: string
  readonly channelId?: string
}

/**
 * Management of webhook records. `callRefusal` has already checked whether the caller may make the
 * call at all; these methods check the records. Foreign and missing records throw the same
 * `webhook_not_found`.
 */
export interface Webhooks {
  create(caller: Caller, input: WebhookInput): Promise<IncomingWebhook>
  /** The user's own webhooks, or all of them for administrators; newest first. */
  list(
    caller: Caller,
    options: ListOptions,
  ): Promise<{ readonly items: readonly IncomingWebhook[]; readonly total: number }>
  find(caller: Caller, id: string): Promise<IncomingWebhook>
  /**
   * Replaces the fields that are given. Throws `precondition_failed` unless `version` is the
   * expected one.
   */
  update(
    caller: Caller,
    id: string,
    input: WebhookInput,
    expectedVersion?: number,
  ): Promise<IncomingWebhook>
  delete(caller: Caller, id: string): Promise<void>
  /** Sets a new key. The old one works for `overlapSeconds` more; an even older one stops at once. */
  regenerate(caller: Caller, id: string, overlapSeconds: number): Promise<IncomingWebhook>
  /** Replaces the signing secret. Calls are also signed with the old one for `overlapSeconds` more. */
  replaceSigningSecret(caller: Caller, id: string, overlapSeconds: number): Promise<IncomingWebhook>
  /** Has no effect if it is already in this state. */
  setEnabled(caller: Caller, id: string, enabled: boolean): Promise<IncomingWebhook>
  /** Disables the webhook that has this key, and removes the key permanently. */
  revoke(key: string): Promise<IncomingWebhook>
  /** At most 100 channels that the caller may choose. */
  listChannels(caller: Caller, query: string): Promise<readonly HookChannel[]>
  /**
   * At most 100 users who may become the owner of a webhook. Throws `not_found` if the host does not
   * list its users.
   */
  listUsers(caller: Caller, query: string): Promise<readonly HookUser[]>
}

/** Management of webhook records. It caches nothing between calls. */
export function createWebhooks(options: WebhooksOptions): Webhooks {
  return {
    create: (caller, input) => kept(caller, () => create(options, caller, input)),
    list: async ({ user }, { page, perPage, ...filter }) =>
      options.adapters.webhooks.list({
        ...filter,
        offset: page * perPage,
        limit: perPage,
        ...(user.admin ? {} : { userId: user.id }),
      }),
    find: (caller, id) => find(options, caller, id),
    update: (caller, id, input, expectedVersion) =>
      kept(caller, () => update(options, caller, id, input, expectedVersion)),
    delete: async (caller, id) => {
      await find(options, caller, id)
      if (!(await options.adapters.webhooks.delete(id))) throw new WebhookError('webhook_not_found')
    },
    regenerate: (caller, id, overlapSeconds) => regenerate(options, caller, id, overlapSeconds),
    replaceSigningSecret: async (caller, id, overlapSeconds) => {
      const webhook = await find(options, caller, id)
      const salt = makeId(options.random(ID_BYTES))
      const now = options.clock()
      const until = now + overlapSeconds * 1000
      return save(options, webhook, ({ signingSalt }) => ({
        signingSalt: replacedSalt(signingSalt, salt, until, now),
      }))
    },
    setEnabled: async (caller, id, enabled) => {
      const webhook = await find(options, caller, id)
      return webhook.enabled === enabled ? webhook : save(options, webhook, () => ({ enabled }))
    },
    revoke: (key) => revoke(options, key),
    listChannels: async ({ user }, query) => {
      const found = await options.adapters.channels.listFor(user, { query, limit: MAX_CHANNELS })
      return found.filter((channel) => channel.type !== 'direct' && isAlive(channel))
    },
    listUsers: async ({ user }, query) => {
      const { users } = options.adapters
      if (!users.listFor) throw new WebhookError('not_found')
      return (await users.listFor(user, { query, limit: MAX_USERS })).filter(isAlive)
    },
  }
}

/** Names the field that a store has not kept as the caller does, whom the store does not know. */
async function kept<Result>({ spell }: Caller, change: () => Promise<Result>): Promise<Result> {
  try {
    return await change()
  } catch (error) {
    if (!(error instanceof WebhookError) || error.code !== 'field_not_stored') throw error
    throw errorAt(spell, error.params['name'] ?? '', NOT_KEPT, error.code)
  }
}

async function find(
  { adapters }: WebhooksOptions,
  { user }: Caller,
  id: string,
): Promise<IncomingWebhook> {
  const webhook = await adapters.webhooks.findById(id)
  const refusal = webhookRefusal(user, webhook)
  if (!webhook || refusal) throw new WebhookError(refusal ?? 'webhook_not_found')
  return webhook
}

async function create(
  options: WebhooksOptions,
  caller: Caller,
  input: WebhookInput,
): Promise<IncomingWebhook> {
  const now = options.clock()
  const fields = newFields(caller, input, now)
  checkFormat(options, caller.spell, fields.format)
  const owner = await chooseOwner(options.adapters, caller, input.userId)
  const channel = await chooseChannel(options.adapters, caller, owner, input.channelId)
  const id = makeId(options.random(ID_BYTES))
  const unsigned = { id, verification: null }
  return options.adapters.webhooks.create({
    ...DEFAULT_WEBHOOK,
    id,
    ...newKey(options, id),
    createAt: now,
    updateAt: now,
    userId: owner.id,
    channelId: channel.id,
    teamId: channel.teamId,
    ...fields,
    ...changedVerification(options.cipher, unsigned, input.verification, caller.spell),
  })
}

async function update(
  options: WebhooksOptions,
  caller: Caller,
  id: string,
  input: WebhookInput,
  expectedVersion: number | undefined,
): Promise<IncomingWebhook> {
  const webhook = await find(options, caller, id)
  if (expectedVersion !== undefined && expectedVersion !== webhook.version) {
    throw new WebhookError('precondition_failed')
  }
  return save(
    options,
    webhook,
    async (current) => {
      const fields = replacedFields(caller, current, input, options.clock())
      // What is not changed may have been known when it was stored.
      if (fields.format !== current.format) checkFormat(options, caller.spell, fields.format)
      return {
        ...fields,
        ...changedVerification(options.cipher, current, input.verification, caller.spell),
        channelId: await movedTo(options, caller, current, input.channelId),
      }
    },
    expectedVersion === undefined ? TRIES : 1,
  )
}

function checkFormat({ formats }: WebhooksOptions, spell: Spelling, format: string): void {
  if (format === '' || formats.named(format)) return
  throw errorAt(spell, 'format', `expected nothing, or one of ${formats.names.join(', ')}`)
}

async function movedTo(
  { adapters }: WebhooksOptions,
  caller: Caller,
  webhook: IncomingWebhook,
  channelId: string,
): Promise<string> {
  // Without a change of channel, a webhook can be edited even if its channel is no longer readable.
  if (channelId === '' || channelId === webhook.channelId) return webhook.channelId
  const owner = await chooseOwner(adapters, caller, webhook.userId)
  const channel = await chooseChannel(adapters, caller, owner, channelId)
  if (channel.teamId !== webhook.teamId) {
    throw errorAt(caller.spell, 'channelId', 'the channel belongs to another team')
  }
  return channel.id
}

async function regenerate(
  options: WebhooksOptions,
  caller: Caller,
  id: string,
  overlapSeconds: number,
): Promise<IncomingWebhook> {
  const webhook = await find(options, caller, id)
  const { keyDigest, keyHint, lastUsed } = webhook
  const expiresAt = options.clock() + overlapSeconds * 1000
  const previousKey = overlapSeconds > 0 ? { keyDigest, keyHint, lastUsed, expiresAt } : null
  // Of two concurrent calls one is rejected, because its response would show a key that is already
  // invalid.
  return save(options, webhook, () => ({ ...newKey(options, id), previousKey }), 1)
}

async function revoke(options: WebhooksOptions, key: string): Promise<IncomingWebhook> {
  if (!KEY_SHAPE.test(key) || !hasValidChecksum(key)) throw new WebhookError('webhook_not_found')
  const digest = keyDigest(key)
  const webhook = await options.adapters.webhooks.findByKeyDigest(digest)
  if (!webhook) throw new WebhookError('webhook_not_found')
  // A new key is set, so that enabling the webhook again does not revive the leaked one.
  if (webhook.keyDigest === digest) {
    const fresh = newKey(options, webhook.id)
    return save(options, webhook, () => ({ enabled: false, previousKey: null, ...fresh }))
  }
  const expiresAt = webhook.previousKey?.expiresAt ?? 0
  if (expiresAt <= options.clock()) throw new WebhookError('webhook_not_found')
  return save(options, webhook, () => ({ enabled: false, previousKey: null }))
}

type Changes = Partial<Omit<IncomingWebhook, 'id' | 'createAt' | 'updateAt' | 'version'>>

/** Saves changes of the record as it is now. Another change at the same time takes one of the tries. */
async function save(
  { adapters, clock }: WebhooksOptions,
  webhook: IncomingWebhook,
  changesOf: (webhook: IncomingWebhook) => Changes | Promise<Changes>,
  tries = TRIES,
): Promise<IncomingWebhook> {
  let current = webhook
  for (let left = tries; left > 0; left -= 1) {
    const { id, version } = current
    const changes = {
      ...(await changesOf(current)),
      updateAt: Math.max(clock(), current.updateAt + 1),
      version: version + 1,
    }
    const saved = await adapters.webhooks.update(id, changes, version)
    if (saved) return saved
    const found = await adapters.webhooks.findById(id)
    if (!found) throw new WebhookError('webhook_not_found')
    current = found
  }
  throw new WebhookError('precondition_failed')
}
