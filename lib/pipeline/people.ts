import type { CheckedDelivery } from '../host/checked.js'
import { MAX_USER_LOOKUPS } from '../model/limits.js'
import type { People, RichText } from '../model/message.js'
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

/** Those whom a message from a forge mentions. */
export interface Mentionable extends Directory {
  readonly asked?: readonly HookUser[]
}

/**
 * The directory with the logins of those who may be mentioned: they can read the channel, and have not
 * caused the event. A login that somebody has claimed is nobody else's name.
 */
export async function withClaims(
  { usersById, usersByName }: Directory,
  { people, claims, channel }: Found,
  { channels }: Pick<CheckedDelivery, 'channels'>,
): Promise<Mentionable> {
  const { author, asked } = people
  const authorId = claims.get(author)?.id
  const claimants = new Map([...claims.values()].map((user) => [user.id, user]))
  const readers = new Map<string, HookUser>()
  await Promise.all(
    [...claimants.values()].map(async (user) => {
      const isMeant = user.id !== authorId && isAlive(user)
      if (isMeant && (await channels.canPost(user, channel))) readers.set(user.id, user)
    }),
  )
  const named = [...new Map([...usersByName, ...claims])].filter(
    ([, { id }]) => readers.has(id) || !claimants.has(id),
  )
  return {
    usersById: new Map([...usersById, ...readers]),
    usersByName: new Map(named),
    asked: [...new Set(asked.flatMap((login) => readers.get(claims.get(login)?.id ?? '') ?? []))],
  }
}

/** A text and, below it, who is asked. */
export function withAsked(text: RichText, asked: readonly HookUser[] = []): RichText {
  return [
    ...text,
    ...asked.flatMap(({ id }, index): RichText => [
      { kind: 'text', text: index === 0 ? '\nFor ' : ', ' },
      { kind: 'user', id, text: '', label: '' },
    ]),
  ]
}
