import { numberIn, type Row, textIn } from '../../stored-values.js'
import type { NotedChange } from './chat-change.js'
import type { ChatParts } from './database.js'

/** Changes that are remembered as told. */
const REMEMBERED = 10_000

/** Changes that all are told of, whatever they follow. */
const OF_ALL = `kind LIKE 'channel%'`

/** Changes besides new posts, each told once: all of them, or those of the channels and users in `followed`. */
export function notedChanges(
  { query }: Pick<ChatParts, 'query'>,
  followed: ReadonlySet<string> | null,
) {
  const expected = new Set<number>()
  const told = new Set<number>()
  const expect = (id: number) => {
    if (!told.has(id)) expected.add(id)
  }
  const remember = (id: number) => {
    told.add(id)
    const [oldest] = told
    if (told.size > REMEMBERED && oldest !== undefined) told.delete(oldest)
  }
  /** Those after this one that are about these channels and users, or about all. */
  const find = (id: number, about: Iterable<string>) =>
    query(
      `SELECT id, channel_id, user_id, ${OF_ALL} AS of_all FROM {table}chat_changes
       WHERE id > $1 AND (channel_id = ANY($2::text[]) OR user_id = ANY($2::text[]) OR ${OF_ALL})`,
      [id, [...about]],
    )
  return {
    /** A change that a node tells of: its id, and those of its channel and user if it is not for all. */
    expect: (heard: string) => {
      const [id, ...about] = heard.split(' ')
      if (!followed || about.length === 0 || about.some((each) => followed.has(each))) {
        expect(Number(id))
      }
    },
    /** Finds changes after this one that nobody told of. */
    look: async (id: number) => {
      const rows = await (followed
        ? find(id, followed)
        : query(`SELECT id FROM {table}chat_changes WHERE id > $1`, [id]))
      for (const row of rows) expect(numberIn(row, 'id'))
    },
    /** Remembers what nobody was to be told of until `added` were followed. */
    skip: async (id: number, added: ReadonlySet<string>) => {
      for (const row of await find(id, added)) {
        const about = [textIn(row, 'channel_id'), textIn(row, 'user_id')]
        const isWanted = about.some((each) => followed?.has(each) === true && !added.has(each))
        if (!isWanted && row['of_all'] !== true) remember(numberIn(row, 'id'))
      }
    },
    /** Reads what is expected, and tells of it. */
    read: async (tell: (change: NotedChange) => void) => {
      if (expected.size === 0) return
      const ids = [...expected]
      const text = `SELECT id, kind, channel_id, post_id, user_id, by_user_id
        FROM {table}chat_changes WHERE id = ANY($1::bigint[]) ORDER BY id`
      const rows = await query(text, [ids])
      for (const id of ids) expected.delete(id)
      for (const row of rows) {
        const id = numberIn(row, 'id')
        if (told.has(id)) continue
        remember(id)
        const change = toChange(row)
        if (change) tell(change)
      }
    },
  }
}

function toChange(row: Row): NotedChange | null {
  const channelId = textIn(row, 'channel_id')
  const userId = textIn(row, 'user_id')
  const kind = row['kind']
  switch (kind) {
    case 'edited':
    case 'deleted':
      return { kind, channelId, postId: textIn(row, 'post_id') }
    case 'channelCreated':
    case 'channelChanged':
    case 'channelArchived':
      return { kind, channelId }
    case 'memberAdded':
    case 'memberRemoved':
      return { kind, channelId, userId, byUserId: textIn(row, 'by_user_id') }
    case 'signedOut':
      return { kind, userId }
    default:
      // Of a newer version, while nodes are updated one by one.
      return null
  }
}
