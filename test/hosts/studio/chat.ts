import { randomUUID } from 'node:crypto'
import type { Server as HttpServer } from 'node:http'
import express, { type Express, type Request } from 'express'
import jwt from 'jsonwebtoken'
import type { Pool, PoolClient } from 'pg'
import { Server } from 'socket.io'

// A chat of workspaces on PostgreSQL: UUIDs, bearer tokens, private and archived channels, threads.

export const TABLES = `
  CREATE TABLE users (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    handle text NOT NULL UNIQUE,
    email text NOT NULL,
    role text NOT NULL DEFAULT 'user'
  );
  CREATE TABLE workspaces (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), slug text NOT NULL);
  CREATE TABLE channels (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    workspace_id uuid NOT NULL REFERENCES workspaces,
    name text NOT NULL,
    title text NOT NULL DEFAULT '',
    is_private boolean NOT NULL DEFAULT false,
    pair text UNIQUE,
    archived_at timestamptz
  );
  CREATE UNIQUE INDEX ON channels (workspace_id, name) WHERE pair IS NULL;
  CREATE TABLE channel_members (
    channel_id uuid REFERENCES channels,
    user_id uuid REFERENCES users,
    PRIMARY KEY (channel_id, user_id)
  );
  CREATE TABLE messages (
    id uuid PRIMARY KEY,
    channel_id uuid NOT NULL REFERENCES channels,
    user_id uuid NOT NULL REFERENCES users,
    parent_id uuid REFERENCES messages ON DELETE CASCADE,
    content text NOT NULL,
    metadata jsonb NOT NULL DEFAULT '{}',
    sent_at bigint NOT NULL,
    UNIQUE (channel_id, sent_at)
  );`

const SECRET = 'the secret of the studio'

export interface UserRow {
  readonly id: string
  readonly handle: string
  readonly role: string
}

export interface ChannelRow {
  readonly id: string
  readonly workspace_id: string
  readonly name: string
  readonly title: string
  readonly is_private: boolean
  readonly pair: string | null
  readonly archived_at: Date | null
}

export interface MessageRow {
  readonly id: string
  readonly channel_id: string
  readonly user_id: string
  readonly parent_id: string | null
  readonly content: string
  readonly metadata: Readonly<Record<string, unknown>>
  readonly sent_at: string
}

export interface NewMessage {
  readonly channelId: string
  readonly userId: string
  readonly parentId: string | null
  readonly content: string
  readonly metadata: object
}

export interface Studio {
  readonly app: Express
  readonly io: Server
  readonly addUser: (handle: string, role?: 'user' | 'admin') => Promise<string>
  readonly addWorkspace: (slug: string) => Promise<string>
  readonly addChannel: (workspaceId: string, name: string) => Promise<string>
  readonly tokenOf: (userId: string) => string
  readonly userOf: (req: Request) => string | null
  /** Returns a function that disconnects all pages. */
  readonly listen: (server: HttpServer) => () => Promise<void>
}

export function openStudio(pool: Pool): Studio {
  const app = express()
  const io = new Server()
  const idOf = async (sql: string, ...values: readonly string[]): Promise<string> => {
    const { rows } = await pool.query<{ readonly id: string }>(`${sql} RETURNING id`, [...values])
    return rows[0]?.id ?? ''
  }
  const studio: Studio = {
    app,
    io,
    addUser: (handle, role = 'user') =>
      idOf(
        'INSERT INTO users (handle, email, role) VALUES ($1, $2, $3)',
        handle,
        `${handle}@x`,
        role,
      ),
    addWorkspace: (slug) => idOf('INSERT INTO workspaces (slug) VALUES ($1)', slug),
    addChannel: (workspaceId, name) =>
      idOf('INSERT INTO channels (workspace_id, name) VALUES ($1, $2)', workspaceId, name),
    tokenOf: (userId) => jwt.sign({ sub: userId }, SECRET),
    userOf: (req) => subjectOf(req.get('authorization')?.replace('Bearer ', '')),
    listen: (server) => {
      io.attach(server)
      return () => io.close()
    },
  }
  io.on('connection', async (socket) => {
    const { token } = socket.handshake.auth as { readonly token?: string }
    const userId = subjectOf(token)
    if (userId === null) {
      socket.disconnect()
      return
    }
    await socket.join([userId, 'everyone'])
    socket.emit('welcome')
  })
  app.get('/channels/:id/messages', async (req, res) => {
    const sql = `SELECT messages.* FROM messages JOIN channels ON channels.id = channel_id
      WHERE channel_id = $1 AND (NOT is_private OR EXISTS (SELECT 1 FROM channel_members AS m
      WHERE m.channel_id = channels.id AND m.user_id = $2)) ORDER BY sent_at`
    const { rows } = await pool.query<MessageRow>(sql, [req.params.id, studio.userOf(req)])
    res.json(rows.map(shown))
  })
  return studio
}

function subjectOf(token = ''): string | null {
  try {
    const { sub = null } = jwt.verify(token, SECRET) as { readonly sub?: string }
    return sub
  } catch {
    return null
  }
}

/** The channels that a person can write to and whose name or title contains a text. */
export async function searchChannels(
  pool: Pool,
  userId: string,
  text: string,
  limit: number,
): Promise<readonly ChannelRow[]> {
  const sql = `SELECT * FROM channels WHERE (NOT is_private OR id IN
      (SELECT channel_id FROM channel_members WHERE user_id = $1))
    AND pair IS NULL AND archived_at IS NULL
    AND strpos(lower(name || ' ' || title), lower($2)) > 0 LIMIT $3`
  return (await pool.query<ChannelRow>(sql, [userId, text, limit])).rows
}

/** Runs a statement and returns its rows. */
export function rowsOf(on: Pool | PoolClient) {
  return async (text: string, values: unknown[]): Promise<object[]> =>
    (await on.query<object>(text, values)).rows
}

export async function isMember(pool: Pool, channelId: string, userId: string): Promise<boolean> {
  const sql = 'SELECT 1 FROM channel_members WHERE channel_id = $1 AND user_id = $2'
  return (await pool.query(sql, [channelId, userId])).rowCount === 1
}

/** The channel of two people, made if there is none. */
export async function openPair(
  pool: Pool,
  ids: [string, string],
  workspaceId: string,
): Promise<ChannelRow> {
  const sql = `WITH made AS (INSERT INTO channels (workspace_id, name, is_private, pair)
      VALUES ($1, '', true, $2) ON CONFLICT DO NOTHING RETURNING id)
    INSERT INTO channel_members
    SELECT DISTINCT made.id, u.id::uuid FROM made, unnest($3::text[]) AS u (id)`
  const pair = pairOf(...ids)
  await pool.query(sql, [workspaceId, pair, ids])
  const found = 'SELECT * FROM channels WHERE pair = $1'
  const [row] = (await pool.query<ChannelRow>(found, [pair])).rows
  if (!row) throw new Error('the channel of these two could not be made')
  return row
}

export function pairOf(a: string, b: string): string {
  return [a, b].sort().join(' ')
}

/** Adds messages to one channel, in order. */
export async function addMessages(
  client: PoolClient,
  given: readonly NewMessage[],
): Promise<{ readonly id: string; readonly createAt: number }[]> {
  // The channel's lock keeps the messages of others apart from these, and the times in order.
  const channelId = given[0]?.channelId
  await client.query('SELECT 1 FROM channels WHERE id = $1 FOR UPDATE', [channelId])
  const { rows } = await client.query<{ readonly last: string | null }>(
    'SELECT max(sent_at) AS last FROM messages WHERE channel_id = $1',
    [channelId],
  )
  const from = Math.max(Date.now(), Number(rows[0]?.last) + 1)
  const messages = given.map(({ channelId, userId, parentId, content, metadata }, index) => ({
    id: randomUUID(),
    channel_id: channelId,
    user_id: userId,
    parent_id: parentId,
    content,
    metadata,
    sent_at: from + index,
  }))
  const insert = 'INSERT INTO messages SELECT * FROM jsonb_populate_recordset(NULL::messages, $1)'
  await client.query(insert, [JSON.stringify(messages)])
  return messages.map(({ id, sent_at: createAt }) => ({ id, createAt }))
}

export async function editMessage(client: PoolClient, id: string, text: string): Promise<boolean> {
  const sql = 'UPDATE messages SET content = $2 WHERE id = $1'
  return (await client.query(sql, [id, text])).rowCount === 1
}

export async function channels(
  pool: Pool,
  where: string,
  ...values: readonly unknown[]
): Promise<readonly ChannelRow[]> {
  const sql = `SELECT * FROM channels WHERE ${where}`
  return (await pool.query<ChannelRow>(sql, [...values])).rows
}

export async function messages(
  pool: Pool,
  where: string,
  ...values: readonly unknown[]
): Promise<readonly MessageRow[]> {
  const sql = `SELECT * FROM messages WHERE ${where} ORDER BY sent_at`
  return (await pool.query<MessageRow>(sql, [...values])).rows
}

/** A message as the page gets it. */
export type StudioMessage = ReturnType<typeof shown>

function shown({ id, channel_id: channelId, content, metadata }: MessageRow) {
  return { id, channelId, content, metadata }
}
