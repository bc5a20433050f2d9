import type { MaybePromise } from '../adapters/types.js'
import type { CheckedManagement } from '../host/checked.js'
import { NOT_KEPT } from '../host/check-management.js'
import type { Formats } from '../formats/registry.js'
import type { DeliveryLog } from '../log/delivery-log.js'
import { DEFAULT_WEBHOOK } from '../model/defaults.js'
import { WebhookError } from '../model/errors.js'
import type { HookChannel, IncomingWebhook, HookUser } from '../model/records.js'
import { errorAt, inWire, type Spelling } from '../model/sent.js'
import { CALLER_NAMES } from '../model/webhook-fields.js'
import { expectedAnew } from '../rules/silence.js'
import { hasValidChecksum, ID_BYTES, KEY_SHAPE, keyDigest, makeId } from '../rules/keys.js'
import { webhookRefusal } from '../rules/permissions.js'
import { replacedSalt } from '../rules/signing.js'
import type { WebhookInput } from './bodies.js'
import type { AuditAction, AuditEvent } from './audit.js'
import { acceptedFields, type Caller, chooseChannel, chooseOwner } from './choices.js'
import { canExpect } from './expectations.js'
import { type KeyCipher, newKey } from './keys.js'
import { changedVerification } from './verification.js'
import { isAlive } from '../rules/alive.js'

const CANNOT_EXPECT = 'this chat cannot tell when nothing comes'
const MAX_CHANNELS = 100
const MAX_USERS = 100
/** For a change that does not name the version it is for. */
const TRIES = 5

/** Dependencies of webhook management. */
interface WebhooksOptions {
  readonly adapters: Pick<CheckedManagement, 'guarantees' | 'users' | 'channels' | 'webhooks'>
  readonly cipher: KeyCipher
  readonly formats: Formats
  readonly deliveryLog: Pick<DeliveryLog, 'forget'>
  /** Told of what was done. */
  readonly audit: (event: AuditEvent) => void
  readonly clock: () => number
  /** Returns `size` bytes from a CSPRNG. */
  readonly random: (size: number) => Uint8Array
}

/** Page and filter; the caller limits `perPage`. */
interface ListOptions {
  /** From 0. */
  readonly page: number
  readonly perPage: number
  readonly teamId?: string
  readonly channelId?: string
}

/**
 * Management of webhook records. `callRefusal` has already checked whether the caller may make the
 * call at all; these methods check the records. Foreign and missing records throw the same
 * `webhook_not_found`. Nothing is cached between calls.
 */
export class Webhooks {
  readonly #options: WebhooksOptions

  constructor(options: WebhooksOptions) {
    this.#options = options
  }

  /** The user's own webhooks, or all of them for administrators; newest first. */
  async list(
    { user }: Caller,
    { page, perPage, ...filter }: ListOptions,
  ): Promise<{ readonly items: readonly IncomingWebhook[]; readonly total: number }> {
    return this.#options.adapters.webhooks.list({
      ...filter,
      offset: page * perPage,
      limit: perPage,
      ...(user.admin ? {} : { userId: user.id }),
    })
  }

  async find({ user }: Caller, id: string): Promise<IncomingWebhook> {
    const webhook = await this.#options.adapters.webhooks.findById(id)
    const refusal = webhookRefusal(user, webhook)
    if (!webhook || refusal) throw new WebhookError(refusal ?? 'webhook_not_found')
    return webhook
  }

  async create(caller: Caller, input: WebhookInput): Promise<IncomingWebhook> {
    const { adapters, cipher, clock, random } = this.#options
    const now = clock()
    const fields = acceptedFields(caller, DEFAULT_WEBHOOK, input, now)
    this.#checkFormat(caller.spell, fields.format)
    this.#checkExpected(caller.spell, fields.expectEvery)
    const owner = await chooseOwner(adapters, caller, input.userId)
    const channel = await chooseChannel(adapters, caller, owner, input.channelId)
    const id = makeId(random(ID_BYTES))
    const unsigned = { id, verification: null }
    const webhook = {
      ...DEFAULT_WEBHOOK,
      id,
      ...newKey(this.#options, id),
      createAt: now,
      updateAt: now,
      userId: owner.id,
      channelId: channel.id,
      teamId: channel.teamId,
      ...fields,
      ...expectedAnew(DEFAULT_WEBHOOK, fields, now),
      ...changedVerification(cipher, unsigned, input.verification, caller.spell),
    }
    const created = await kept(caller, () => adapters.webhooks.create(webhook))
    this.#note(caller, 'created', created)
    return created
  }

  /**
   * Replaces the fields that are given. Throws `precondition_failed` unless `version` is the
   * expected one.
   */
  async update(
    caller: Caller,
    id: string,
    input: WebhookInput,
    expectedVersion?: number,
  ): Promise<IncomingWebhook> {
    const { cipher, clock } = this.#options
    const webhook = await this.find(caller, id)
    if (expectedVersion !== undefined && expectedVersion !== webhook.version) {
      throw new WebhookError('precondition_failed')
    }
    const { expectEvery = 0 } = input
    if (expectEvery !== webhook.expectEvery) this.#checkExpected(caller.spell, expectEvery)
    const changesOf = async (current: IncomingWebhook): Promise<Changes> => {
      checkPlace(caller, current, input)
      const fields = acceptedFields(caller, current, input, clock())
      // What is not changed may have been known when it was stored.
      if (fields.format !== current.format) this.#checkFormat(caller.spell, fields.format)
      return {
        ...fields,
        ...changedVerification(cipher, current, input.verification, caller.spell),
        channelId: await this.#movedTo(caller, current, input.channelId),
      }
    }
    const tries = expectedVersion === undefined ? TRIES : 1
    const saved = await kept(caller, () => this.#save(webhook, changesOf, tries))
    this.#note(caller, 'changed', saved, changedFields(webhook, saved))
    return saved
  }

  async delete(caller: Caller, id: string): Promise<void> {
    const { adapters, deliveryLog } = this.#options
    const webhook = await this.find(caller, id)
    if (!(await adapters.webhooks.delete(id))) throw new WebhookError('webhook_not_found')
    this.#note(caller, 'deleted', webhook)
    await deliveryLog.forget(id)
  }

  /** Sets a new key. The old one works for `overlapSeconds` more; an even older one stops at once. */
  async regenerate(caller: Caller, id: string, overlapSeconds: number): Promise<IncomingWebhook> {
    const webhook = await this.find(caller, id)
    const { keyDigest, keyHint, lastUsed } = webhook
    const expiresAt = this.#options.clock() + overlapSeconds * 1000
    const previousKey = overlapSeconds > 0 ? { keyDigest, keyHint, lastUsed, expiresAt } : null
    // Of two concurrent calls one is rejected, because its response would show a key that is already
    // invalid.
    const saved = await this.#save(
      webhook,
      () => ({ ...newKey(this.#options, id), previousKey }),
      1,
    )
    this.#note(caller, 'regenerated', saved, ['key'])
    return saved
  }

  /** Replaces the signing secret. Calls are also signed with the old one for `overlapSeconds` more. */
  async replaceSigningSecret(
    caller: Caller,
    id: string,
    overlapSeconds: number,
  ): Promise<IncomingWebhook> {
    const { clock, random } = this.#options
    const webhook = await this.find(caller, id)
    const salt = makeId(random(ID_BYTES))
    const now = clock()
    const until = now + overlapSeconds * 1000
    const saved = await this.#save(webhook, ({ signingSalt }) => ({
      signingSalt: replacedSalt(signingSalt, salt, until, now),
    }))
    this.#note(caller, 'regenerated', saved, ['signing_secret'])
    return saved
  }

  /** Has no effect if it is already in this state. */
  async setEnabled(caller: Caller, id: string, enabled: boolean): Promise<IncomingWebhook> {
    const webhook = await this.find(caller, id)
    if (webhook.enabled === enabled) return webhook
    const saved = await this.#save(webhook, () => ({ enabled }))
    this.#note(caller, enabled ? 'enabled' : 'disabled', saved)
    return saved
  }

  /** Disables the webhook that has this key, and removes the key permanently. */
  async revoke(caller: Caller, key: string): Promise<IncomingWebhook> {
    if (!KEY_SHAPE.test(key) || !hasValidChecksum(key)) throw new WebhookError('webhook_not_found')
    const { adapters, clock } = this.#options
    const digest = keyDigest(key)
    const webhook = await adapters.webhooks.findByKeyDigest(digest)
    const isCurrent = webhook?.keyDigest === digest
    if (!webhook || (!isCurrent && (webhook.previousKey?.expiresAt ?? 0) <= clock())) {
      throw new WebhookError('webhook_not_found')
    }
    // A new key is set, so that enabling the webhook again does not revive the leaked one.
    const fresh = isCurrent ? newKey(this.#options, webhook.id) : {}
    const off = { enabled: false, previousKey: null, ...fresh }
    const saved = await this.#save(webhook, () => off)
    this.#note(caller, 'disabled', saved, ['key'])
    return saved
  }

  /** At most 100 channels that the caller may choose. */
  async listChannels({ user }: Caller, query: string): Promise<readonly HookChannel[]> {
    const { channels } = this.#options.adapters
    const found = await channels.listFor(user, { query, limit: MAX_CHANNELS })
    return found.filter((channel) => channel.type !== 'direct' && isAlive(channel))
  }

  /**
   * At most 100 users who may become the owner of a webhook. Throws `not_found` if the host does not
   * list its users.
   */
  async listUsers({ user }: Caller, query: string): Promise<readonly HookUser[]> {
    const { users } = this.#options.adapters
    if (!users.listFor) throw new WebhookError('not_found')
    return (await users.listFor(user, { query, limit: MAX_USERS })).filter(isAlive)
  }

  #note(
    { user }: Caller,
    action: AuditAction,
    webhook: IncomingWebhook,
    fields: readonly string[] = [],
  ): void {
    const { audit, clock } = this.#options
    const { id: userId, username } = user
    audit({ time: clock(), userId, username, action, webhookId: webhook.id, fields })
  }

  #checkFormat(spell: Spelling, format: string): void {
    const { formats } = this.#options
    if (format === '' || formats.named(format)) return
    throw errorAt(spell, 'format', `expected nothing, or one of ${formats.names.join(', ')}`)
  }

  #checkExpected(spell: Spelling, expectEvery: number): void {
    if (expectEvery === 0 || canExpect(this.#options.adapters)) return
    throw errorAt(spell, 'expectEvery', CANNOT_EXPECT, 'field_not_stored')
  }

  async #movedTo(caller: Caller, webhook: IncomingWebhook, channelId: string): Promise<string> {
    // Without a change of channel, a webhook can be edited even if its channel is no longer readable.
    if (channelId === '' || channelId === webhook.channelId) return webhook.channelId
    const { adapters } = this.#options
    const owner = await chooseOwner(adapters, caller, webhook.userId)
    const channel = await chooseChannel(adapters, caller, owner, channelId)
    if (channel.teamId !== webhook.teamId) {
      throw errorAt(caller.spell, 'channelId', 'the channel belongs to another team')
    }
    return channel.id
  }

  /** Saves changes of the record as it is now. Another change at the same time takes one of the tries. */
  async #save(
    webhook: IncomingWebhook,
    changesOf: (webhook: IncomingWebhook) => Changes | Promise<Changes>,
    tries = TRIES,
  ): Promise<IncomingWebhook> {
    const { clock, adapters } = this.#options
    let current = webhook
    for (let left = tries; left > 0; left -= 1) {
      const { id, version } = current
      const changes = await changesOf(current)
      const whole = {
        ...changes,
        ...expectedAnew(current, changes, clock()),
        updateAt: Math.max(clock(), current.updateAt + 1),
        version: version + 1,
      }
      const saved = await adapters.webhooks.update(id, whole, version)
      if (saved) return saved
      const found = await adapters.webhooks.findById(id)
      if (!found) throw new WebhookError('webhook_not_found')
      current = found
    }
    throw new WebhookError('precondition_failed')
  }
}

const COMPARED = [...CALLER_NAMES, 'channelId', 'verification'] as const

/** The fields that differ, by their names in the API. */
function changedFields(before: IncomingWebhook, after: IncomingWebhook): readonly string[] {
  return COMPARED.filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  ).map(inWire)
}

type Changes = Partial<Omit<IncomingWebhook, 'id' | 'createAt' | 'updateAt' | 'version'>>

function checkPlace(
  { spell }: Caller,
  webhook: IncomingWebhook,
  { id, teamId }: WebhookInput,
): void {
  if (id !== '' && id !== webhook.id) throw errorAt(spell, 'id', 'not the id in the URL')
  if (teamId !== '' && teamId !== webhook.teamId) {
    throw errorAt(spell, 'teamId', 'a webhook cannot move to another team')
  }
}

/** Names the field that a store has not kept as the caller does, whom the store does not know. */
async function kept<Result>(
  { spell }: Caller,
  change: () => MaybePromise<Result>,
): Promise<Result> {
  try {
    return await change()
  } catch (error) {
    if (!(error instanceof WebhookError) || error.code !== 'field_not_stored') throw error
    throw errorAt(spell, error.params['name'] ?? '', NOT_KEPT, error.code)
  }
}
