import { DEFAULT_SETTINGS, DEFAULT_WEBHOOK } from '../model/defaults.js'
import { fieldNames, partOf, recordOf } from '../model/fields.js'
import { isPriority, isProps, isObject } from '../model/json.js'
import { DEFAULT_STYLE } from '../model/verification-fields.js'
import type {
  Credentials,
  IncomingWebhook,
  HookMentions,
  HookPost,
  Session,
  HookSettings,
  Taken,
  Verification,
  HookWarning,
} from '../model/records.js'
import type { BatchResult } from '../adapters/types.js'
import type { Asked, Read } from './readers.js'
import { WrongResult } from './wrong-result.js'

const NOBODY: HookMentions = { userIds: [], channelWide: null }

/** The post itself if it is complete, because records of some databases have accessors. */
export function readPost(value: unknown): HookPost {
  if (isPost(value)) return value
  if (!isObject(value)) throw new WrongResult('', 'a post', value)
  const version = numberOf(value, 'version', 0)
  return {
    id: textOf(value, 'id'),
    channelId: textOf(value, 'channelId'),
    userId: textOf(value, 'userId'),
    webhookId: textOf(value, 'webhookId', ''),
    rootId: textOf(value, 'rootId', ''),
    message: textOf(value, 'message'),
    type: textOf(value, 'type', ''),
    props: valueOf(value, 'props', 'an object', isProps, {}),
    priority: valueOf(value, 'priority', 'an object or null', isPriority, null),
    mentions: valueOf(value, 'mentions', '{ userIds, channelWide }', isMentions, NOBODY),
    createAt: numberOf(value, 'createAt'),
    updateAt: numberOf(value, 'updateAt'),
    version,
  }
}

const POST_TEXTS = ['id', 'channelId', 'userId', 'webhookId', 'rootId', 'message', 'type'] as const

function isPost(value: unknown): value is HookPost {
  return (
    isObject(value) &&
    POST_TEXTS.every((name) => typeof value[name] === 'string') &&
    isProps(value['props']) &&
    isPriority(value['priority']) &&
    isMentions(value['mentions']) &&
    isFinite(value['createAt']) &&
    isFinite(value['updateAt']) &&
    (value['version'] === undefined || isFinite(value['version']))
  )
}

/** A record whose missing fields have their defaults; the record itself if it is complete. */
export function readWebhook(value: unknown): IncomingWebhook {
  if (!isObject(value) || !isText(value, 'id')) return wrongTexts(value, 'a webhook', ['id'])
  if (isWebhook(value)) return value
  return recordOf<IncomingWebhook>(WEBHOOK_NAMES, (name) => {
    const found = storedIn(value, name)
    if (isField(found, name)) return found
    if ((found === undefined || found === null) && !ALWAYS_THERE.has(name)) {
      return DEFAULT_WEBHOOK[name]
    }
    throw new WrongResult(name, kindOf(DEFAULT_WEBHOOK[name]), found)
  })
}

/** Records that were written by 0.9 have the names of 0.9. */
function storedIn(value: Record<string, unknown>, name: keyof IncomingWebhook): unknown {
  return name === 'incidentPath' ? (value[name] ?? value['thingPath']) : value[name]
}

const WEBHOOK_NAMES = fieldNames(DEFAULT_WEBHOOK)

/** Fields that every record has had from the beginning. A misspelt column must not lift a restriction. */
const ALWAYS_THERE: ReadonlySet<string> = new Set<keyof IncomingWebhook>([
  'enabled',
  'channelLocked',
  'userId',
  'channelId',
  'keyDigest',
])

function isWebhook(
  value: Record<string, unknown>,
): value is Record<string, unknown> & IncomingWebhook {
  return WEBHOOK_NAMES.every((name) => isField(value[name], name))
}

function isField<Name extends keyof IncomingWebhook>(
  value: unknown,
  name: Name,
): value is IncomingWebhook[Name] {
  if (name === 'rateLimit') return value === null || isRateLimit(value)
  if (name === 'previousKey') return value === null || isPreviousKey(value)
  if (name === 'verification') return value === null || isVerification(value)
  if (name === 'events' || name === 'except') return isTexts(value)
  return isLike(value, DEFAULT_WEBHOOK[name])
}

function isRateLimit(value: unknown): boolean {
  if (!isObject(value)) return false
  const { perSecond, burst } = value
  return isFinite(perSecond) && perSecond > 0 && isFinite(burst) && burst >= 1
}

function isPreviousKey(value: unknown): boolean {
  return isText(value, 'keyDigest') && isObject(value) && isFinite(value['expiresAt'])
}

function isVerification(value: unknown): boolean {
  if (!isObject(value) || !VERIFICATION_TEXTS.every((name) => isText(value, name))) return false
  return STYLE_TEXTS.every((name) => value[name] === undefined || isText(value, name))
}

const STYLE_TEXTS = fieldNames(DEFAULT_STYLE)

const VERIFICATION_TEXTS: readonly (keyof Verification)[] = [
  'scheme',
  'header',
  'secretCipher',
  'previousSecretCipher',
]

/** The settings. Those that are missing have their defaults, and are logged. */
export function readSettings(value: unknown, { tell }: Asked): HookSettings {
  if (!isObject(value)) throw new WrongResult('', 'an object', value)
  if (isSettings(value)) return value
  const given = partOf<HookSettings>(SETTING_NAMES, (name) => {
    const found = value[name]
    if (found === undefined || found === null) return undefined
    if (isSetting(found, name)) return found
    throw new WrongResult(name, kindOf(DEFAULT_SETTINGS[name]), found)
  })
  const missing = SETTING_NAMES.filter((name) => given[name] === undefined)
  if (missing.length > 0) tell('EIW_SETTINGS_INCOMPLETE', { missing })
  return { ...DEFAULT_SETTINGS, ...given }
}

const SETTING_NAMES = fieldNames(DEFAULT_SETTINGS)

function isSettings(
  value: Record<string, unknown>,
): value is Record<string, unknown> & HookSettings {
  return SETTING_NAMES.every((name) => isSetting(value[name], name))
}

function isSetting<Name extends keyof HookSettings>(
  value: unknown,
  name: Name,
): value is HookSettings[Name] {
  return isLike(value, DEFAULT_SETTINGS[name])
}

/** A batch that was stored under an idempotency key. */
export interface CheckedBatch {
  /** SHA-256 of the request, in hexadecimal. */
  readonly fingerprint: string
  /** The posts as they were stored, in order. */
  readonly posts: readonly HookPost[]
  /** Warnings about the payload. */
  readonly warnings: readonly HookWarning[]
  /** Paths of parameters without effect. */
  readonly ignored: readonly string[]
}

export function readBatch(value: unknown): CheckedBatch {
  if (!isObject(value)) throw new WrongResult('', 'a stored batch', value)
  return {
    fingerprint: textOf(value, 'fingerprint'),
    posts: valueOf(value, 'posts', 'a list of posts', isList, []).map(readPost),
    warnings: valueOf(value, 'warnings', 'the list that was stored', isWarnings, []),
    ignored: valueOf(value, 'ignored', 'the list that was stored', isTexts, []),
  }
}

export type CheckedResult =
  | { readonly stored: true; readonly posts: readonly HookPost[]; readonly edited: HookPost | null }
  | { readonly stored: false; readonly earlier: CheckedBatch }
  | Extract<BatchResult, { readonly changed: true }>

export function readResult(value: unknown): CheckedResult {
  if (isObject(value)) {
    const { stored, posts, earlier, edited, changed } = value
    if (stored === false && isObject(earlier)) return { stored, earlier: readBatch(earlier) }
    if (stored === false && changed === true) return { stored, changed }
    if (stored === true && Array.isArray(posts)) {
      return {
        stored,
        posts: posts.map(readPost),
        edited: isObject(edited) ? readPost(edited) : null,
      }
    }
  }
  throw new WrongResult(
    '',
    '{ stored: true, posts }, { stored: false, earlier } or { stored: false, changed: true }',
    value,
  )
}

export function readCredentials(value: unknown): Credentials {
  if (isCredentials(value)) return value
  return wrongTexts(value, '{ userId, passwordHash }', ['userId', 'passwordHash'])
}

function isCredentials(value: unknown): value is Credentials {
  return isText(value, 'userId') && isText(value, 'passwordHash')
}

export function readSession(value: unknown): Session {
  return isSession(value) ? value : wrongTexts(value, 'a session', ['id', 'userId'])
}

function isSession(value: unknown): value is Session {
  return isText(value, 'id') && isText(value, 'userId')
}

export function readTaken(value: unknown): Taken {
  if (!isTaken(value)) throw new WrongResult('', '{ allowed, remaining, nextMs, fullMs }', value)
  return value
}

function isTaken(value: unknown): value is Taken {
  return (
    isObject(value) &&
    typeof value['allowed'] === 'boolean' &&
    isFinite(value['remaining']) &&
    isFinite(value['nextMs']) &&
    isFinite(value['fullMs'])
  )
}

/** For a call that asked for so many ids. */
export function readIds(count: unknown): Read<readonly string[]> {
  return (value) => {
    const isDistinct = isTexts(value) && new Set(value).size === count && !value.includes('')
    if (isDistinct && value.length === count) return value
    throw new WrongResult('', `${String(count)} different string ids`, value)
  }
}

/** A part of the webhooks that match a filter. */
export interface CheckedWebhooks {
  /** The webhooks of this page. */
  readonly items: readonly IncomingWebhook[]
  /** How many webhooks there are on all pages. */
  readonly total: number
}

export function readPage(value: unknown): CheckedWebhooks {
  const total = isObject(value) ? value['total'] : undefined
  if (!isObject(value) || !Array.isArray(value['items']) || !isCount(total)) {
    throw new WrongResult('', '{ items, total }, a list and an integer of at least 0', value)
  }
  return { items: value['items'].map(readWebhook), total }
}

export function valueOf<Value>(
  record: Record<string, unknown>,
  name: string,
  expected: string,
  isValid: (value: unknown) => value is Value,
  absent: Value,
): Value {
  const value = record[name]
  if (isValid(value)) return value
  if (value === undefined || value === null) return absent
  throw new WrongResult(name, expected, value)
}

export function textOf(record: Record<string, unknown>, name: string, absent?: string): string {
  const value = record[name] ?? absent
  if (typeof value === 'string') return value
  throw new WrongResult(name, 'a string', record[name])
}

export function numberOf(record: Record<string, unknown>, name: string, absent?: number): number {
  const value = record[name] ?? absent
  if (isFinite(value)) return value
  throw new WrongResult(name, 'a number', record[name])
}

/** Says which of the texts is missing or something else. */
export function wrongTexts(value: unknown, expected: string, names: readonly string[]): never {
  if (!isObject(value)) throw new WrongResult('', expected, value)
  const name = names.find((each) => typeof value[each] !== 'string') ?? ''
  throw new WrongResult(name, 'a string', value[name])
}

export function isText(value: unknown, name: string): boolean {
  return isObject(value) && typeof value[name] === 'string'
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

function isMentions(value: unknown): value is HookMentions {
  return isObject(value) && isTexts(value['userIds'])
}

export function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

export function isWarnings(value: unknown): value is readonly HookWarning[] {
  return (
    Array.isArray(value) && value.every((each) => isText(each, 'path') && isText(each, 'reason'))
  )
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

/** Whether a value has the type of this default. */
function isLike(value: unknown, initial: unknown): boolean {
  return typeof initial === 'number' ? isFinite(value) : typeof value === typeof initial
}

function isFinite(value: unknown): value is number {
  return Number.isFinite(value)
}

function kindOf(initial: unknown): string {
  return initial === null ? 'a valid object or null' : `a ${typeof initial}`
}
