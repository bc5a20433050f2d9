import {
  type Channel,
  DEFAULT_SETTINGS,
  type ManagementAdapters,
  type Settings,
  type StoredWebhook,
  type User,
} from 'express-incoming-webhooks'
import type { Pool } from 'pg'
import { messagesAdapter } from './messages.js'
import { isUuid, uuid } from './uuids.js'

/** What webhooks need beside the chat's own tables. */
export const WEBHOOK_TABLES = `
  CREATE TABLE webhooks (
    id text PRIMARY KEY,
    record jsonb NOT NULL,
    digest text GENERATED ALWAYS AS (record ->> 'keyDigest') STORED UNIQUE,
    previous text GENERATED ALWAYS AS (record -> 'previousKey' ->> 'keyDigest') STORED UNIQUE,
    created_at bigint GENERATED ALWAYS AS ((record ->> 'createAt')::bigint) STORED
  );
  CREATE TABLE webhook_requests (
    webhook_id text, key text, expires_at bigint NOT NULL, batch jsonb NOT NULL,
    PRIMARY KEY (webhook_id, key)
  );
  CREATE TABLE webhook_settings (only_one boolean PRIMARY KEY DEFAULT true, settings jsonb NOT NULL);`

type Guarantees = 'once' | 'consecutive' | 'threads' | 'direct'

/** Users, channels and messages of the studio as the library sees them. */
export function studioAdapters(pool: Pool): ManagementAdapters<Guarantees> {
  return {
    guarantees: ['once', 'consecutive', 'threads', 'direct'],
    users: {
      findByIds: (ids) => users(pool, 'id = ANY($1)', ids.filter(isUuid)),
      findByUsernames: (names) => users(pool, 'handle = ANY($1)', names),
    },
    channels: channelsAdapter(pool),
    posts: messagesAdapter(pool),
    webhooks: webhooksAdapter(pool),
    settings: {
      get: () => settings(pool),
      update: async (changes) => {
        const sql = `INSERT INTO webhook_settings (settings) VALUES ($1)
          ON CONFLICT (only_one) DO UPDATE SET settings = webhook_settings.settings || $1`
        await pool.query(sql, [changes])
        return settings(pool)
      },
    },
  }
}

async function users(pool: Pool, where: string, values: string[]): Promise<User[]> {
  const sql = `SELECT id, handle, email, role FROM users WHERE ${where}`
  const { rows } = await pool.query<Record<'id' | 'handle' | 'email' | 'role', string>>(sql, [
    values,
  ])
  return rows.map(({ id, handle, email, role }) => ({
    id,
    username: handle,
    email,
    admin: role === 'admin',
  }))
}

async function settings(pool: Pool): Promise<Settings> {
  const sql = 'SELECT settings FROM webhook_settings'
  const { rows } = await pool.query<{ readonly settings: Partial<Settings> }>(sql)
  return { ...DEFAULT_SETTINGS, ...rows[0]?.settings }
}

interface ChannelRow {
  readonly id: string
  readonly workspace_id: string
  readonly slug: string
  readonly name: string
  readonly title: string
  readonly is_private: boolean
  readonly pair: string | null
  readonly archived_at: Date | null
}

function channelsAdapter(pool: Pool): ManagementAdapters<'direct'>['channels'] {
  const find = async (where: string, ...values: unknown[]): Promise<Channel[]> => {
    const sql = `SELECT channels.*, slug FROM channels
      JOIN workspaces ON workspaces.id = workspace_id WHERE ${where}`
    return (await pool.query<ChannelRow>(sql, values)).rows.map(toChannel)
  }
  const first = async (where: string, ...values: unknown[]): Promise<Channel | null> =>
    (await find(where, ...values))[0] ?? null
  const isMember = `EXISTS (SELECT 1 FROM channel_members AS m
    WHERE m.channel_id = channels.id AND m.user_id = $1)`
  return {
    findById: (id) => first('channels.id = $1', uuid(id)),
    findByName: (name, teamId) =>
      first('name = $1 AND workspace_id = $2 AND pair IS NULL', name, uuid(teamId)),
    findDirect: (a, b) => first('pair = $1', pairOf(a, b)),
    createDirect: async (a, b, teamId) => {
      const sql = `WITH made AS (INSERT INTO channels (workspace_id, name, is_private, pair)
          VALUES ($1, '', true, $2) ON CONFLICT DO NOTHING RETURNING id)
        INSERT INTO channel_members SELECT DISTINCT made.id, u.id::uuid FROM made, unnest($3::text[]) AS u (id)`
      await pool.query(sql, [teamId, pairOf(a, b), [a, b]])
      const made = await first('pair = $1', pairOf(a, b))
      if (!made) throw new Error('the channel of these two could not be made')
      return made
    },
    canPost: async (user, channel) =>
      channel.type === 'public' ||
      (channel.type === 'private' && user.admin === true) ||
      (await first(`${isMember} AND channels.id = $2`, user.id, channel.id)) !== null,
    listFor: (user, { query, limit }) =>
      find(
        `(NOT is_private OR ${isMember}) AND pair IS NULL AND archived_at IS NULL
         AND strpos(lower(name || chr(10) || title), $2) > 0 LIMIT $3`,
        user.id,
        query.toLowerCase(),
        limit,
      ),
  }
}

function pairOf(a: string, b: string): string {
  return [a, b].sort().join(' ')
}

function toChannel(row: ChannelRow): Channel {
  return {
    id: row.id,
    teamId: row.workspace_id,
    teamName: row.slug,
    type: row.pair !== null ? 'direct' : row.is_private ? 'private' : 'public',
    name: row.name,
    displayName: row.title,
    deleteAt: row.archived_at?.getTime() ?? null,
  }
}

function webhooksAdapter(pool: Pool): ManagementAdapters['webhooks'] {
  const find = async (rest: string, ...values: unknown[]): Promise<StoredWebhook[]> => {
    const sql = `SELECT record FROM webhooks ${rest}`
    const { rows } = await pool.query<{ readonly record: StoredWebhook }>(sql, values)
    return rows.map(({ record }) => record)
  }
  const first = async (where: string, ...values: unknown[]): Promise<StoredWebhook | null> =>
    (await find(`WHERE ${where}`, ...values))[0] ?? null
  return {
    findByKeyDigest: (digest) => first('digest = $1 OR previous = $1', digest),
    findById: (id) => first('id = $1', id),
    touch: async (id, at, key) => {
      const path = key === 'current' ? ['lastUsed'] : ['previousKey', 'lastUsed']
      const sql = `UPDATE webhooks SET record = jsonb_set(record, $2, $3)
        WHERE id = $1 AND ($4 OR previous IS NOT NULL)`
      await pool.query(sql, [id, path, String(at), key === 'current'])
    },
    list: async ({ userId = null, teamId = null, offset, limit }) => {
      const where = `WHERE record ->> 'userId' = coalesce($1, record ->> 'userId')
        AND record ->> 'teamId' = coalesce($2, record ->> 'teamId')`
      const order = 'ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4'
      const items = await find(`${where} ${order}`, userId, teamId, limit, offset)
      const count = `SELECT count(*)::int AS total FROM webhooks ${where}`
      const { rows } = await pool.query<{ readonly total: number }>(count, [userId, teamId])
      return { items, total: rows[0]?.total ?? 0 }
    },
    create: async (webhook) => {
      await pool.query('INSERT INTO webhooks VALUES ($1, $2)', [webhook.id, webhook])
      return webhook
    },
    update: async (id, changes, expectedVersion) => {
      const sql = `UPDATE webhooks SET record = record || $2
        WHERE id = $1 AND (record ->> 'version')::int = $3 RETURNING record`
      const { rows } = await pool.query<{ readonly record: StoredWebhook }>(sql, [
        id,
        changes,
        expectedVersion,
      ])
      return rows[0]?.record ?? null
    },
    delete: async (id) =>
      (await pool.query('DELETE FROM webhooks WHERE id = $1', [id])).rowCount === 1,
  }
}
