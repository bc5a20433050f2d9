import {
  type Channel,
  NOTHING_UNREAD,
  type Post,
  type Team,
  type Unread,
  type User,
} from '../api/shapes.js'

/** A message that is being sent or could not be sent. */
export interface Pending {
  readonly key: string
  readonly channelId: string
  readonly rootId: string
  readonly message: string
  readonly failed: boolean
}

export type Loading = 'loading' | 'ready' | 'failed' | 'missing'

/** The loaded posts of a channel or thread: ids, oldest first. */
export interface Feed {
  readonly status: Loading
  readonly order: readonly string[]
  readonly hasOlder: boolean
  /**
   * Whether there are newer posts than those loaded, so that the end of `order` is not the end of
   * the channel.
   */
  readonly hasNewer: boolean
  readonly loading: '' | 'older' | 'newer'
  /** Posts after this time are unread. */
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

/** Why the place in the URL is not shown: there is none, or it could not be loaded. */
export interface PlaceFault {
  readonly isMissing: boolean
  readonly requestId: string
}

/** The reader's place. */
export interface Place {
  readonly channelId: string
  /** The open thread, or ''. */
  readonly rootId: string
  /** The post whose details are open, or ''. */
  readonly cardId: string
  /** The post of the channel that is in the URL, or whose thread has it; or ''. */
  readonly postId: string
  /** The post in the URL, which is marked, or ''. */
  readonly markedId: string
  readonly fault: PlaceFault | null
}

export const NOWHERE: Place = {
  channelId: '',
  rootId: '',
  cardId: '',
  postId: '',
  markedId: '',
  fault: null,
}

/** A dialog of which the page's first script has nothing. */
export type LaterName =
  'add' | 'browse' | 'create' | 'delete' | 'keys' | 'password' | 'purpose' | 'search'
export type DialogName = 'switcher' | 'people' | LaterName

export interface OpenDialog {
  /** '' if none is open. */
  readonly name: DialogName | ''
  /** The id of the channel or post that it is about, or the words to search for; else ''. */
  readonly about: string
}

export const NO_DIALOG: OpenDialog = { name: '', about: '' }

export interface ChatState {
  readonly started: Loading
  readonly me: User
  readonly team: Team
  /** Whether the user may create webhooks. */
  readonly mayIntegrate: boolean
  readonly users: ReadonlyMap<string, User>
  readonly channels: ReadonlyMap<string, Channel>
  /** Ids of the channels in the list. */
  readonly own: ReadonlySet<string>
  readonly unread: ReadonlyMap<string, Unread>
  readonly posts: ReadonlyMap<string, Post>
  readonly feeds: ReadonlyMap<string, Feed>
  /** Deleted posts, so that a late response does not restore them. */
  readonly deleted: ReadonlySet<string>
  /** The post that is being edited, as named by its pane, or ''. */
  readonly editing: string
  readonly dialog: OpenDialog
  readonly pending: readonly Pending[]
  /** Texts that only the reader sees, by post. They are lost when the page is closed. */
  readonly asides: ReadonlyMap<string, string>
  readonly people: ReadonlyMap<string, number>
  readonly webhooks: ReadonlyMap<string, number>
  readonly connection: Connection
  readonly place: Place
  /** The text for screen readers. */
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
  dialog: NO_DIALOG,
  pending: [],
  asides: new Map(),
  people: new Map(),
  webhooks: new Map(),
  connection: 'starting',
  place: NOWHERE,
  announcement: '',
}

/** The map with these, each by its id. */
export function withAll<T extends { readonly id: string }>(
  map: ReadonlyMap<string, T>,
  values: readonly T[],
): ReadonlyMap<string, T> {
  const changed = new Map(map)
  for (const value of values) changed.set(value.id, value)
  return changed
}

export function feedOf({ feeds }: Pick<ChatState, 'feeds'>, id: string): Feed {
  return feeds.get(id) ?? EMPTY_FEED
}

export function unreadOf({ unread }: Pick<ChatState, 'unread'>, channelId: string): Unread {
  return unread.get(channelId) ?? NOTHING_UNREAD
}
