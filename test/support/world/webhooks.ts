import type { HookIncident } from 'express-incoming-webhooks'
import type { NotedResult } from '../../../lib/model/records.js'
import { channelOf, type Filling, type Moment, ownerOf, TEAM, textFor, YEAR } from './chat.js'
import { newIncident } from '../new-incident.js'
import { ODD } from './size.js'
import { numbers, part, pick, sqlId, sqlJson } from './sql.js'

const DAY = 86_400_000
/** A record, in which texts may stand for columns. */
export type Written<Value> = { readonly [Name in keyof Value]: Value[Name] | string }

const POSTED: Written<NotedResult> = {
  at: '{{#heard}}',
  outcome: 'posted',
  status: 200,
  errorId: '',
  heardAt: '{{#heard}}',
  format: 'grafana',
}
const REFUSED: Written<NotedResult> = {
  at: '{{#heard}}',
  outcome: 'refused',
  status: 400,
  errorId: 'api.incoming_webhook.no_text.app_error',
  detail: 'the body has no text',
}
/** Longer than any other: a monitored webhook of a world that is some days old is not silent. */
const EXPECT_EVERY = 31 * 86_400

/** Webhooks of the last three years. */
export function webhooks({ size, now }: Moment): Filling {
  const every = Math.floor((3 * YEAR) / size.webhooks)
  const created = `(${now - every * size.webhooks} + n * ${every})`
  const expecting = { lastResult: POSTED, expectEvery: EXPECT_EVERY, expectedSince: now }
  return {
    table: 'incoming_webhooks',
    statements: [
      `INSERT INTO incoming_webhooks (id, create_at, update_at, user_id, channel_id, team_id, enabled,
         last_used, key_hint, key_digest, key_cipher, signing_salt, previous_key, display_name,
         description, expires_at, more)
       SELECT ${sqlId('webhook', 'n')}, ${created}, ${created},
         CASE WHEN odd = 4 THEN ${sqlId('user', String(size.users - 1))} ELSE owner END,
         ${sqlId('channel', 'channel')}, ${TEAM}, odd <> 3, heard, right(key, 4),
         encode(sha256(convert_to(key, 'UTF8')), 'hex'), left(repeat(md5(key), 3), 90),
         left(repeat(md5(key), 2), 43),
         CASE WHEN odd = 1 THEN json_build_object('keyDigest', 'earlier' || n, 'keyHint', 'kkkk',
           'expiresAt', ${now + DAY}, 'lastUsed', heard) END,
         initcap(left(name, 30)) || ' ' || n, description,
         CASE WHEN odd = 0 THEN ${now + 2 * DAY} ELSE 0 END,
         CASE WHEN odd IN (2, 3) THEN ${sqlJson({ lastResult: REFUSED })}
           WHEN n % 50 = 24 THEN ${sqlJson(expecting)}
           ELSE ${sqlJson({ lastResult: POSTED })} END::jsonb
       FROM (SELECT given.n, key, odd, channel, ${sqlId('user', ownerOf(size, 'channel'))} AS owner,
           one.text AS name, two.text AS description,
           ${now} - floor(${30 * DAY} * ${part('given.n', 13)} ^ 3)::bigint AS heard
         FROM (SELECT n, lpad(n::text, 32, 'k') AS key, ${ODD} AS odd,
             ${channelOf(size, 'n')} AS channel FROM ${numbers(size.webhooks)} OFFSET 0) AS given
           ${textFor('one', 'given.n', 14)} ${textFor('two', 'given.n', 15)} OFFSET 0) AS written`,
    ],
  }
}

const INCIDENT: Written<HookIncident> = {
  ...newIncident(),
  webhookId: '{{webhook_id}}',
  channelId: '{{channel_id}}',
  key: 'incident {{n}}',
  postId: '{{n}}',
  since: '{{#at}}',
  lastAt: '{{#at}}',
  expiresAt: '{{#expires_at}}',
}

/** Idempotency keys of a day, incidents of a week, and what else a chat in use has. */
export function rest({ size, now }: Moment): readonly Filling[] {
  const someWebhook = pick(size.webhooks, 4, 'n', 16)
  const keys = Math.ceil(size.webhooks / 5)
  const fill = (table: string, rows: string, columns = ''): Filling => ({
    table,
    statements: [`INSERT INTO ${table} ${columns} ${rows}`],
  })
  return [
    fill(
      'incoming_webhook_batches',
      `SELECT ${sqlId('webhook', someWebhook)}, md5(n::text), ${now} + n * ${Math.floor(DAY / keys)}, 300,
         json_build_object('fingerprint', repeat(md5(n::text), 2), 'warnings', '[]'::json, 'ignored',
           '[]'::json, 'postIds', json_build_array(substr(md5(n::text), 1, 26)))
       FROM ${numbers(keys)}`,
    ),
    fill(
      'incoming_webhook_things',
      `SELECT webhook_id, channel_id, 'incident ' || n, 1, at, expires_at, ${sqlJson(INCIDENT)}::jsonb
       FROM (SELECT n, ${sqlId('webhook', 'webhook')} AS webhook_id, at, at + ${7 * DAY} AS expires_at,
           ${sqlId('channel', channelOf(size, 'webhook'))} AS channel_id
         FROM (SELECT n, ${someWebhook} AS webhook, ${now} - floor(${6 * DAY} * ${part('n', 17)})::bigint AS at
           FROM ${numbers(Math.ceil(size.webhooks * 0.3))} OFFSET 0) AS given) AS written`,
    ),
    fill(
      'incoming_webhook_sessions',
      `SELECT md5(n::text), ${sqlId('user', `n % ${size.users}`)}, ${now} + 1000 * n
       FROM ${numbers(2 * size.users)}`,
    ),
    fill(
      'incoming_webhook_counters',
      `SELECT 'counter' || n, ${now} + n, true FROM ${numbers(size.users)}`,
    ),
    fill(
      'incoming_webhook_log_lines',
      `SELECT repeat('line ', 30) FROM ${numbers(1_000)}`,
      '(line)',
    ),
    fill(
      'chat_changes',
      `SELECT 'edited', channel_id, id FROM chat_posts ORDER BY place DESC LIMIT 5000`,
      '(kind, channel_id, post_id)',
    ),
    fill(
      'chat_audit',
      `SELECT at, json_build_object('time', at, 'userId', 'user', 'username', 'name', 'action', 'created',
         'hookId', ${sqlId('webhook', 'n')}, 'fields', '[]'::json)
       FROM (SELECT n, ${now - 30 * DAY} + n AS at FROM ${numbers(Math.ceil(size.webhooks / 2))}) AS given`,
      '(time, event)',
    ),
  ]
}
