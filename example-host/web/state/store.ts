import { useLayoutEffect, useReducer, useRef } from 'preact/hooks'
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

type Loading = 'loading' | 'ready' | 'failed' | 'missing'

/** The loaded posts of a channel or thread: ids, oldest first. */
export type Feed = Readonly<typeof EMPTY_FEED>

export const EMPTY_FEED = {
  status: 'loading' as Loading,
  order: [] as readonly string[],
  hasOlder: false,
  /**
   * Whether there are newer posts than those loaded, so that the end of `order` is not the end of
   * the channel.
   */
  hasNewer: false,
  loading: '' as '' | 'older' | 'newer',
  /** Posts after this time are unread. */
  readUntil: Infinity,
  /** The latest time of any post or change that was received. */
  seenAt: 0,
  requestId: '',
}

/** Why the place in the URL is not shown: there is none, or it could not be loaded. */
export interface PlaceFault {
  readonly isMissing: boolean
  readonly requestId: string
}

/** The reader's place. */
export type Place = Readonly<typeof NOWHERE>

export const NOWHERE = {
  channelId: '',
  /** The open thread, or ''. */
  rootId: '',
  /** The post whose details are open, or ''. */
  cardId: '',
  /** The post of the channel that is in the URL, or whose thread has it; or ''. */
  postId: '',
  /** The post in the URL, which is marked, or ''. */
  markedId: '',
  fault: null as PlaceFault | null,
}

export type DialogName =
  | 'add'
  | 'browse'
  | 'create'
  | 'delete'
  | 'keys'
  | 'logins'
  | 'password'
  | 'purpose'
  | 'search'
  | 'switcher'

export const NO_DIALOG = {
  /** '' if none is open. */
  name: '' as DialogName | '',
  /** The id of the channel or post that it is about, the words to search for, or `people`; else ''. */
  about: '',
}

const NO_IDS: ReadonlySet<string> = new Set()

function none<T>(): ReadonlyMap<string, T> {
  return new Map()
}

export type ChatState = Readonly<typeof FIRST_STATE>

export const FIRST_STATE = {
  started: 'loading' as Loading,
  me: { id: '', username: '', admin: false, active: true } as User,
  team: { id: '', name: 'main', displayName: '' } as Team,
  /** Whether the user may create webhooks. */
  mayIntegrate: false,
  users: none<User>(),
  channels: none<Channel>(),
  /** Ids of the channels in the list. */
  own: NO_IDS,
  unread: none<Unread>(),
  posts: none<Post>(),
  feeds: none<Feed>(),
  /** Deleted posts, so that a late response does not restore them. */
  deleted: NO_IDS,
  /** The post that is being edited, as named by its pane, or ''. */
  editing: '',
  dialog: NO_DIALOG as Readonly<typeof NO_DIALOG>,
  pending: [] as readonly Pending[],
  /** Texts that only the reader sees, by post. They are lost when the page is closed. */
  asides: none<string>(),
  /** The numbers of people and of webhooks, by channel. */
  people: none<number>(),
  webhooks: none<number>(),
  connection: 'starting' as 'starting' | 'on' | 'lost' | 'reconnecting' | 'off',
  place: NOWHERE as Place,
  /** The text for screen readers. */
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

// A page shows one chat, so all of it shares one state.
let state = FIRST_STATE
const listeners = new Set<() => void>()

export const store = {
  get: (): ChatState => state,

  /** Changes members of the state, and tells all listeners. */
  set(change: Partial<ChatState> | ((state: ChatState) => Partial<ChatState>)): void {
    state = { ...state, ...(typeof change === 'function' ? change(state) : change) }
    for (const listener of listeners) listener()
  },

  /** Returns a function to unsubscribe. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}

/** Members of the chat's state. The component renders again only when one of them changes. */
export function useChat<Name extends keyof ChatState>(
  ...names: readonly Name[]
): Pick<ChatState, Name> {
  useChanges((now, drawn) => names.some((name) => now[name] !== drawn[name]))
  return store.get()
}

/** What the chat's state comes to. The component renders again only when the result changes. */
export function useChatState<T>(select: (state: ChatState) => T): T {
  useChanges((now, drawn) => !Object.is(select(now), select(drawn)))
  return select(store.get())
}

/** Renders the component again when the state is no longer as it was drawn. */
function useChanges(isOther: (now: ChatState, drawn: ChatState) => boolean): void {
  const [, drawAgain] = useReducer<number, null>((count) => count + 1, 0)
  const latest = useRef({ isOther, drawn: store.get() })
  latest.current = { isOther, drawn: store.get() }
  useLayoutEffect(() => {
    const check = (): void => {
      const now = store.get()
      if (latest.current.isOther(now, latest.current.drawn)) drawAgain(null)
      // An old state would keep all its posts.
      else latest.current.drawn = now
    }
    check()
    return store.subscribe(check)
  }, [])
}

/** Whether the connection has been lost for too long to send. */
export function useOffline(): boolean {
  return useChatState(({ connection }) => ['reconnecting', 'off'].includes(connection))
}
