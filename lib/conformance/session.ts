import type { CheckedManagement, CheckedSignIn } from '../adapters/checked.js'
import type {
  Guarantee,
  ManagementAdapters,
  MaybePromise,
  SessionsAdapter,
  UsersAdapter,
} from '../adapters/types.js'
import type { Channel, Post, StoredPost, User } from '../model/records.js'

/** The adapters under test; those for sign-in only if the host has them. */
export interface AdaptersUnderTest<G extends Guarantee = Guarantee> extends ManagementAdapters<G> {
  readonly users: ManagementAdapters['users'] & Partial<Pick<UsersAdapter, 'findCredentials'>>
  readonly sessions?: SessionsAdapter
}

/** A user to create before a test. */
export interface SeedUser {
  /** Lower case. */
  readonly username: string
  readonly email: string
  readonly admin: boolean
  /** False: the account is deactivated, so its `deleteAt` is a time. */
  readonly active: boolean
  /** For `findCredentials`; hosts with their own sign-in do not need it. */
  readonly passwordHash: string
}

/** A channel to create before a test, without members. All channels are in one team. */
export interface SeedChannel {
  readonly name: string
  readonly displayName: string
  readonly type: 'public' | 'private'
  readonly archived: boolean
}

/** A fresh host for one test: its adapters, and functions to prepare data and to read posts without them. */
export interface ConformanceSession<G extends Guarantee = Guarantee> {
  readonly adapters: AdaptersUnderTest<G>
  seedUser(user: SeedUser): MaybePromise<User>
  seedChannel(channel: SeedChannel): MaybePromise<Channel>
  addMember(channelId: string, userId: string): MaybePromise<void>
  /** All posts of a channel as the host's users see them, oldest first. */
  readPosts(channelId: string): MaybePromise<readonly StoredPost[]>
  /**
   * Makes the database refuse posts with this message from now on, with a trigger or a constraint for
   * example. With it, the suite notices batches that are stored without a transaction.
   */
  failWrites?(message: string): MaybePromise<void>
  close?(): MaybePromise<void>
}

/** A session as the tests see it: the adapters with the checks that the library makes itself. */
export interface CheckedSession extends Omit<
  ConformanceSession,
  'adapters' | 'readPosts' | 'close'
> {
  readonly adapters: CheckedManagement & {
    readonly users: CheckedManagement['users'] & Partial<CheckedSignIn['users']>
    readonly sessions?: SessionsAdapter
  }
  readPosts(channelId: string): Promise<readonly Post[]>
}

/**
 * What a host may not have. `open`: channels to which users can post without being members. Direct
 * channels, idempotency keys and threads follow from `guarantees`.
 */
export type Lack = 'open' | 'private' | 'archived' | 'deactivated' | 'admins'

/** One test of a contract. The title states the expected behaviour. */
export interface Check {
  readonly title: string
  /** It is left out for hosts without one of these. */
  readonly needs?: readonly Lack[]
  readonly run: (session: CheckedSession) => Promise<void>
}
