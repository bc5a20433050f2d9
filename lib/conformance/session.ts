import type {
  ManagementAdapters,
  MaybePromise,
  SessionsAdapter,
  UsersAdapter,
} from '../adapters/types.js'
import type { Channel, Post, User } from '../model/records.js'

/** The adapters under test; those for signing in only where the host has them. */
export interface AdaptersUnderTest extends ManagementAdapters {
  readonly users: ManagementAdapters['users'] & Partial<Pick<UsersAdapter, 'findCredentials'>>
  readonly sessions?: SessionsAdapter
}

/** A person to be there before a test. */
export interface SeedUser {
  /** Lower case. */
  readonly username: string
  readonly email: string
  readonly admin: boolean
  /** False: `deleteAt` is to tell that the account is closed. */
  readonly active: boolean
  /** For `findCredentials`; hosts with sign-in of their own do without. */
  readonly passwordHash: string
}

/** A channel to be there before a test, with no members yet, all of them in one team. */
export interface SeedChannel {
  readonly name: string
  readonly displayName: string
  readonly type: 'public' | 'private'
  readonly archived: boolean
}

/** A fresh host for one test: its adapters, and ways around them to prepare and to look. */
export interface ConformanceSession {
  readonly adapters: AdaptersUnderTest
  seedUser(user: SeedUser): MaybePromise<User>
  seedChannel(channel: SeedChannel): MaybePromise<Channel>
  addMember(channelId: string, userId: string): MaybePromise<void>
  /** All posts of a channel as the host's users see them, oldest first. */
  readPosts(channelId: string): MaybePromise<readonly Post[]>
  close?(): MaybePromise<void>
}

/** One promise of a contract; the title says it as a fact. */
export interface Check {
  readonly title: string
  readonly run: (session: ConformanceSession) => Promise<void>
}
