import type { ClaimedLogin } from '../adapters/types.js'
import { partOf } from '../model/fields.js'
import type { HookChannel, ChannelType, HookUser } from '../model/records.js'
import { withTexts } from './members.js'
import type { HostCall } from './readers.js'
import { WrongResult } from './wrong-result.js'

/** The user, who is an administrator only if `admin` is exactly `true`. */
export function readUser(value: unknown, { tell }: HostCall): HookUser {
  const user = userIn(value)
  const { admin } = user
  checkDeleteAt('User', user, tell)
  // Hosts without administrators may omit it.
  if (!admin || isYes(admin)) return user
  tell('EIW_NOT_BOOLEAN', { method: 'User.admin' })
  return { ...user, ...namedMembers(user), admin: false }
}

export function readClaim(value: unknown, asked: HostCall): ClaimedLogin {
  const { login, user } = claimIn(value)
  return { login, user: readUser(user, asked) }
}

/**
 * The channel as the host made it, because `canPost` gets it again. Senders of a host that never
 * needed the right types would lose messages, so what is wrong is only logged.
 */
export function readChannel(value: unknown, { tell }: HostCall): HookChannel {
  const channel = channelIn(value)
  const { type, teamId } = channel
  if (!CHANNEL_TYPES.has(type)) {
    const method = 'Channel.type'
    tell('EIW_ADAPTER_MEMBER', { method, expected: EXPECTED_TYPE, got: `'${type}'` })
  }
  if (typeof teamId !== 'string') tellMember(tell, 'Channel', ['teamId', 'a string', teamId])
  checkDeleteAt('Channel', channel, tell)
  return channel
}

/** True only for `true`: an empty list of permissions is truthy too. */
export function readPermission(value: unknown, { method, tell }: HostCall): boolean {
  if (typeof value !== 'boolean') tell('EIW_NOT_BOOLEAN', { method })
  return isYes(value)
}

const userIn = withTexts<HookUser>('a user', 'id', 'username')
const claimIn = withTexts<ClaimedLogin>('a claimed login', 'login')
const channelIn = withTexts<HookChannel>('a channel', 'id', 'type', 'name')

/** Anything but null and 0 counts as the time of the deletion. */
function checkDeleteAt(
  record: 'User' | 'Channel',
  { deleteAt }: { readonly deleteAt?: unknown },
  tell: HostCall['tell'],
) {
  if (typeof deleteAt === 'number' || deleteAt === null || deleteAt === undefined) return
  tellMember(tell, record, ['deleteAt', 'a number or null', deleteAt])
}

function tellMember(
  tell: HostCall['tell'],
  record: string,
  [name, expected, value]: [name: string, expected: string, value: unknown],
) {
  const { got, fix } = new WrongResult(name, expected, value)
  const method = `${record}.${name}`
  tell('EIW_ADAPTER_MEMBER', { method, expected, got, ...(fix !== '' && { fix }) })
}

const CHANNEL_TYPES: ReadonlySet<ChannelType> = new Set(['public', 'private', 'direct', 'group'])
const EXPECTED_TYPE = [...CHANNEL_TYPES].join(', ')

function isYes(answer: unknown) {
  return answer === true
}

// A spread does not copy the accessors of some database clients' records.
function namedMembers(user: HookUser) {
  const names = ['id', 'username', 'email', 'createAt', 'deleteAt'] as const
  return partOf<HookUser>(names, (name) => user[name])
}
