import type { HookChannel, ChannelType, HookUser } from '../model/records.js'
import { isText, wrongTexts } from './read-records.js'
import type { Asked } from './readers.js'
import { WrongResult } from './wrong-result.js'

/** The user, who is an administrator only if `admin` is exactly `true`. */
export function readUser(value: unknown, { tell }: Asked): HookUser {
  if (!isUser(value)) return wrongTexts(value, 'a user', ['id', 'username'])
  const { admin } = value
  checkDeleteAt('User', value, tell)
  // Hosts without administrators may omit it.
  if (!admin || isYes(admin)) return value
  tell('EIW_NOT_BOOLEAN', { method: 'User.admin' })
  return { ...value, ...namedMembers(value), admin: false }
}

/**
 * The channel as the host made it, because `canPost` gets it again. Senders of a host that never
 * needed the right types would lose messages, so what is wrong is only logged.
 */
export function readChannel(value: unknown, { tell }: Asked): HookChannel {
  if (!isChannel(value)) return wrongTexts(value, 'a channel', ['id', 'type', 'name'])
  const { type, teamId } = value
  if (!CHANNEL_TYPES.has(type)) {
    const method = 'Channel.type'
    tell('EIW_ADAPTER_MEMBER', { method, expected: EXPECTED_TYPE, got: `'${type}'` })
  }
  if (typeof teamId !== 'string') tellMember(tell, 'Channel', ['teamId', 'a string', teamId])
  checkDeleteAt('Channel', value, tell)
  return value
}

/** True only for `true`: an empty list of permissions is truthy too. */
export function readPermission(value: unknown, { method, tell }: Asked): boolean {
  if (typeof value !== 'boolean') tell('EIW_NOT_BOOLEAN', { method })
  return isYes(value)
}

function isUser(value: unknown): value is HookUser {
  return isText(value, 'id') && isText(value, 'username')
}

function isChannel(value: unknown): value is HookChannel {
  return isText(value, 'id') && isText(value, 'type') && isText(value, 'name')
}

/** Anything but null and 0 counts as the time of the deletion. */
function checkDeleteAt(
  record: 'User' | 'Channel',
  { deleteAt }: { readonly deleteAt?: unknown },
  tell: Asked['tell'],
): void {
  if (typeof deleteAt === 'number' || deleteAt === null || deleteAt === undefined) return
  tellMember(tell, record, ['deleteAt', 'a number or null', deleteAt])
}

function tellMember(
  tell: Asked['tell'],
  record: string,
  [name, expected, value]: [name: string, expected: string, value: unknown],
): void {
  const { got, fix } = new WrongResult(name, expected, value)
  const method = `${record}.${name}`
  tell('EIW_ADAPTER_MEMBER', { method, expected, got, ...(fix !== '' && { fix }) })
}

const CHANNEL_TYPES: ReadonlySet<ChannelType> = new Set(['public', 'private', 'direct', 'group'])
const EXPECTED_TYPE = [...CHANNEL_TYPES].join(', ')

function isYes(answer: unknown): boolean {
  return answer === true
}

// A spread does not copy the accessors of some database clients' records.
function namedMembers({ id, username, email, createAt, deleteAt }: HookUser): Partial<HookUser> {
  return {
    id,
    username,
    ...(email === undefined ? {} : { email }),
    ...(createAt === undefined ? {} : { createAt }),
    ...(deleteAt === undefined ? {} : { deleteAt }),
  }
}
