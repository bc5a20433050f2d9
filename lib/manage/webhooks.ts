import type { MaybePromise, WebhookFilter } from '../adapters/types.js'
import type { CheckedManagement } from '../host/checked.js'
import { NOT_KEPT } from '../host/check-management.js'
import type { Formats } from '../formats/registry.js'
import { TEMPLATE } from '../formats/templates/template-format.js'
import type { DeliveryLog } from '../log/delivery-log.js'
import { DEFAULT_WEBHOOK } from '../model/defaults.js'
import { WebhookError } from '../model/errors.js'
import type { HookChannel, IncomingWebhook, HookUser } from '../model/records.js'
import { errorAt, inWire, type Spelling } from '../model/sent.js'
import { CALLER_NAMES, type CallerValues } from '../model/webhook-fields.js'
import { expectedAnew } from '../rules/silence.js'
import {
  hasValidChecksum,
  ID_BYTES,
  idOfSlug,
  KEY_SHAPE,
  keyDigest,
  makeId,
} from '../rules/keys.js'
import { webhookRefusal } from '../rules/permissions.js'
import { replacedSalt } from '../rules/signing.js'
import { type HandOverInput, NO_CHANGES, type WebhookInput } from './bodies.js'
import type { AuditAction, AuditEvent } from './audit.js'
import {
  acceptedFields,
  type Caller,
  checkNewOwner,
  chooseChannel,
  chooseOwner,
  chooseRuleChannels,
} from './choices.js'
import { canExpect } from './expectations.js'
import { type KeyCipher, newKey } from './keys.js'
import { changedVerification } from './verification.js'
import { isAlive } from '../rules/alive.js'

const NO_TEMPLATE =
  'expected a template, because the format is `template`; otherwise choose another format'
const SLUG_STAYS = 'set when the webhook is created; for another one, create another webhook'
const CANNOT_EXPECT = 'this chat cannot tell when nothing comes'
const MAX_CHANNELS = 100
const MAX_USERS = 100
/** Of a search. */
const MAX_WORDS = 10
/** For a change that does not name the version it is for. */
const TRIES = 5
/** Webhooks that are handed over at the same time. */
const AT_ONCE = 50
const MOST_HANDED_OVER = 5_000
const NO_KEY = { keyDigest: '', keyCipher: '', keyHint: '' }

/** Dependencies of webhook management. */
interface WebhooksOptions {
  readonly adapters: Pick<CheckedManagement, 'guarantees' | 'users' | 'channels' | 'webhooks'>
  readonly cipher: KeyCipher
  readonly formats: Formats
  readonly deliveryLog: Pick<DeliveryLog, 'forget'>
  /** Told of what was done. */
  readonly audit: (event: AuditEvent) => void
  /** Told of webhooks that have another owner. */
  readonly onHandedOver: (handed: HandedOver) => void
  readonly clock: () => number
  /** Returns `size` bytes from a CSPRNG. */
  readonly random: (size: number) => Uint8Array
}

interface UpdateOptions {
  readonly version?: number | undefined
  readonly isCheck?: boolean
}

/** What `manage.handOver` did. */
export interface HandOverResult {
  /** The ids of the webhooks that have another owner now. */
  readonly handedOver: readonly string[]
  /** Those that stay, because the new owner may not have them. */
  readonly refused: readonly {
    /** The id of the webhook. */
    readonly webhookId: string
    /** Its name, for people. */
    readonly displayName: string
    /** The `id` of the error. */
    readonly reason: string
    /** What exactly is in the way. */
    readonly detail: string
  }[]
}

/** Webhooks that have another owner. */
export interface HandedOver {
  /** Null: the former owner is forgotten. */
  readonly by: HookUser | null
  /** The id of the former owner. */
  readonly from: string
  readonly to: HookUser
  readonly webhooks: readonly IncomingWebhook[]
}

/** What became of some webhooks that were to be handed over. */
interface HandedOverPart extends Pick<HandOverResult, 'refused'> {
  readonly saved: readonly IncomingWebhook[]
  readonly failures: readonly unknown[]
}

/** Page and filter; the caller limits `perPage`. `query`: words that each webhook must have. */
interface ListOptions extends Omit<WebhookFilter, 'words' | 'offset' | 'limit'> {
  /** From 0. */
  readonly page: number
  readonly perPage: number
  readonly query?: string
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
    { page, perPage, query = '', ...filter }: ListOptions,
  ): Promise<{ readonly items: readonly IncomingWebhook[]; readonly total: number | null }> {
    const { userId = user.id, withTotal = false } = filter
    if (!user.admin && userId !== user.id) return { items: [], total: withTotal ? 0 : null }
    const words = wordsIn(query)
    return this.#options.adapters.webhooks.list({
      ...filter,
      offset: page * perPage,
      limit: perPage,
      ...(words.length > 0 && { words }),
      ...(!user.admin && { userId }),
    })
  }

  async find({ user }: Caller, id: string): Promise<IncomingWebhook> {
    const webhook = await this.#options.adapters.webhooks.findById(id)
    const refusal = webhookRefusal(user, webhook)
    if (!webhook || refusal) throw new WebhookError(refusal ?? 'webhook_not_found')
    return webhook
  }

  /** `isCheck`: whether it only says what would be created, without a key. */
  async create(caller: Caller, input: WebhookInput, isCheck = false): Promise<IncomingWebhook> {
    const { adapters, cipher, clock, random } = this.#options
    const now = clock()
    const fields = acceptedFields(caller, DEFAULT_WEBHOOK, input, now)
    this.#checkFormat(caller.spell, fields)
    this.#checkExpected(caller.spell, fields.expectEvery)
    const owner = await chooseOwner(adapters, caller, input.userId)
    const channel = await chooseChannel(adapters, caller, owner, input.channelId)
    const { slug = null } = input
    const id = slug === null ? makeId(random(ID_BYTES)) : idOfSlug(channel.teamId, slug)
    if (slug !== null && (await adapters.webhooks.findById(id))) throw slugTaken(caller)
    const unsigned = { id, verification: null, updateAt: now }
    const place = { channelId: channel.id, teamId: channel.teamId }
    const rules = await chooseRuleChannels(adapters, caller, owner, { ...fields, ...place })
    const webhook = {
      ...DEFAULT_WEBHOOK,
      id,
      slug,
      // Of a deleted webhook with this slug, nobody may keep a secret that is valid.
      signingSalt: slug === null ? '' : makeId(random(ID_BYTES)),
      ...(isCheck ? NO_KEY : newKey(this.#options, id)),
      createAt: now,
      updateAt: now,
      userId: owner.id,
      ...place,
      ...fields,
      rules,
      ...expectedAnew(DEFAULT_WEBHOOK, fields, now),
      ...changedVerification(cipher, unsigned, input.verification, caller.spell, now),
    }
    if (isCheck) return webhook
    const created = await kept(caller, () => this.#store(caller, webhook))
    this.note(caller, 'created', created)
    return created
  }

  /** What a store throws for an id that exists is its own: whether there is one says what it meant. */
  async #store(caller: Caller, webhook: IncomingWebhook): Promise<IncomingWebhook> {
    const { webhooks } = this.#options.adapters
    try {
      return await webhooks.create(webhook)
    } catch (error) {
      const found = webhook.slug === null ? null : await webhooks.findById(webhook.id)
      if (!found || found.keyDigest === webhook.keyDigest) throw error
      throw slugTaken(caller)
    }
  }

  /**
   * Replaces the fields that are given. Throws `precondition_failed` unless `version` is the
   * expected one. `isCheck`: whether it only says what the webhook would be.
   */
  async update(
    caller: Caller,
    id: string,
    input: WebhookInput,
    { version: expectedVersion, isCheck = false }: UpdateOptions = {},
  ): Promise<IncomingWebhook> {
    const webhook = await this.find(caller, id)
    if (expectedVersion !== undefined && expectedVersion !== webhook.version) {
      throw new WebhookError('precondition_failed')
    }
    const { expectEvery = 0 } = input
    if (expectEvery !== webhook.expectEvery) this.#checkExpected(caller.spell, expectEvery)
    if (isCheck) return { ...webhook, ...(await this.#plan(caller, webhook, input)).changes }
    const tries = expectedVersion === undefined ? TRIES : 1
    const { from, to, saved } = await this.#change(caller, webhook, input, tries)
    if (to) this.#options.onHandedOver({ by: caller.user, from, to, webhooks: [saved] })
    return saved
  }

  /**
   * Gives the webhooks of one user to another, at most 5,000 in one call. Those that the new owner may not
   * have stay, with the reason. Throws `user_missing` or `invalid_body`.
   */
  async handOver(caller: Caller, users: HandOverInput): Promise<HandOverResult> {
    const { from, to: userId } = users
    if (from === userId) throw errorAt(caller.spell, 'to', 'expected another user')
    const to = await chooseOwner(this.#options.adapters, caller, userId)
    return this.inParts({ by: caller.user, from, to }, MOST_HANDED_OVER, async (some) => {
      const part = await this.handOverThese(caller, users, some)
      return { ...part, staying: part.refused.length }
    })
  }

  /** Works on the webhooks of a user, and tells whom it concerns which have another owner, also of a part. */
  async inParts(
    { by, from, to }: Pick<HandedOver, 'by' | 'from'> & { readonly to: HookUser | null },
    most: number,
    work: (some: readonly IncomingWebhook[]) => Promise<HandedOverPart & { staying: number }>,
  ): Promise<HandOverResult> {
    const { adapters, onHandedOver } = this.#options
    const webhooks: IncomingWebhook[] = []
    const refused: HandOverResult['refused'][number][] = []
    let offset = 0
    try {
      while (webhooks.length + refused.length < most) {
        const { items } = await adapters.webhooks.list({ userId: from, offset, limit: AT_ONCE })
        if (items.length === 0) break
        const part = await work(items)
        for (const each of part.saved) webhooks.push(each)
        for (const each of part.refused) refused.push(each)
        if (part.failures.length > 0) throw part.failures[0]
        // The others are not among those of the user any more.
        offset += part.staying
      }
    } finally {
      if (to && webhooks.length > 0) onHandedOver({ by, from, to, webhooks })
    }
    return { handedOver: webhooks.map(({ id }) => id), refused }
  }

  /** Those that still are of `from`; the others are in no list. Nobody is told. */
  async handOverThese(
    caller: Caller,
    { from, to: userId }: HandOverInput,
    webhooks: readonly IncomingWebhook[],
  ): Promise<HandedOverPart> {
    const input = { ...NO_CHANGES, userId }
    const failures: unknown[] = []
    const refused: HandOverResult['refused'][number][] = []
    const handOne = async (webhook: IncomingWebhook): Promise<readonly IncomingWebhook[]> => {
      try {
        return [(await this.#change(caller, webhook, input, TRIES, from)).saved]
      } catch (error) {
        const { id: webhookId, displayName } = webhook
        if (!(error instanceof WebhookError)) failures.push(error)
        else if (error.code !== 'webhook_not_found') {
          const detail = error.detail || error.message
          refused.push({ webhookId, displayName, reason: error.id, detail })
        }
        return []
      }
    }
    const saved = (await Promise.all(webhooks.map(handOne))).flat()
    return { saved, refused, failures }
  }

  /**
   * `to`: the new owner, for whom nothing stays of what was sent before; null if it is the same as `from`.
   * `only`: whose it must still be.
   */
  async #change(
    caller: Caller,
    webhook: IncomingWebhook,
    input: WebhookInput,
    tries: number,
    only?: string,
  ): Promise<Pick<HandedOver, 'from'> & { to: HookUser | null; saved: IncomingWebhook }> {
    let before = webhook
    const planned: { to: HookUser | null } = { to: null }
    const changesOf = async (current: IncomingWebhook): Promise<Changes> => {
      if ((only ?? current.userId) !== current.userId) throw new WebhookError('webhook_not_found')
      const { owner, changes } = await this.#plan(caller, current, input)
      before = current
      planned.to = owner
      return changes
    }
    const saved = await kept(caller, () => this.#save(caller, webhook, changesOf, tries))
    const { to } = planned
    this.note(caller, to ? 'handed_over' : 'changed', saved, changedFields(before, saved))
    if (to) await this.#options.deliveryLog.forget(saved.id, 'sent')
    return { from: before.userId, to, saved }
  }

  /** What a change would be; `owner`: the new one, if it is another. */
  async #plan(
    caller: Caller,
    current: IncomingWebhook,
    input: WebhookInput,
  ): Promise<{ readonly owner: HookUser | null; readonly changes: Changes }> {
    const { adapters, cipher, clock } = this.#options
    checkPlace(caller, current, input)
    const now = clock()
    const fields = acceptedFields(caller, current, input, now)
    // What is not changed may have been known when it was stored.
    if (fields.format !== current.format || fields.template !== current.template) {
      this.#checkFormat(caller.spell, fields)
    }
    const userId = input.userId || current.userId
    const owner =
      userId === current.userId ? null : await chooseOwner(adapters, caller, input.userId)
    const channelId = await this.#movedTo(caller, { ...current, userId }, input.channelId)
    if (owner) await checkNewOwner(adapters, caller, owner, { ...fields, channelId })
    const rules = await this.#ruled(caller, { ...current, userId }, { ...fields, channelId })
    const verification = changedVerification(cipher, current, input.verification, caller.spell, now)
    return { owner, changes: { ...fields, ...verification, userId, channelId, rules } }
  }

  async delete(caller: Caller, id: string): Promise<void> {
    const { adapters, deliveryLog } = this.#options
    const webhook = await this.find(caller, id)
    if (!(await adapters.webhooks.delete(id))) throw new WebhookError('webhook_not_found')
    this.note(caller, 'deleted', webhook)
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
      caller,
      webhook,
      () => ({ ...newKey(this.#options, id), previousKey }),
      1,
    )
    this.note(caller, 'regenerated', saved, ['key'])
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
    const saved = await this.#save(caller, webhook, ({ signingSalt }) => ({
      signingSalt: replacedSalt(signingSalt, salt, until, now),
    }))
    this.note(caller, 'regenerated', saved, ['signing_secret'])
    return saved
  }

  /** Has no effect if it is already in this state. */
  async setEnabled(caller: Caller, id: string, enabled: boolean): Promise<IncomingWebhook> {
    const webhook = await this.find(caller, id)
    if (webhook.enabled === enabled) return webhook
    const saved = await this.#save(caller, webhook, () => ({ enabled }))
    this.note(caller, enabled ? 'enabled' : 'disabled', saved)
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
    const saved = await this.#save(caller, webhook, () => off)
    this.note(caller, 'disabled', saved, ['key'])
    return saved
  }

  /** At most 100 channels that the caller may choose, by a part of the name, or the one of that id. */
  async listChannels({ user }: Caller, query: string): Promise<readonly HookChannel[]> {
    const { channels } = this.#options.adapters
    const found = await channels.listFor(user, { query, limit: MAX_CHANNELS })
    const named = found.filter(mayHaveWebhooks)
    if (named.length > 0 || query === '') return named
    const channel = await channels.findById(query)
    return channel && mayHaveWebhooks(channel) && (await channels.canPost(user, channel))
      ? [channel]
      : []
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

  /** Tells the host what was done. */
  note(
    { user }: Caller,
    action: AuditAction,
    webhook: IncomingWebhook,
    fields: readonly string[] = [],
  ): void {
    const { audit, clock } = this.#options
    const { id: userId, username } = user
    audit({ time: clock(), userId, username, action, webhookId: webhook.id, fields })
  }

  #checkFormat(spell: Spelling, { format, template }: CallerValues): void {
    const { formats } = this.#options
    if (format !== '' && !formats.named(format)) {
      throw errorAt(spell, 'format', `expected nothing, or one of ${formats.names.join(', ')}`)
    }
    if (format === TEMPLATE && template === null) throw errorAt(spell, 'template', NO_TEMPLATE)
  }

  /** What is not changed may have been possible when it was stored. */
  async #ruled(
    caller: Caller,
    current: IncomingWebhook,
    after: Pick<IncomingWebhook, 'rules' | 'channelLocked' | 'channelId'>,
  ): Promise<IncomingWebhook['rules']> {
    if (!after.rules.some(({ then }) => then.channel !== undefined)) return after.rules
    const { adapters } = this.#options
    const { userId, teamId, rules } = current
    const isOther = userId !== caller.user.id
    const [owner] = isOther ? await adapters.users.findByIds([userId]) : [caller.user]
    return chooseRuleChannels(adapters, caller, owner ?? caller.user, { ...after, teamId }, rules)
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
    caller: Caller,
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
      // It may have another owner now.
      current = await this.find(caller, id)
    }
    throw new WebhookError('precondition_failed')
  }
}

function wordsIn(query: string): string[] {
  const words = query.toLowerCase().split(/\s+/)
  return words.filter((word) => word !== '').slice(0, MAX_WORDS)
}

const COMPARED = [...CALLER_NAMES, 'userId', 'channelId', 'verification'] as const

/** The fields that differ, by their names in the API. */
function changedFields(before: IncomingWebhook, after: IncomingWebhook): readonly string[] {
  const [old, current] = [before, after].map(withoutSince)
  return COMPARED.filter(
    (name) => JSON.stringify(old?.[name]) !== JSON.stringify(current?.[name]),
  ).map(inWire)
}

/** Since when its senders sign so is noted in older records with whatever change. */
function withoutSince(webhook: IncomingWebhook): IncomingWebhook {
  const { verification } = webhook
  return { ...webhook, verification: verification && { ...verification, since: 0 } }
}

type Changes = Partial<Omit<IncomingWebhook, 'id' | 'createAt' | 'updateAt' | 'version'>>

function checkPlace(
  { spell }: Caller,
  webhook: IncomingWebhook,
  { id, teamId, slug = webhook.slug }: WebhookInput,
): void {
  if (slug !== webhook.slug) throw errorAt(spell, 'slug', SLUG_STAYS)
  if (id !== '' && id !== webhook.id) throw errorAt(spell, 'id', 'not the id in the URL')
  if (teamId !== '' && teamId !== webhook.teamId) {
    throw errorAt(spell, 'teamId', 'a webhook cannot move to another team')
  }
}

function slugTaken({ spell }: Caller): WebhookError {
  return errorAt(spell, 'slug', 'another webhook of this team has it', 'slug_taken')
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

function mayHaveWebhooks(channel: HookChannel): boolean {
  return channel.type !== 'direct' && isAlive(channel)
}
