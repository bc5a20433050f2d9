import type {
  ManagementAdapters,
  MaybePromise,
  SessionsAdapter,
  UsersAdapter,
} from '../adapters/types.js'
import type { Channel, Post, User } from '../model/records.js'

/** The adapters under test; those for sign-in only if the host has them. */
export interface AdaptersUnderTest extends ManagementAdapters {
  readonly users: ManagementAdapters['users'] & Partial<Pick<UsersAdapter, 'findCredentials'>>
  readonly sessions?: SessionsAdapter
}

/** A user to create before a test. */
export interface SeedUser {
  /** Lower case. */
  readonly username: string
  readonly email: string
  readonly admin: boolean
  /** False: the account is deactivated, and `deleteAt` must not be 0. */
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
export interface ConformanceSession {
  readonly adapters: AdaptersUnderTest
  seedUser(user: SeedUser): MaybePromise<User>
  seedChannel(channel: SeedChannel): MaybePromise<Channel>
  addMember(channelId: string, userId: string): MaybePromise<void>
  /** All posts of a channel as the host's users see them, oldest first. */
  readPosts(channelId: string): MaybePromise<readonly Post[]>
  close?(): MaybePromise<void>
}

/** One test of a contract. The title states the expected behaviour. */
export interface Check {
  readonly title: string
  readonly run: (session: ConformanceSession) => Promise<void>
}
