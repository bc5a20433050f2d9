import type { BatchResult, StoredBatch, WebhooksAdapter } from '../adapters/types.js'
import { isObject } from '../formats/reading.js'
import type { IncomingWebhook, Settings, Taken, User } from '../model/records.js'
import { completeSettings } from './complete-settings.js'
import { completeWebhook } from './complete-webhook.js'
import type { TellMistake } from './host-mistakes.js'

type Webhooks = Awaited<ReturnType<WebhooksAdapter['list']>>

/** What a valid result would be, in words; null if the result is valid. */
type Fault = (value: unknown) => string | null

const record: Fault = (value) => (hasId(value) ? null : 'an object with an id')
const recordOrNull: Fault = (value) =>
  value === null || value === undefined || hasId(value) ? null : 'an object with an id, or null'
const records: Fault = (value) =>
  Array.isArray(value) && value.every(hasId) ? null : 'a list of objects with ids'
const page: Fault = (value) =>
  isObject(value) && records(value['items']) === null && isCount(value['total'])
    ? null
    : '{ items, total }, a list of objects with ids and an integer of at least 0'

/** Validates adapter results, which a host without types can get wrong. */
export class AdapterResults {
  readonly #tell: TellMistake

  constructor(tell: TellMistake) {
    this.#tell = tell
  }

  readonly record = <T>(method: string, value: T): T => this.#expect(method, value, record)

  readonly recordOrNull = <T>(method: string, value: T): T =>
    this.#expect(method, value, recordOrNull)

  readonly records = <T>(method: string, value: T): T => this.#expect(method, value, records)

  readonly webhook = (method: string, found: IncomingWebhook): IncomingWebhook =>
    completeWebhook(this.record(method, found))

  readonly webhookOrNull = (
    method: string,
    found: IncomingWebhook | null,
  ): IncomingWebhook | null => {
    const webhook = this.recordOrNull(method, found)
    return webhook && completeWebhook(webhook)
  }

  readonly webhooks = (method: string, found: Webhooks): Webhooks => {
    const { items, total } = this.#expect(method, found, page)
    return { items: items.map(completeWebhook), total }
  }

  readonly settings = (method: string, settings: Settings): Settings => {
    this.#expect(method, settings, (found) => (isObject(found) ? null : 'an object'))
    return completeSettings(settings, this.#tell)
  }

  readonly users = (method: string, found: readonly User[]): readonly User[] => {
    this.#expect(method, found, (value) =>
      Array.isArray(value) && value.every(isUser) ? null : 'a list of users',
    )
    return found.every(isPlainUser) ? found : found.map(this.user)
  }

  /** The user, who is an administrator only if `admin` is exactly `true`. */
  readonly user = (user: User): User => {
    if (isPlainUser(user)) return user
    this.#tell('EIW_NOT_BOOLEAN', { method: 'User.admin' })
    const { id, username, email, createAt, deleteAt } = user
    // Named as well, because a spread does not copy the accessors of some database clients' records.
    return { ...user, id, username, email, createAt, deleteAt, admin: false }
  }

  /** True only for `true`: an empty list of permissions is truthy too. */
  readonly permission = (method: string, answer: boolean): boolean => {
    if (typeof answer !== 'boolean') this.#tell('EIW_NOT_BOOLEAN', { method })
    return isYes(answer)
  }

  readonly batchResult = (method: string, result: BatchResult): BatchResult =>
    this.#expect(method, result, batchFault)

  readonly batchOrNull = (method: string, batch: StoredBatch | null): StoredBatch | null =>
    this.#expect(method, batch, (value) =>
      value === null || value === undefined || isBatch(value) ? null : 'a stored batch, or null',
    )

  readonly taken = (method: string, taken: Taken): Taken =>
    this.#expect(method, taken, (value) =>
      isObject(value) &&
      typeof value['allowed'] === 'boolean' &&
      typeof value['remaining'] === 'number' &&
      typeof value['nextMs'] === 'number' &&
      typeof value['fullMs'] === 'number'
        ? null
        : '{ allowed, remaining, nextMs, fullMs }',
    )

  #expect<T>(method: string, value: T, faultOf: Fault): T {
    const expected = faultOf(value)
    if (expected === null) return value
    this.#tell('EIW_ADAPTER_RESULT', { method, expected })
    throw new TypeError(`${method} did not return ${expected}`)
  }
}

function hasId(value: unknown): boolean {
  return isObject(value) && typeof value['id'] === 'string'
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

function isUser(value: unknown): boolean {
  return isObject(value) && hasId(value) && typeof value['username'] === 'string'
}

function batchFault(value: unknown): string | null {
  const expected = '{ stored: true, posts } or { stored: false, earlier }'
  if (!isObject(value)) return expected
  if (value['stored'] === false) return isBatch(value['earlier']) ? null : expected
  return value['stored'] === true && records(value['posts']) === null ? null : expected
}

function isBatch(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value['fingerprint'] === 'string' &&
    Array.isArray(value['warnings']) &&
    records(value['posts']) === null
  )
}

// Hosts without administrators may omit it.
function isPlainUser({ admin }: User): boolean {
  return !admin || isYes(admin)
}

function isYes(answer: unknown): boolean {
  return answer === true
}
