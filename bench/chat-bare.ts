import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createPostgresPool, migrate } from 'express-incoming-webhooks/postgres'
import { type WebSocket, WebSocketServer } from 'ws'
import { serve } from './child.js'

// The least that a chat can do with a message: it parses the body, stores the same row as the example host,
// those of all requests that wait in one statement, and tells the readers of the channel. It checks, limits
// and records nothing.
const CHANNELS = 10
const STORE = {
  name: 'store',
  text: `WITH posts AS (
      SELECT * FROM json_to_recordset($1)
        AS post (channel_id text, number integer, id text, message text, type text, props json)
    ), counted AS (
      SELECT channel_id, count(*) AS posts FROM posts GROUP BY channel_id
    ), turn AS (
      UPDATE chat_channels SET last_at = greatest(last_at, $2::bigint - 1) + counted.posts
      FROM counted WHERE id = counted.channel_id
      RETURNING id AS channel_id, last_at - counted.posts AS before
    )
    INSERT INTO chat_posts (id, channel_id, user_id, webhook_id, root_id, message, type, props,
      priority, mentioned, channel_wide, create_at, update_at)
    SELECT post.id, channel_id, 'user1', 'webhook1', '', message, type, props,
      NULL, '{}', NULL, before + number, before + number
    FROM turn JOIN posts AS post USING (channel_id)`,
}

interface Payload {
  readonly text?: string
  readonly attachments?: readonly unknown[]
}

interface Channel {
  readonly id: string
  readonly readers: WebSocket[]
}

interface Waiting {
  readonly post: ReturnType<typeof postOf>
  readonly channel: Channel
  readonly res: ServerResponse
}

const pool = createPostgresPool({ url: process.env['DATABASE_URL'] ?? '' })
await migrate(pool, { chat: true })
const channels: readonly Channel[] = Array.from({ length: CHANNELS }, (_, number) => ({
  id: `channel${number}`,
  readers: [],
}))
await pool.query(
  `INSERT INTO chat_channels (id, type, name, display_name, creator_id, create_at)
   SELECT id, 'direct', id, '', '', 0 FROM unnest($1::text[]) AS id`,
  [channels.map(({ id }) => id)],
)

let waiting: Waiting[] = []
let isStoring = false

const server = serve((req, res) => {
  const chunks: Buffer[] = []
  req.on('data', (chunk: Buffer) => chunks.push(chunk))
  req.on('end', () => {
    const payload = JSON.parse(Buffer.concat(chunks).toString()) as Payload
    const channel = channelOf(req)
    waiting.push({ post: postOf(channel.id, payload), channel, res })
    if (!isStoring) void storeAll()
  })
}, '/')
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
server.on('upgrade', (req, socket, head) => {
  sockets.handleUpgrade(req, socket, head, (reader) => {
    channelOf(req).readers.push(reader)
    reader.send('hello')
  })
})

/** The channel that the path ends with. */
function channelOf({ url = '' }: IncomingMessage): Channel {
  const channel = channels[Number(url.slice(1))]
  if (!channel) throw new RangeError(`not a channel: ${url}`)
  return channel
}

function postOf(channelId: string, { text = '', attachments }: Payload) {
  return {
    id: randomBytes(13).toString('hex'),
    channel_id: channelId,
    message: text,
    type: attachments ? 'slack_attachment' : '',
    props: {
      from_webhook: 'true',
      override_username: 'webhook',
      ...(attachments && { attachments }),
    },
  }
}

async function storeAll(): Promise<void> {
  isStoring = true
  while (waiting.length > 0) {
    const some = waiting
    waiting = []
    const counts = new Map<string, number>()
    const posts = some.map(({ post }) => {
      const number = (counts.get(post.channel_id) ?? 0) + 1
      counts.set(post.channel_id, number)
      return { ...post, number }
    })
    await pool.query({ ...STORE, values: [JSON.stringify(posts), Date.now()] })
    for (const each of some) tell(each)
  }
  isStoring = false
}

function tell({ post, channel, res }: Waiting): void {
  res.setHeader('Content-Type', 'text/plain')
  res.end('ok')
  const data = { channel_name: post.channel_id, post: JSON.stringify(post), sender_name: 'webhook' }
  const event = JSON.stringify({
    event: 'posted',
    data,
    broadcast: { channel_id: post.channel_id },
  })
  for (const reader of channel.readers) reader.send(event)
}
