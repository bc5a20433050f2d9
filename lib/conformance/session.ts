import type { Adapters, Guarantee, MaybePromise } from '../adapters/types.js'
import { checkManagement } from '../host/check-management.js'
import { type Any, createHostAdapters, readWith } from '../host/host-adapters.js'
import { messageOf, type TellMistake } from '../host/host-mistakes.js'
import { readChannel, readUser } from '../host/read-host-records.js'
import { readPost } from '../host/read-records.js'
import { listOf, type Read } from '../host/readers.js'
import type { HookChannel, HookUser, StoredPost } from '../model/records.js'

/** A user to create before a test. */
export interface SeedUser {
  /** Lower case. */
  readonly username: string
  /** A unique e-mail address. */
  readonly email: string
  /** Whether the user is an administrator. */
  readonly admin: boolean
  /** False: the account is deactivated, so its `deleteAt` is a time. */
  readonly active: boolean
  /** For `findCredentials`; hosts with their own sign-in do not need it. */
  readonly passwordHash: string
}

/** A channel to create before a test, without members. All channels are in one team. */
export interface SeedChannel {
  /** The name by which payloads choose it. */
  readonly name: string
  /** The name for people. */
  readonly displayName: string
  /** Never `public` or `private` if `without` includes it. */
  readonly type: 'public' | 'private'
  /** True: its `deleteAt` is a time. */
  readonly archived: boolean
}

/** A fresh host for one test: its adapters, and functions to prepare data and to read posts without them. */
export interface ConformanceSession<G extends Guarantee = Guarantee> {
  /** The adapters to test; with `sessions` only if users sign in through the library. */
  readonly adapters: Adapters<G>
  /** Creates a user, and returns it as `findByIds` does. */
  seedUser(user: SeedUser): MaybePromise<HookUser>
  /** Creates a channel, and returns it as `findById` does. */
  seedChannel(channel: SeedChannel): MaybePromise<HookChannel>
  /** Makes a user a member of a channel. */
  addMember(channelId: string, userId: string): MaybePromise<void>
  /** Has a user claim a login at a forge. Without it, `findByLogins` is not tested. */
  claimLogin?(userId: string, host: string, login: string): MaybePromise<void>
  /** All posts of a channel as the host's users see them, oldest first. */
  readPosts(channelId: string): MaybePromise<readonly StoredPost[]>
  /**
   * Makes the database refuse posts with this message from now on, with a trigger or a constraint for
   * example. With it, the suite notices batches that are stored without a transaction.
   */
  failWrites?(message: string): MaybePromise<void>
  /** Called after the test, also if it failed: closes connections and deletes data. */
  close?(): MaybePromise<void>
}

/**
 * Something that a host may not have: channels with names (`named`), channels to which users can post
 * without being members (`open`), public, private or archived channels, deactivated users,
 * administrators who can post to private channels without being members (`admins`), any administrators
 * at all (`adminFlag`), a database with `transactions`. Direct channels, idempotency keys and threads follow from `guarantees`.
 */
export type HostFeature =
  | 'named'
  | 'open'
  | 'public'
  | 'private'
  | 'archived'
  | 'deactivated'
  | 'admins'
  | 'adminFlag'
  | 'transactions'

/** What a chat without it is like. */
export const WITHOUT: Readonly<Record<HostFeature, string>> = {
  named: 'its channels have no names by which payloads choose them',
  open: 'only members of a channel can post to it',
  public: 'all of its channels are private',
  private: 'it has no private channels',
  archived: 'its channels cannot be archived',
  deactivated: 'its users cannot be deactivated',
  admins: 'its administrators can post to private channels only as members',
  adminFlag: 'it has no administrators',
  transactions: 'its database has no transactions, so a part of a batch may be stored',
}

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
    seedUser: async (username: string, rest?: Partial<SeedUser>) => {
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
    ) => {
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
    readPosts: async (channelId: string) =>
      checked('readPosts', await session.readPosts(channelId), listOf(readWholePost)),
    failWrites: session.failWrites && (async (message: string) => session.failWrites?.(message)),
  }
}

/** A bcrypt hash as `hashPassword` returns it, of an unknown password. */
export const PASSWORD_HASH = '$2b$10$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01234'

/** Posts that are looked up by the ids of messages are null where only the message was stored. */
function readWholePost(value: unknown) {
  if (value === null || value === undefined) {
    throw new TypeError(
      `readPosts returned ${String(value)} for a post: a message was stored, but not its post`,
    )
  }
  return readPost(value)
}

function checked<T>(method: string, value: unknown, read: Read<T>) {
  return readWith(read, value, { method, tell: failTest })
}

const failTest: TellMistake = (code, fields = {}) => {
  throw new TypeError(`${code} ${JSON.stringify(fields)}: ${messageOf(code)}`)
}
