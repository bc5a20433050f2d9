import { setTimeout as delay } from 'node:timers/promises'
import type { AuditTrail, ChatStore, Presence } from '../chat-store.js'
import { createEraser, type Eraser, postWithout } from '../forget/eraser.js'
import { isObject, type StoredPost } from '../memory/rows.js'
import {
  type Database,
  numberIn,
  POST_COLUMNS,
  textIn,
  toPost,
  toUser,
  USER_COLUMNS,
} from './database.js'
import { type keepWords, renewAt } from './words.js'

/** Rows that are read and written at a time. */
const AT_ONCE = 500
/** How long other nodes have to end the connections of a person who was signed out, in milliseconds. */
const SIGN_OUT_MS = 5_000
const LOOK_MS = 50

interface Parts extends Database {
  readonly audit: AuditTrail
  readonly presence: Presence
  readonly words: ReturnType<typeof keepWords>
}

/** Forgets a person: everything else first, so that after a crash the account still says whom to look for. */
export function postgresForget(parts: Parts): ChatStore['forget'] {
  const { query, sweep, transaction, audit, presence } = parts
  const erase = async (rows: readonly Rows[], id: string) => {
    for (const [table, where] of rows) {
      await sweep(table, `SELECT ctid FROM ${table} WHERE ${where}`, [id], 'all')
    }
  }
  return async (id) => {
    const [row] = await query(`SELECT ${USER_COLUMNS} FROM chat_users WHERE id = $1`, [id])
    const eraser = createEraser(row ? toUser(row) : { id })
    await transaction(async (run) => {
      const posts = `DELETE FROM chat_posts WHERE channel_id IN (${DIRECT}) RETURNING place`
      await renewAt(run, await run(posts, [id]))
    })
    await erase(PRIVATE, id)
    await erasePosts(parts, eraser, id)
    for (const table of NAMING) await eraseNames(parts, eraser, table)
    await audit.forget(id)
    await query(ANONYMOUS, [id])
    await erase(OWN, id)
    // Other nodes hear of the end of the sessions by a row that has the id.
    for (let waited = 0; waited < SIGN_OUT_MS; waited += LOOK_MS) {
      if (!(await presence.online([id])).has(id)) break
      await delay(LOOK_MS)
    }
    await erase(TRACES, id)
    // The debug log may have anything that was sent.
    await sweep(LINES, `SELECT ctid FROM ${LINES}`, [], 'all')
    return row !== undefined
  }
}

const DIRECT = `SELECT id FROM chat_channels
  WHERE type = 'direct' AND $1 = ANY (string_to_array(name, '__'))`

/** A table, and which of its rows go; `$1` is the id of the person. */
type Rows = readonly [table: string, where: string]

/** Direct channels, with all that is in them besides posts. */
const PRIVATE: readonly Rows[] = [
  ['incoming_webhook_things', `channel_id IN (${DIRECT})`],
  ['chat_views', `channel_id IN (${DIRECT})`],
  ['chat_members', `channel_id IN (${DIRECT})`],
  ['chat_channels', `id IN (${DIRECT})`],
]

/** Posts that were deleted before keep their places only. */
const ANONYMOUS = `UPDATE chat_posts SET user_id = '' WHERE user_id = $1 AND delete_at > 0`

/** What is the person's own, the account last. */
const OWN: readonly Rows[] = [
  ['incoming_webhook_sessions', 'user_id = $1'],
  ['chat_views', 'user_id = $1'],
  ['chat_members', 'user_id = $1'],
  ['chat_logins', 'user_id = $1'],
  ['chat_users', 'id = $1'],
]

/** What goes by itself within a day. */
const TRACES: readonly Rows[] = [
  ['incoming_webhook_counters', 'strpos(name, $1) > 0'],
  ['chat_presence', 'user_id = $1'],
  ['chat_changes', 'user_id = $1 OR by_user_id = $1'],
]
const LINES = 'incoming_webhook_log_lines'

/** Whether the text of a row has a trace of the person. */
function mayName(row: string, parameter: string) {
  return `EXISTS (SELECT FROM unnest(${parameter}::text[]) AS trace WHERE strpos(lower(${row}), trace) > 0)`
}

interface NamingTable {
  readonly name: string
  readonly keys: readonly string[]
  /** Writes the columns that may name the person, and what makes a change of the row as it was before fail. */
  readonly set: string
}

/** Tables in whose rows others name people. */
const NAMING: readonly NamingTable[] = [
  {
    name: 'chat_channels',
    keys: ['id'],
    set: 'display_name = erased.display_name, purpose = erased.purpose, creator_id = erased.creator_id',
  },
  {
    name: 'incoming_webhooks',
    keys: ['id'],
    set: `display_name = erased.display_name, description = erased.description, more = erased.more,
      version = kept.version + 1`,
  },
  {
    name: 'incoming_webhook_batches',
    keys: ['webhook_id', 'name'],
    set: 'batch = erased.batch',
  },
  {
    name: 'incoming_webhook_things',
    keys: ['webhook_id', 'channel_id', 'name'],
    set: `version = kept.version + 1,
      thing = jsonb_set(erased.thing, '{version}', to_jsonb(kept.version + 1))`,
  },
]

async function eraseNames({ query }: Parts, eraser: Eraser, { name, keys, set }: NamingTable) {
  const find = `SELECT row_to_json(kept)::text AS json FROM ${name} AS kept
    WHERE ${mayName('kept::text', '$1')}`
  const same = keys.map((key) => `kept.${key} = erased.${key}`).join(' AND ')
  const row = `json_populate_record(NULL::${name}, $1::json) AS erased WHERE ${same}`
  for (const found of await query(find, [eraser.traces])) {
    const json = textIn(found, 'json')
    const keysOf = (text: string) => {
      const value: unknown = JSON.parse(text)
      return JSON.stringify(keys.map((key) => isObject(value) && value[key]))
    }
    const erased = eraser.erase(json)
    if (keysOf(erased) !== keysOf(json))
      await query(`DELETE FROM ${name} AS kept USING ${row}`, [json])
    else if (erased !== JSON.stringify(JSON.parse(json)))
      await query(`UPDATE ${name} AS kept SET ${set} FROM ${row}`, [erased])
  }
}

async function erasePosts(parts: Parts, eraser: Eraser, personId: string) {
  const { query, clock, words } = parts
  let place = -1
  for (;;) {
    const rows = await query(FIND, [place, personId, eraser.traces])
    const last = rows.at(-1)
    if (!last) return
    const posts = rows.map(toPost)
    const owners = await ownersOf(parts, posts)
    const gone: string[] = []
    const changed: StoredPost[] = []
    for (const post of posts) {
      const left = postWithout(eraser, personId, post, (webhookId) => owners.get(webhookId))
      if (left === null) gone.push(post.id)
      else if (left !== post) changed.push(left)
    }
    if (gone.length > 0) await query(EMPTY, [gone, clock(), personId])
    const written = changed.length === 0 ? [] : await query(CHANGE, [listed(changed), clock()])
    await words.renew([...gone, ...changed.map(({ id }) => id)])
    // One that somebody else has changed meanwhile is read again.
    if (written.length === changed.length) place = numberIn(last, 'place')
  }
}

const FIND = `SELECT place, ${POST_COLUMNS} FROM chat_posts
  WHERE place > $1 AND delete_at = 0 AND (user_id = $2 OR ${mayName('chat_posts::text', '$3')})
  ORDER BY place LIMIT ${AT_ONCE}`

/** The channels of posts get a time that is later than all before, as for any change. */
const TURNS = `turns AS (UPDATE chat_channels SET last_at = greatest(last_at + 1, $2)
  WHERE id IN (SELECT channel_id FROM chat_posts JOIN wanted USING (id)) RETURNING id, last_at)`

/** Leaves nothing of posts and the replies to them but their places. */
const EMPTY = `WITH wanted AS (SELECT unnest($1::text[]) AS id), ${TURNS}
  UPDATE chat_posts AS post SET message = '', type = '', props = '{}', priority = NULL,
    mentioned = '{}', channel_wide = NULL, edit_at = 0, delete_at = last_at, update_at = last_at,
    user_id = CASE WHEN user_id = $3 THEN '' ELSE user_id END
  FROM turns WHERE post.channel_id = turns.id AND post.delete_at = 0
    AND (post.id = ANY($1) OR (post.root_id <> '' AND post.root_id = ANY($1)))`

const CHANGE = `WITH wanted AS (SELECT * FROM json_to_recordset($1::json)
    AS post (id text, version integer, "userId" text, message text, props json, mentioned json)), ${TURNS}
  UPDATE chat_posts AS post SET user_id = wanted."userId", message = wanted.message, props = wanted.props,
    mentioned = ARRAY(SELECT json_array_elements_text(wanted.mentioned)),
    version = post.version + 1, update_at = last_at
  FROM wanted, turns WHERE post.id = wanted.id AND post.version = wanted.version
    AND post.delete_at = 0 AND post.channel_id = turns.id RETURNING post.id`

function listed(posts: readonly StoredPost[]) {
  return JSON.stringify(
    posts.map(({ id, version, userId, message, props, mentions }) => ({
      id,
      version,
      userId,
      message,
      props,
      mentioned: mentions.userIds,
    })),
  )
}

async function ownersOf(
  { query }: Parts,
  posts: readonly StoredPost[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(posts.map(({ webhookId }) => webhookId))]
  const rows = await query('SELECT id, user_id FROM incoming_webhooks WHERE id = ANY($1::text[])', [
    ids,
  ])
  return new Map(rows.map((row) => [textIn(row, 'id'), textIn(row, 'user_id')]))
}
