import type { Channel, Post, Team, Unread, User } from '../api/shapes.js'

/** A message on its way, or one that did not get there. */
export interface Pending {
  readonly key: string
  readonly channelId: string
  readonly rootId: string
  readonly message: string
  readonly at: number
  readonly failed: boolean
}

export type Loading = 'loading' | 'ready' | 'failed'

/** What is shown of a channel or of a thread: ids of posts, oldest first. */
export interface Feed {
  readonly status: Loading
  readonly order: readonly string[]
  readonly hasOlder: boolean
  /** More has come than is loaded here: the end of `order` is not the end of the channel. */
  readonly hasNewer: boolean
  readonly loading: '' | 'older' | 'newer'
  /** Posts after this time are new to the reader. */
  readonly readUntil: number
  /** The latest time of any post or change that was received. */
  readonly seenAt: number
  readonly requestId: string
}

export const EMPTY_FEED: Feed = {
  status: 'loading',
  order: [],
  hasOlder: false,
  hasNewer: false,
  loading: '',
  readUntil: Infinity,
  seenAt: 0,
  requestId: '',
}

export type Connection = 'starting' | 'on' | 'lost' | 'reconnecting' | 'off'

/** Where the reader is. */
export interface Place {
  readonly channelId: string
  /** The thread beside it, or ''. */
  readonly rootId: string
  /** The post whose card lies beside it, or ''. */
  readonly cardId: string
  /** The post that was asked for by its address, or ''. */
  readonly postId: string
  readonly missing: boolean
}

export const NOWHERE: Place = {
  channelId: '',
  rootId: '',
  cardId: '',
  postId: '',
  missing: false,
}

export interface ChatState {
  readonly started: Loading
  readonly me: User
  readonly team: Team
  /** Whether this person may make webhooks. */
  readonly mayIntegrate: boolean
  readonly users: ReadonlyMap<string, User>
  readonly channels: ReadonlyMap<string, Channel>
  /** Ids of the channels in the list. */
  readonly own: ReadonlySet<string>
  readonly unread: ReadonlyMap<string, Unread>
  readonly posts: ReadonlyMap<string, Post>
  readonly feeds: ReadonlyMap<string, Feed>
  /** Posts that are gone: an answer that was on its way must not bring them back. */
  readonly deleted: ReadonlySet<string>
  /** The post whose text is in a field, as its pane names it, or ''. */
  readonly editing: string
  /** The post that the reader is asked about before it is deleted, or ''. */
  readonly deleting: string
  readonly pending: readonly Pending[]
  /** Answers that only the reader sees, by the post that they lie under; gone with the page. */
  readonly asides: ReadonlyMap<string, string>
  readonly people: ReadonlyMap<string, number>
  readonly webhooks: ReadonlyMap<string, number>
  readonly connection: Connection
  readonly place: Place
  /** What a screen reader is told. */
  readonly announcement: string
}

export const FIRST_STATE: ChatState = {
  started: 'loading',
  me: { id: '', username: '', admin: false, active: true },
  team: { id: '', name: 'main', displayName: '' },
  mayIntegrate: false,
  users: new Map(),
  channels: new Map(),
  own: new Set(),
  unread: new Map(),
  posts: new Map(),
  feeds: new Map(),
  deleted: new Set(),
  editing: '',
  deleting: '',
  pending: [],
  asides: new Map(),
  people: new Map(),
  webhooks: new Map(),
  connection: 'starting',
  place: NOWHERE,
  announcement: '',
}

export function withEntries<K, V>(
  map: ReadonlyMap<K, V>,
  entries: Iterable<readonly [K, V]>,
): ReadonlyMap<K, V> {
  const changed = new Map(map)
  for (const [key, value] of entries) changed.set(key, value)
  return changed
}

export function feedOf({ feeds }: Pick<ChatState, 'feeds'>, id: string): Feed {
  return feeds.get(id) ?? EMPTY_FEED
}
