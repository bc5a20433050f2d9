import { DEFAULT_SETTINGS, DEFAULT_WEBHOOK } from '../model/defaults.js'
import { fieldNames, recordOf } from '../model/fields.js'
import { isObject, isOneOf, isPriority, isProps } from '../model/json.js'
import { OUTCOMES } from '../model/last-result.js'
import { isTemplate } from '../model/template.js'
import type {
  Credentials,
  HookMentions,
  HookPost,
  HookSettings,
  HookWarning,
  IncomingWebhook,
  NotedResult,
  PreviousKey,
  RateLimit,
  Session,
  Taken,
  Verification,
} from '../model/records.js'
import { DEFAULT_STYLE } from '../model/verification-fields.js'
import type { BatchResult } from '../adapters/types.js'
import {
  FLAG,
  holds,
  isFinite,
  isTexts,
  isWarnings,
  type Member,
  MAYBE_TEXT,
  member,
  type Members,
  NUMBER,
  orNull,
  readMembers,
  TEXT,
  orAbsent,
  withTexts,
} from './members.js'
import type { HostCall, Read } from './readers.js'
import { WrongResult } from './wrong-result.js'

const TEXTS = member('a list of strings', isTexts)

const POST: Members<HookPost> = {
  id: TEXT,
  channelId: TEXT,
  userId: TEXT,
  webhookId: MAYBE_TEXT,
  rootId: MAYBE_TEXT,
  message: TEXT,
  type: MAYBE_TEXT,
  props: member('an object', isProps, {}),
  priority: member('an object or null', isPriority, null),
  mentions: member('{ userIds, channelWide }', holds<HookMentions>({ userIds: TEXTS }), {
    userIds: [],
    channelWide: null,
  }),
  createAt: NUMBER,
  updateAt: NUMBER,
  version: { ...orAbsent(NUMBER), absent: 0 },
}

const isPost = holds<HookPost>(POST)

/** The post itself if it is complete, because records of some databases have accessors. */
export function readPost(value: unknown): HookPost {
  return isPost(value) ? value : readMembers('a post', value, POST)
}

/** A record whose missing fields have their defaults; the record itself if it is complete. */
export function readWebhook(value: unknown): IncomingWebhook {
  return isWebhook(value) ? value : readMembers('a webhook', value, WEBHOOK, storedIn)
}

/** Records that were written by 0.9 have the names of 0.9. */
function storedIn(record: Record<string, unknown>, name: string) {
  return name === 'incidentPath' ? (record[name] ?? record['thingPath']) : record[name]
}

/** Fields that every record has had from the beginning. A misspelt column must not lift a restriction. */
const ALWAYS_THERE: readonly (keyof IncomingWebhook)[] = [
  'id',
  'enabled',
  'channelLocked',
  'userId',
  'channelId',
  'keyDigest',
]

const isResult = holds<NotedResult>({
  at: orAbsent(NUMBER),
  outcome: orAbsent(member('an outcome', isOneOf(OUTCOMES))),
  status: orAbsent(NUMBER),
  errorId: orAbsent(TEXT),
  detail: orAbsent(TEXT),
  format: orAbsent(TEXT),
  heardAt: orAbsent(NUMBER),
  silentSince: orAbsent(NUMBER),
})

const LIKE_DEFAULT = membersLike(DEFAULT_WEBHOOK, ALWAYS_THERE)

const WEBHOOK: Members<IncomingWebhook> = {
  ...LIKE_DEFAULT,
  rateLimit: objectOrNull(isRateLimit),
  previousKey: objectOrNull(holds<PreviousKey>({ keyDigest: TEXT, expiresAt: NUMBER })),
  verification: objectOrNull(isVerification),
  template: objectOrNull(isTemplate),
  slug: orNull(TEXT),
  events: { ...LIKE_DEFAULT.events, is: isTexts },
  except: { ...LIKE_DEFAULT.except, is: isTexts },
  allowedAddresses: { ...LIKE_DEFAULT.allowedAddresses, is: isTexts },
  lastResult: { ...orAbsent(objectOrNull(isResult)), absent: null },
}

const isWebhook = holds<IncomingWebhook>(WEBHOOK)

function isRateLimit(value: unknown): value is RateLimit {
  if (!isObject(value)) return false
  const { perSecond, burst } = value
  return isFinite(perSecond) && perSecond > 0 && isFinite(burst) && burst >= 1
}

const STYLE_NAMES = fieldNames(DEFAULT_STYLE)

function isVerification(value: unknown): value is Verification {
  return (
    isSealed(value) &&
    STYLE_NAMES.every((name) => value[name] === undefined || TEXT.is(value[name]))
  )
}

const isSealed = holds<Verification>({
  scheme: TEXT,
  header: TEXT,
  secretCipher: TEXT,
  previousSecretCipher: TEXT,
  since: orAbsent(NUMBER),
})

/** The settings. Those that are missing have their defaults, and are logged. */
export function readSettings(value: unknown, { tell }: HostCall): HookSettings {
  if (isSettings(value)) return value
  const settings = readMembers('an object', value, SETTINGS)
  const missing = fieldNames(SETTINGS).filter(
    (name) => isObject(value) && (value[name] === undefined || value[name] === null),
  )
  if (missing.length > 0) tell('EIW_SETTINGS_INCOMPLETE', { missing })
  return settings
}

const SETTINGS = membersLike(DEFAULT_SETTINGS)
const isSettings = holds<HookSettings>(SETTINGS)

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

const BATCH: Members<Omit<CheckedBatch, 'posts'> & { readonly posts: readonly unknown[] }> = {
  fingerprint: TEXT,
  posts: member('a list of posts', isList, []),
  warnings: member('the list that was stored', isWarnings, []),
  ignored: member('the list that was stored', isTexts, []),
}

export function readBatch(value: unknown): CheckedBatch {
  const { posts, ...batch } = readMembers('a stored batch', value, BATCH)
  return { ...batch, posts: posts.map(readPost) }
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

export const readCredentials = withTexts<Credentials>(
  '{ userId, passwordHash }',
  'userId',
  'passwordHash',
)

export const readSession = withTexts<Session>('a session', 'id', 'userId')

export function readTaken(value: unknown): Taken {
  if (isTaken(value)) return value
  throw new WrongResult('', '{ allowed, remaining, nextMs, fullMs }', value)
}

const isTaken = holds<Taken>({ allowed: FLAG, remaining: NUMBER, nextMs: NUMBER, fullMs: NUMBER })

/** For a call that asked for so many ids. */
export const readIds: Read<readonly string[]> = (value, _asked, [count] = []) => {
  const isDistinct = isTexts(value) && new Set(value).size === count && !value.includes('')
  if (isDistinct && value.length === count) return value
  throw new WrongResult('', `${String(count)} different string ids`, value)
}

/** Members of the types that these defaults have, which stand for those that are missing. */
function membersLike<T extends object>(defaults: T, alwaysThere: readonly (keyof T)[] = []) {
  return recordOf<Members<T>>(fieldNames(defaults), (name) =>
    memberLike(defaults[name], alwaysThere.includes(name)),
  )
}

function memberLike<Value>(initial: Value, isAlwaysThere: boolean) {
  const is = (value: unknown): value is Value =>
    typeof initial === 'number' ? isFinite(value) : typeof value === typeof initial
  return member(`a ${typeof initial}`, is, isAlwaysThere ? undefined : initial)
}

function objectOrNull<Value>(is: Member<Value>['is']) {
  return orNull(member('a valid object or null', is))
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}
