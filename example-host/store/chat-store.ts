import type { AuditEvent, HookLog, HookPost, HookUser } from 'express-incoming-webhooks'
import type { MaybePromise, SignInAdapters } from 'express-incoming-webhooks/adapters'
import type { Following } from 'express-incoming-webhooks/postgres'
import type { StoreFs } from './disk/fs.js'
import type { JournalState } from './disk/journal.js'
import type { SegmentBounds } from './disk/segment-files.js'
import type { Heap } from './heap.js'
import type { PageQuery } from './memory/channel-posts.js'
import type { PostReader } from './memory/post-reader.js'
import type { ChatChannel, Member, StoreChange, StoredPost, Team } from './memory/rows.js'
import type { Replies } from './memory/timeline.js'
import type { FoundPost, PostSearch } from './search.js'

/** A part of a list, from page 0. */
export interface ListPage {
  readonly page: number
  readonly perPage: number
}

/** The people. Names and addresses are unique in any case of letters; the name is kept lower case. */
export interface ChatUsers {
  /** Throws `StoreConflict` for a taken name or address. */
  create(user: {
    readonly username: string
    readonly email: string
    /** Never handed out again but by `adapters.users.findCredentials`. */
    readonly passwordHash: string
    readonly admin: boolean
  }): Promise<HookUser>
  byId(id: string): MaybePromise<HookUser | null>
  byUsername(username: string): MaybePromise<HookUser | null>
  /** In order of creation, deactivated ones included. All of them without a page. */
  list(page?: ListPage): MaybePromise<readonly HookUser[]>
  count(): MaybePromise<number>
  /** False for an unknown user. */
  setActive(id: string, active: boolean): Promise<boolean>
  /** False for an unknown user. */
  setPasswordHash(id: string, passwordHash: string): Promise<boolean>
  /** Logins at forges, as `host/login`, that the user has claimed. */
  logins(id: string): MaybePromise<readonly string[]>
  /** False if it is somebody else's. */
  claim(id: string, login: string): Promise<boolean>
  /** False if it is not the user's. */
  release(id: string, login: string): Promise<boolean>
}

/** The creator becomes a member. */
export interface NewChannel extends Pick<
  ChatChannel,
  'teamId' | 'name' | 'displayName' | 'purpose' | 'creatorId'
> {
  readonly type: 'public' | 'private'
}

/** The places for posts. Direct channels are made by `adapters.channels.createDirect`. */
export interface ChatChannels {
  /** Throws `StoreConflict` for a name taken in the team, by an archived channel too. */
  create(channel: NewChannel): Promise<ChatChannel>
  byId(id: string): MaybePromise<ChatChannel | null>
  byName(name: string, teamId: string): MaybePromise<ChatChannel | null>
  /** Public channels of the team, without archived ones. All of them without a page. */
  listPublic(teamId: string, page?: ListPage): MaybePromise<readonly ChatChannel[]>
  /** Channels that the user is a member of, direct ones of any team included, without archived ones. */
  channelsOf(userId: string, teamId: string): MaybePromise<readonly ChatChannel[]>
  /** Null for an unknown channel. An empty purpose removes it; the same one changes nothing. */
  setPurpose(id: string, purpose: string): Promise<ChatChannel | null>
  /** Null for an unknown channel. Archiving twice keeps the first time. */
  archive(id: string): Promise<ChatChannel | null>
  /** Null for an unknown channel. Restoring one that is not archived changes nothing. */
  restore(id: string): Promise<ChatChannel | null>
  /** Null for an unknown channel or user. Adding twice changes nothing. */
  addMember(channelId: string, userId: string): Promise<Member | null>
  /** False when the user was no member. Listeners are told who removed the member. */
  removeMember(channelId: string, userId: string, byUserId: string): Promise<boolean>
  /** In the order in which they joined. All of them without a page. */
  members(channelId: string, page?: ListPage): MaybePromise<readonly Member[]>
  countMembers(channelId: string): MaybePromise<number>
  isMember(channelId: string, userId: string): MaybePromise<boolean>
  /** Those of the users who are members. */
  membersAmong(channelId: string, userIds: readonly string[]): MaybePromise<readonly string[]>
}

/** A post by a person, which mentions nobody unless that is given. */
export type PersonalPost = Pick<HookPost, 'channelId' | 'userId' | 'message'> &
  Partial<Pick<HookPost, 'rootId' | 'props' | 'mentions'>>

export interface ChatPosts {
  /** Also marks the channel as viewed for its author. */
  create(post: PersonalPost): Promise<StoredPost>
  /** Whom the post notified stays as it was. Null for an unknown post; the same text changes nothing. */
  edit(id: string, message: string): Promise<StoredPost | null>
  /** Deletes the replies to it too. False for an unknown post. */
  delete(id: string): Promise<boolean>
  byId(id: string): MaybePromise<StoredPost | null>
  /**
   * Empty for an unknown channel, or a `before` or `after` that was never in it. With `since` deleted
   * posts are in it too: they have `deleteAt`, and no content.
   */
  list(channelId: string, query?: PageQuery): MaybePromise<PostReader>
  /** The same, read at once, newest first. */
  page(channelId: string, query?: PageQuery): Promise<readonly StoredPost[]>
  /**
   * A post and the replies to it; of all these only those before the post `before`, if it is given.
   * Empty for an unknown post, and for a `before` that is not among them.
   */
  thread(rootId: string, before?: string): MaybePromise<PostReader>
  /** Those of the posts that are there, in the order of time. */
  byIds(ids: readonly string[]): MaybePromise<PostReader>
  /** By the ids of the roots; those without replies are left out. */
  replies(rootIds: readonly string[]): MaybePromise<ReadonlyMap<string, Replies>>
  /** The newest first. How far back is looked is bounded. */
  search(search: PostSearch): Promise<readonly FoundPost[]>
}

/** Who did what to webhooks. Best effort: the last second of it may be missing after a crash. */
export interface AuditTrail {
  add(event: AuditEvent): Promise<void>
  /** Newest first. */
  list(page: ListPage): MaybePromise<readonly AuditEvent[]>
  /** Leaves only the id of a user. */
  forget(userId: string): Promise<void>
  /** Deletes what is older than the retention. */
  prune(): Promise<void>
}

/** Who is connected, to whatever node. */
export interface Presence {
  /** Notes that a user has connected to this node, or that the last connection has ended. */
  note(userId: string, isOnline: boolean): void
  /** Those of the users who are online. */
  online(userIds: readonly string[]): MaybePromise<ReadonlySet<string>>
}

/** What a member has not seen of a channel. */
export interface Unread {
  readonly posts: number
  /** Of these, those that mention the member, by name or channel-wide. */
  readonly mentions: number
  readonly viewedAt: number
  /** The time of the channel's newest post, or 0. */
  readonly lastPostAt: number
}

interface StoreHealth {
  /**
   * `full`: nothing new is stored for want of memory; reading and clearing up go on. `failing`: the disk
   * or the database refuses to store. `unavailable`: the database does not answer.
   */
  readonly state: JournalState | 'full' | 'unavailable'
  /** Empty while the state is `ok`. */
  readonly reason: string
  /** Writes that wait for the disk. */
  readonly waiting: number
  /** Bytes that a restart would have to replay. */
  readonly journaledBytes: number
}

export type StoreListener = (change: StoreChange) => void
export type { Following }

/**
 * The durable store of a chat. A resolved write survives any crash; reads show nothing else.
 * A write that was refused throws `WebhookError('storage_unavailable')`: nothing was stored.
 */
export interface ChatStore {
  readonly adapters: SignInAdapters
  readonly users: ChatUsers
  /** The one team, `main`, made when the store is first opened. */
  readonly teams: readonly Team[]
  readonly channels: ChatChannels
  readonly posts: ChatPosts
  /**
   * Calls the listener with each change of what is followed, at first nothing, and of channels that are
   * created, changed and archived, by any node, in the order of the commits; soon, in a database. A store
   * in files tells of everything.
   */
  follow(listener: StoreListener): Following
  readonly presence: Presence
  readonly audit: AuditTrail
  /** Everything that is in the channel now has been seen. */
  markViewed(userId: string, channelId: string): Promise<void>
  /** By channel, each of them. */
  unread(userId: string, channelIds: readonly string[]): MaybePromise<ReadonlyMap<string, Unread>>
  /**
   * Deletes the account, and all that the store has of the person but the id in the audit: other accounts keep
   * their posts, and of those only what names the person goes. Posts of webhooks that have another owner now
   * are that owner's. False if there is no such account; what is left of one is deleted all the same.
   */
  forget(id: string): Promise<boolean>
  /** The clock that all nodes share, if there can be several: milliseconds since 1970. */
  readonly clock?: () => number
  health(): MaybePromise<StoreHealth>
  /** Counts a request that was answered with 503, for the log line that ends an outage. */
  noteRefusal(): void
  /** Finishes running writes, refuses later ones, writes the snapshot and frees the store. */
  close(): Promise<void>
}

/** The store in JSON files, whose reads and health need no waiting. */
export interface JsonStore extends ChatStore {
  health(): StoreHealth
}

export interface StoreOptions {
  readonly dir: string
  readonly fs?: StoreFs
  /** Milliseconds since 1970. */
  readonly clock?: () => number
  readonly log?: HookLog
  /** Called once, when the disk has failed so that no write will be taken again. */
  readonly onFatal?: (error: Error) => void
  /** Bytes of journal after which a snapshot is written: 10 MB unless told. */
  readonly snapshotAfter?: number
  /** When a file of posts is full: at 1,000 posts or 16 MiB unless told. */
  readonly segmentBounds?: SegmentBounds
  /** How long the audit is kept, in milliseconds: 400 days unless told. */
  readonly auditRetention?: number
  /** The memory that posts may fill: that of the process unless told. */
  readonly heap?: Heap
}

/** The items of the page, or all of them without one. */
export function pageOf<Item>(items: readonly Item[], page: ListPage | undefined): readonly Item[] {
  return page ? items.slice(page.page * page.perPage, (page.page + 1) * page.perPage) : items
}
