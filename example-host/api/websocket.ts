import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type HookLog, type HookPost, networkOf, WebhookError } from 'express-incoming-webhooks'
import { WebSocketServer } from 'ws'
import { type ChatEvent, Connection, type ConnectionParts, tooManyOfAccount } from './connection.js'
import { bearerIn, type SessionCookie } from './session-cookie.js'
import { FAREWELL_MS, type SocketLimits, Sockets } from './sockets.js'
import type { ChatStore, StoreChange } from '../store/index.js'
import { channelView, postView, TYPE_LETTERS } from './views.js'

const PATH = '/api/v4/websocket'
const MAX_PAYLOAD = 16_384

/** For the server's `upgrade` event. */
export type HandleUpgrade = (req: IncomingMessage, socket: Duplex, head: Buffer) => void

interface Parts extends ConnectionParts {
  readonly sockets: Sockets
  readonly cookie: SessionCookie
  /** The address of the client behind trusted proxies. */
  readonly addressOf: (req: IncomingMessage) => string
}

/**
 * `GET /api/v4/websocket`: the reference's protocol over `ws`. Handles every `Upgrade`, whatever
 * protocol it requests.
 */
export function websocketUpgrades(parts: Parts): HandleUpgrade {
  const { sockets, authenticate, cookie, log, addressOf } = parts
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_PAYLOAD,
    perMessageDeflate: false,
    clientTracking: false,
  })
  const upgrade = async (req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    if (req.headers.upgrade?.toLowerCase() !== 'websocket') {
      refuse(socket, UNKNOWN_PROTOCOL, 'Upgrade: websocket\r\n', 426)
      return
    }
    // A host that mounts the chat below a prefix passes the whole URL.
    if (req.url?.split('?', 1)[0]?.endsWith(PATH) !== true) {
      refuse(socket, new WebhookError('not_found'))
      return
    }
    const network = networkOf(addressOf(req))
    const bearer = bearerIn(req)
    const token = bearer ?? cookie.tokenIn(req)
    // Pages of other sites can open websockets, and browsers add the cookie.
    if (bearer === null && token !== null && !cookie.isFromSite(req)) {
      refuse(socket, FOREIGN)
      return
    }
    const user = token === null ? null : await authenticate(token)
    // Pages cannot read this response. With a cookie, the response to the challenge reports the end.
    if (bearer !== null && user === null) {
      refuse(socket, new WebhookError('session_expired'))
    } else if (user && !sockets.hasRoomFor(user.id)) {
      refuse(socket, tooManyOfAccount(), RETRY_LATER)
    } else if (!(user ? sockets.makeRoom() : sockets.makeRoomForUnknown(network))) {
      refuse(socket, FULL, RETRY_LATER)
    } else {
      server.handleUpgrade(req, socket, head, (accepted) => {
        const connection = new Connection(accepted, socket, parts)
        sockets.add(connection, network)
        if (user && token !== null) connection.admit(user, token)
      })
    }
  }
  return (req, socket, head) => {
    socket.on('error', () => socket.destroy())
    upgrade(req, socket, head).catch((error: unknown) => {
      log('error', 'A websocket upgrade failed', { error })
      socket.destroy()
    })
  }
}

const UNKNOWN_PROTOCOL = new WebhookError('not_found', { detail: 'unknown protocol' })
const FOREIGN = new WebhookError('not_permitted', { detail: 'Origin: a different site' })
const FULL = new WebhookError('storage_unavailable', { detail: 'too many websockets' })
const RETRY_LATER = 'Retry-After: 10\r\n'

function refuse(socket: Duplex, error: WebhookError, headers = '', status = error.status): void {
  const { id, message, detail } = error
  const body = JSON.stringify({ id, message, detailed_error: detail, status_code: status })
  // The rest of the request is read and discarded; otherwise the client would never read the response.
  socket
    .resume()
    .end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n` +
        `${headers}Connection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  const giveUp = setTimeout(() => socket.destroy(), FAREWELL_MS)
  socket.once('close', () => {
    clearTimeout(giveUp)
  })
}

/** Members of a channel whom a channel-wide mention names, besides those who are connected. */
const MOST_MENTIONED = 1_000

interface EventParts {
  readonly store: ChatStore
  readonly log: HookLog
  readonly limits?: SocketLimits | undefined
}

interface Publishing {
  readonly store: ChatStore
  readonly sockets: Sockets
}

/** The websockets, which are sent the changes of the store as events, in commit order. */
export function createChatEvents({ store, log, limits }: EventParts) {
  let last = Promise.resolve()
  const following = store.follow((change) => {
    // Those who connect later read what is stored.
    if (sockets.size === 0) return
    if (change.kind === 'signedOut') {
      sockets.recheck(change.userId)
      return
    }
    last = last
      .then(() => publish({ store, sockets }, change))
      .catch((error: unknown) => {
        log('error', 'An event was not sent', { error })
      })
  })
  const sockets = new Sockets(store, following, limits)
  return { sockets, following }
}

type Told = Exclude<StoreChange, { readonly kind: 'signedOut' }>

async function publish(parts: Publishing, change: Told): Promise<void> {
  const { store, sockets } = parts
  const { audience } = sockets
  const { id, teamId, type } = change.channel
  const tell = (event: string, data: ChatEvent['data'], also: Partial<ChatEvent> = {}): void => {
    // Public channels as such are shown to all who are signed in.
    const isForAll = change.kind.startsWith('channel') && type === 'public'
    const readers = isForAll ? null : audience.readersOf(id)
    sockets.publish({ event, data, channelId: id, ...also }, readers)
  }
  switch (change.kind) {
    case 'posted':
      await publishPosts(parts, change)
      return
    case 'edited':
    case 'deleted': {
      if (audience.readersOf(id).size === 0) return
      const { post } = change
      const replies = (await store.posts.replies([post.id])).get(post.id)
      tell(`post_${change.kind}`, { post: JSON.stringify(postView(post, replies)) })
      return
    }
    case 'memberAdded': {
      const { userId } = change
      await audience.join([userId], id)
      if (type !== 'direct')
        tell('user_added', { user_id: userId, team_id: teamId, channel_id: id })
      return
    }
    case 'memberRemoved': {
      const { userId, byUserId } = change
      await audience.part(userId, id)
      const data = { channel_id: id, user_id: userId, remover_id: byUserId }
      sockets.publish({ event: 'user_removed', data, userId }, audience.of(userId))
      const others = [...audience.readersOf(id)].filter((reader) => reader.userId !== userId)
      sockets.publish({ event: 'user_removed', data, channelId: id }, others)
      return
    }
    case 'channelCreated': {
      // Its first posts may be told before its members.
      await audience.joinAll(id, 0)
      const [first = '', second = ''] = change.channel.name.split('__')
      if (type === 'direct')
        tell('direct_added', { creator_id: first, teammate_id: second }, { teamId })
      else tell('channel_created', { channel_id: id, team_id: teamId }, { teamId })
      return
    }
    case 'channelChanged':
      // It was not among the channels of those who have connected while it was archived.
      await audience.joinAll(id)
      tell('channel_updated', { channel: JSON.stringify(channelView(change.channel)) })
      return
    case 'channelArchived':
      tell('channel_deleted', { channel_id: id, delete_at: change.channel.deleteAt }, { teamId })
  }
}

async function publishPosts(
  { store, sockets }: Publishing,
  { posts, channel }: Extract<StoreChange, { readonly kind: 'posted' }>,
): Promise<void> {
  const { audience } = sockets
  if (audience.readersOf(channel.id).size === 0) return
  const names = await namesOf(store, posts)
  for (const post of posts) {
    const mentioned = await mentionedIn({ store, sockets }, post)
    const data = {
      channel_display_name: channel.displayName,
      channel_name: channel.name,
      channel_type: TYPE_LETTERS[channel.type],
      post: JSON.stringify(postView(post)),
      sender_name: senderName(post, names),
      team_id: channel.teamId,
      ...(mentioned.length > 0 && { mentions: JSON.stringify(mentioned) }),
    }
    sockets.publish(
      { event: 'posted', data, channelId: channel.id },
      audience.readersOf(channel.id),
    )
  }
}

/** Of a channel-wide mention: the members who are connected here, and the first others. */
async function mentionedIn(
  { store, sockets }: Publishing,
  { channelId, mentions: { userIds, channelWide } }: HookPost,
): Promise<readonly string[]> {
  if (channelWide === null) return userIds
  const members = await store.channels.members(channelId, { page: 0, perPage: MOST_MENTIONED })
  return [
    ...new Set([...sockets.audience.membersOf(channelId), ...members.map(({ userId }) => userId)]),
  ]
}

/** The names of the authors. The adapter remembers users. */
async function namesOf(
  { adapters }: ChatStore,
  posts: readonly HookPost[],
): Promise<ReadonlyMap<string, string>> {
  const users = await adapters.users.findByIds([...new Set(posts.map(({ userId }) => userId))])
  return new Map(users.map(({ id, username }) => [id, username]))
}

function senderName({ userId, props }: HookPost, names: ReadonlyMap<string, string>): string {
  const override = props['override_username']
  const isShown = typeof override === 'string' && override !== ''
  return isShown ? override : (names.get(userId) ?? '')
}
