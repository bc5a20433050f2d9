import { fieldNames } from '../../model/fields.js'
import type { StoredWebhook, WebhookFilter, WebhooksAdapter } from '../types.js'
import { OWN_COLUMNS, webhookRows } from './columns.js'
import { type Computed, computedIn, LAST_AT, PREVIOUS_KEY_ENDS } from './computed.js'
import type { SqlDatabase, SqlValue } from './database.js'

const NEWEST_FIRST = 'create_at DESC, id DESC'
/** Failing webhooks, the newest, of which the last ones to fail are found. */
const MOST_FAILING = 5_000

/** Rows that are searched for a part that no index finds. */
export const SEARCHED_FIRST = 10_000

/** Whether an index of trigrams can find a text by this part of it. */
export function hasTrigram(part: string) {
  return /[\p{L}\p{N}]{3}/u.test(part)
}

/** A condition with its values. */
interface Condition {
  readonly test: string
  readonly values: readonly SqlValue[]
}

/** The methods that list webhooks. */
function sqlWebhookLists(
  db: SqlDatabase,
  rows: ReturnType<typeof webhookRows>,
  computed: Computed,
): Required<Pick<WebhooksAdapter, 'list' | 'listAttention' | 'listExpecting'>> {
  const { words: sql } = db
  const found = async (text: string, ...values: SqlValue[]): Promise<readonly StoredWebhook[]> =>
    (await db.rows(text, ...values)).map((row) => rows.read(row))
  return {
    listExpecting: async (before, limit) => {
      if (!(await rows.hasMore())) return []
      const { dueAt } = computed
      const select = `SELECT ${await rows.columns()} FROM {table}incoming_webhooks WHERE ${dueAt} <= ?`
      return found(`${select} ORDER BY ${dueAt} LIMIT ?`, before, limit)
    },
    listAttention: async ({ userId, now, soon, ownerIds, limit }) => {
      if (!(await rows.hasMore())) return null
      const { isFailing, isSilent, dueAt } = computed
      const kinds: readonly Condition[] = [
        { test: 'expires_at > 0 AND expires_at > ? AND expires_at <= ?', values: [now, soon] },
        { test: `previous_key IS NOT NULL AND ${PREVIOUS_KEY_ENDS} > ?`, values: [now] },
        { test: `${dueAt} <= ?`, values: [now] },
        { test: isSilent, values: [] },
        { test: sql.isAmong('user_id', sql.texts), values: [JSON.stringify(ownerIds)] },
      ]
      const own = userId === undefined ? [] : [userId]
      const ofUser = userId === undefined ? '' : ' AND user_id = ?'
      // No index has the time of the last request: it would be written with each one that fails. None has
      // that of a change either, so that no plan goes through the table until it finds enough.
      const newest = `SELECT id, ${LAST_AT} AS at FROM {table}incoming_webhooks WHERE ${isFailing}${ofUser}
        ORDER BY ${NEWEST_FIRST} LIMIT ${MOST_FAILING}`
      const ids = [
        `SELECT id FROM (SELECT id FROM (${newest}) AS newest ORDER BY at DESC LIMIT ?) AS failing`,
        ...kinds.map(
          ({ test }, at) =>
            `SELECT id FROM (SELECT id FROM {table}incoming_webhooks WHERE ${test}${ofUser} ORDER BY update_at DESC LIMIT ?) AS kind${at}`,
        ),
      ]
      return found(
        `SELECT ${await rows.columns()} FROM {table}incoming_webhooks WHERE ${sql.isAmong('id', ids.join(' UNION '))}`,
        ...own,
        limit,
        ...kinds.flatMap(({ values }) => [...values, ...own, limit]),
      )
    },
    list: async ({ offset, limit, withTotal = false, ...filter }) => {
      const hasMore = await rows.hasMore()
      if (filter.failing === true && !hasMore) return { items: [], total: 0 }
      const { searched } = hasMore ? computed : computedIn(sql, false)
      const said = (filter.words ?? []).map((word) => ({
        test: `(${sql.contains(searched)} OR id = ?)`,
        values: [sql.part(word), word],
      }))
      const others = conditionsOf(filter, computed)
      const isIndexed = filter.words?.some(hasTrigram) ?? true
      const newest = `(SELECT * FROM {table}incoming_webhooks${whereOf(others)} ORDER BY ${NEWEST_FIRST} LIMIT ${SEARCHED_FIRST}) AS newest`
      const from = isIndexed
        ? `{table}incoming_webhooks${whereOf([...others, ...said])}`
        : newest + whereOf(said)
      const values = [...others, ...said].flatMap((each) => each.values)
      const page = { from, order: NEWEST_FIRST, values, offset, limit, withTotal }
      const listed = await db.page(await rows.columns(), page)
      const items = listed.rows.map((row) => rows.read(row))
      return { items, total: withTotal ? listed.total : null }
    },
  }
}

function conditionsOf(
  { userId, teamId, channelId, failing = false, after }: Partial<WebhookFilter>,
  { isFailing }: Computed,
): readonly Condition[] {
  const same = { userId, teamId, channelId }
  return [
    ...fieldNames(same).flatMap((name) => {
      const value = same[name]
      return value === undefined ? [] : [{ test: `${OWN_COLUMNS[name]} = ?`, values: [value] }]
    }),
    ...(failing ? [{ test: isFailing, values: [] }] : []),
    ...(after ? [{ test: '(create_at, id) < (?, ?)', values: [after.createAt, after.id] }] : []),
  ]
}

function whereOf(conditions: readonly Condition[]) {
  if (conditions.length === 0) return ''
  return ` WHERE ${conditions.map(({ test }) => test).join(' AND ')}`
}

/** `computed`: where the database has what lists ask for. */
export function sqlWebhooks(
  db: SqlDatabase,
  computed = computedIn(db.words),
  rows = webhookRows(db),
): WebhooksAdapter {
  const { words } = db
  const find = async (
    where: string,
    ...values: readonly SqlValue[]
  ): Promise<StoredWebhook | null> => {
    const select = `SELECT ${await rows.columns()} FROM {table}incoming_webhooks WHERE ${where}`
    const row = await db.row(select, ...values)
    return row && rows.read(row)
  }
  return {
    ...sqlWebhookLists(db, rows, computed),
    findByKeyDigest: (digest) =>
      find(`key_digest = ? OR previous_key ->> 'keyDigest' = ?`, digest, digest),
    touch: async (id, at, key) => {
      if (key === 'current') {
        await db.rows(
          `UPDATE {table}incoming_webhooks SET last_used = ? WHERE id = ? RETURNING id`,
          at,
          id,
        )
        return
      }
      const changed = words.withMember('previous_key', 'lastUsed', words.jsonPlace)
      const where = 'id = ? AND previous_key IS NOT NULL'
      await db.rows(
        `UPDATE {table}incoming_webhooks SET previous_key = ${changed} WHERE ${where} RETURNING id`,
        JSON.stringify(at),
        id,
      )
    },
    noteResult: async (id, result) => {
      if (!(await rows.hasMore())) return
      const noted = words.merged(`coalesce(more -> 'lastResult', '{}')`, words.jsonPlace)
      const changed = words.withMember('more', 'lastResult', noted)
      const update = `UPDATE {table}incoming_webhooks SET more = ${changed} WHERE id = ? RETURNING id`
      await db.rows(update, JSON.stringify(result), id)
    },
    findById: (id) => find('id = ?', id),
    create: async (webhook) => {
      const written = await rows.written(webhook, "'{}'")
      const columns = written.map(({ column }) => column).join(', ')
      const places = written.map(({ place }) => place).join(', ')
      const insert = `INSERT INTO {table}incoming_webhooks (${columns}) VALUES (${places}) RETURNING ${await rows.columns()}`
      return rows.read((await db.row(insert, ...written.flatMap(({ values }) => values))) ?? {})
    },
    update: async (id, changes, expectedVersion) => {
      const written = await rows.written(changes, 'more')
      const sets = written.map(({ column, place }) => `${column} = ${place}`).join(', ')
      const row = await db.row(
        `UPDATE {table}incoming_webhooks SET ${sets} WHERE id = ? AND version = ? RETURNING ${await rows.columns()}`,
        ...written.flatMap(({ values }) => values),
        id,
        expectedVersion,
      )
      return row && rows.read(row)
    },
    delete: async (id) => {
      for (const kept of ['batches', 'things']) {
        await db.delete(`{table}incoming_webhook_${kept}`, 'webhook_id = ?', id)
      }
      return db.delete('{table}incoming_webhooks', 'id = ?', id)
    },
  }
}
