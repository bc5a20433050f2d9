import type pg from 'pg'

/**
 * Inserts `count` posts with times of the last days, in turn into the channels with these ids. The
 * statement makes them itself, which takes some 20 s for a million: the pool must allow it.
 */
export async function fillPosts(
  pool: pg.Pool,
  channelIds: readonly string[],
  count: number,
): Promise<void> {
  const statements = [
    {
      // Ids of new posts are random, so that each insert meets another page of their index.
      text: `INSERT INTO chat_posts (id, channel_id, user_id, webhook_id, root_id, message, props,
          create_at, update_at)
        SELECT substr(md5(number::text), 1, 26),
          ($1::text[])[1 + number % cardinality($1::text[])], 'user1', 'webhook1',
          CASE WHEN number % 50 = 49 AND number >= 10 * cardinality($1::text[])
            THEN substr(md5((number - 10 * cardinality($1::text[]))::text), 1, 26) ELSE '' END,
          'Build ' || number || repeat(' has finished.', 7),
          '{"from_webhook":"true","override_username":"webhook"}',
          1600000000000 + number, 1600000000000 + number
        FROM generate_series(0, $2::integer - 1) AS number`,
      values: [channelIds, count],
    },
    {
      text: `UPDATE chat_channels SET last_at = greatest(last_at, 1600000000000 + $2::integer)
        WHERE id = ANY ($1::text[])`,
      values: [channelIds, count],
    },
  ]
  for (const { text, values } of statements) await pool.query(text, values)
}

/** Statistics and a visibility map, as autovacuum makes them some minutes later. */
export async function settle(pool: pg.Pool): Promise<void> {
  await pool.query('VACUUM ANALYZE')
  await pool.query('CHECKPOINT')
}
