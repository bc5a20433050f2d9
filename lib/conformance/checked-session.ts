import type { Adapters, Guarantee } from '../adapters/types.js'
import { readWith, type Any, createHostAdapters } from '../host/host-adapters.js'
import { checkManagement } from '../host/check-management.js'
import { messageOf, type TellMistake } from '../host/host-mistakes.js'
import { readChannel, readUser } from '../host/read-host-records.js'
import { readPost } from '../host/read-records.js'
import { listOf, type Read } from '../host/readers.js'
import type { HookChannel, HookPost, HookUser } from '../model/records.js'
import type { ConformanceSession, HostFeature, SeedChannel, SeedUser } from './session.js'

/**
 * What tests work with: the adapters of a session with the checks that the library makes itself, and
 * ways to prepare its data.
 */
export type CheckedSession = ReturnType<typeof checkedSession>

/**
 * Puts the library's own checks in front of the adapters, and of the functions of the session. What it
 * would log fails the test.
 */
export function checkedSession<G extends Guarantee>(
  session: ConformanceSession<G>,
  without: readonly HostFeature[],
) {
  const calls = createHostAdapters(0, failTest)
  const always: Partial<SeedChannel> = without.includes('public') ? { type: 'private' } : {}
  // Named one by one, because a spread loses the methods of a class.
  return {
    ...checkManagement(calls.checked<Any<Adapters<never>>>(session.adapters), failTest),
    seedUser: async (username: string, rest?: Partial<SeedUser>): Promise<HookUser> => {
      const user = {
        username,
        email: `${username}@example.test`,
        admin: false,
        active: true,
        passwordHash: PASSWORD_HASH,
        ...rest,
      }
      return checked('seedUser', await session.seedUser(user), readUser)
    },
    seedChannel: async (
      name: string,
      {
        members = [],
        ...rest
      }: Partial<SeedChannel> & { readonly members?: readonly HookUser[] } = {},
    ): Promise<HookChannel> => {
      const given = {
        name,
        displayName: `The ${name}`,
        type: 'public' as const,
        archived: false,
        ...rest,
        ...always,
      }
      const channel = checked('seedChannel', await session.seedChannel(given), readChannel)
      for (const { id } of members) await session.addMember(channel.id, id)
      return channel
    },
    claimLogin:
      session.claimLogin &&
      (async (...claim: [userId: string, host: string, login: string]) =>
        session.claimLogin?.(...claim)),
    readPosts: async (channelId: string): Promise<readonly HookPost[]> =>
      checked('readPosts', await session.readPosts(channelId), listOf(readWholePost)),
    failWrites: session.failWrites && (async (message: string) => session.failWrites?.(message)),
  }
}

/** A bcrypt hash as `hashPassword` returns it, of an unknown password. */
export const PASSWORD_HASH = '$2b$10$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01234'

/** Posts that are looked up by the ids of messages are null where only the message was stored. */
function readWholePost(value: unknown): HookPost {
  if (value === null || value === undefined) {
    throw new TypeError(
      `readPosts returned ${String(value)} for a post: a message was stored, but not its post`,
    )
  }
  return readPost(value)
}

function checked<T>(method: string, value: unknown, read: Read<T>): T {
  return readWith(read, value, { method, tell: failTest })
}

const failTest: TellMistake = (code, fields = {}) => {
  throw new TypeError(`${code} ${JSON.stringify(fields)}: ${messageOf(code)}`)
}
