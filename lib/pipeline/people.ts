import type { CheckedDelivery } from '../host/checked.js'
import { MAX_USER_LOOKUPS } from '../model/limits.js'
import type { People } from '../model/message.js'
import type { HookChannel, HookUser } from '../model/records.js'
import { isAlive } from '../rules/alive.js'
import type { Directory } from './render.js'

/** Who has claimed which login. */
type Claims = ReadonlyMap<string, HookUser>

/** Null if nobody is asked or named. */
export async function findClaims(
  { format, host, author, asked }: People,
  names: readonly string[],
  { users }: Pick<CheckedDelivery, 'users'>,
): Promise<Claims | null> {
  const wanted = [...asked, ...names]
  if (!users.findByLogins || wanted.length === 0) return null
  const logins = new Set(author === '' ? wanted : [author, ...wanted])
  const found = await users.findByLogins(format, host, [...logins].slice(0, MAX_USER_LOOKUPS))
  return new Map(found.map(({ login, user }) => [login.toLowerCase(), user]))
}

interface Found {
  readonly people: People
  readonly claims: Claims
  readonly channel: HookChannel
}

/**
 * The directory with the logins of a forge. Those are mentioned who can read the channel, and have not
 * caused the event.
 */
export async function withClaims(
  directory: Directory,
  { people, claims, channel }: Found,
  { channels }: Pick<CheckedDelivery, 'channels'>,
): Promise<Directory> {
  const author = claims.get(people.author)
  const claimants = new Map([...claims.values()].map((user) => [user.id, user]))
  const readers = new Map<string, HookUser>()
  await Promise.all(
    [...claimants.values()].map(async (user) => {
      const isMeant = user.id !== author?.id && isAlive(user)
      if (isMeant && (await channels.canPost(user, channel))) readers.set(user.id, user)
    }),
  )
  const logins = new Map<string, HookUser | null>(author && [[author.username, null]])
  for (const [login, { id }] of claims) logins.set(login, readers.get(id) ?? null)
  return {
    usersById: new Map([...directory.usersById, ...readers]),
    usersByName: directory.usersByName,
    logins,
    asked: [...new Set(people.asked.flatMap((login) => logins.get(login) ?? []))],
  }
}
