import type pg from 'pg'
import { settle } from './world/refill.js'

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

/** The sizes of a chat that has been in use for months, besides its posts. */
const OTHERS = `
  INSERT INTO chat_users (id, username, email, create_at)
    SELECT 'user' || n, 'name' || n, 'name' || n || '@example.org', n FROM generate_series(1, 20000) AS n;
  INSERT INTO chat_channels (id, team_id, type, name, display_name, creator_id, create_at)
    SELECT 'channel' || n, CASE WHEN n % 4 > 0 THEN 'team' END,
      (ARRAY['direct', 'public', 'public', 'private'])[n % 4 + 1], 'channel-' || n, 'Channel ' || n,
      'user1', n FROM generate_series(1, 2000) AS n;
  INSERT INTO chat_members
    SELECT 'channel' || 1 + n / 5, 'user' || 1 + n * 7 % 2000, n FROM generate_series(0, 9999) AS n;
  INSERT INTO chat_changes (kind, channel_id, post_id)
    SELECT 'edited', 'channel1', 'post' || n FROM generate_series(1, 5000) AS n;
  INSERT INTO incoming_webhooks (id, create_at, user_id, channel_id, team_id, key_digest,
      key_cipher, signing_salt, display_name, description, previous_key)
    SELECT 'webhook' || n, n, 'user' || n % 200, 'channel' || n % 2000, 'team', 'digest' || n,
      repeat('c', 90), repeat('s', 40), 'Webhook ' || n, repeat('d', 100),
      CASE WHEN n % 3 = 0 THEN json_build_object('keyDigest', 'previous' || n)::jsonb END
    FROM generate_series(1, 40000) AS n;
  INSERT INTO incoming_webhook_posts
    SELECT 'post' || n, 0, '{}' FROM generate_series(1, 5000) AS n;
  INSERT INTO incoming_webhook_batches
    SELECT 'webhook' || n % 500, 'key' || n, $now + n * 4000, 300,
      json_build_object('fingerprint', md5(n::text), 'warnings', '[]'::json, 'ignored', '[]'::json,
        'postIds', '[]'::json)::jsonb
    FROM generate_series(-200, 20000) AS n;
  INSERT INTO incoming_webhook_things
    SELECT 'webhook' || n % 500, 'channel' || n % 100, 'incident' || n, 1, $now + n, $now + n * 4000, '{}'
    FROM generate_series(-200, 20000) AS n;
  INSERT INTO incoming_webhook_sessions
    SELECT 'session' || n, 'user' || n % 2000, $now + n * 4000 FROM generate_series(-50, 5000) AS n;
  INSERT INTO incoming_webhook_counters
    SELECT 'counter' || n, $now + n * 4000, true FROM generate_series(-50, 5000) AS n;
  INSERT INTO incoming_webhook_deliveries (webhook_id, time, delivery)
    SELECT 'webhook' || n % 2000, n,
      jsonb_build_object('id', 'd' || n, 'webhookId', 'webhook' || n % 2000, 'time', n, 'status', 200)
    FROM generate_series(1, 50000) AS n;
  INSERT INTO incoming_webhook_kept_requests
    SELECT 'd' || n, 'webhook' || n % 2000, n, 'sent' FROM generate_series(1, 50000, 10) AS n;
  INSERT INTO incoming_webhook_log_lines (line)
    SELECT repeat('line', 30) FROM generate_series(1, 5000);`

/** Fills all tables of a chat but those of teams and settings, with `posts` posts. */
export async function fillChat(pool: pg.Pool, posts: number): Promise<void> {
  await pool.query(OTHERS.replaceAll('$now', String(Date.now())))
  const channelIds = Array.from({ length: 2000 }, (_, number) => `channel${number + 1}`)
  await fillPosts(pool, channelIds, posts)
  await settle(pool)
}
