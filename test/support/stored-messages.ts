import pg from 'pg'

/** What became of the messages in the database of the example host. */
export interface Found {
  readonly lost: number
  readonly doubled: number
  /** Messages of several posts of which some are missing, or have others between them. */
  readonly torn: number
}

/** More posts than a suite stores. A database may have had many more before. */
const NEWEST = 500_000

/** Looks for messages by their ids, each of which occurs in its message as often as is given. */
export async function lookFor(
  sent: ReadonlyMap<string, number>,
  databaseUrl: string,
): Promise<Found> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ readonly message: string }>(
      `SELECT message FROM chat_posts WHERE place > (SELECT max(place) FROM chat_posts) - ${NEWEST}
       ORDER BY channel_id, create_at`,
    )
    return judge(
      sent,
      rows.map(({ message }) => message),
    )
  } finally {
    await client.end()
  }
}

/** The same for all messages of the store, those of a channel in their order. */
export function judge(sent: ReadonlyMap<string, number>, messages: readonly string[]): Found {
  const words = new Map<string, number>()
  const runs = new Map<string, number>()
  let before = ''
  for (const message of messages) {
    const ids = message.split(' ').filter((id) => sent.has(id))
    const [id = ''] = ids
    words.set(id, (words.get(id) ?? 0) + ids.length)
    if (id !== before) runs.set(id, (runs.get(id) ?? 0) + 1)
    before = id
  }
  const all = [...sent].map(([id, expected]) => ({ expected, is: words.get(id) ?? 0, id }))
  return {
    lost: all.filter(({ is }) => is === 0).length,
    doubled: all.filter(({ is, expected }) => is > expected).length,
    torn: all.filter(({ is, expected, id }) => is > 0 && (is < expected || runs.get(id) !== 1))
      .length,
  }
}
