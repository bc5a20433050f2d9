import type pg from 'pg'
import type { DeliveryRecord } from '../../../lib/model/deliveries.js'
import { channelOf, type Moment } from './chat.js'
import { refill } from './refill.js'
import { numbers, part, pick, sqlId, sqlJson } from './sql.js'
import type { Written } from './webhooks.js'

const TABLE = 'incoming_webhook_deliveries'
const WEEK = 7 * 86_400_000
/** The requests come in so many rounds, of which a week has five. */
const ROUNDS = 50
const OF_WEEK = 5
/** After three weeks, the table is what it is after ten: each further round leaves it as large. */
const SIMULATED = 3 * OF_WEEK
/** The requests of a busy webhook in a week, of which the rest is left out: the log keeps 500. */
const MOST = 440
/** How unequally they come: the busiest of a million webhooks has six in a hundred. */
const POWER = 5

const ACCEPTED: Written<DeliveryRecord> = {
  id: '{{id}}',
  webhookId: '{{webhook_id}}',
  share: 'accepted',
  time: '{{#time}}',
  outcome: 'posted',
  requestId: '{{id}}',
  status: 200,
  errorId: '',
  message: '',
  detail: '',
  warnings: [],
  ignored: [],
  size: 412,
  userAgent: 'Grafana',
  contentType: 'application/json',
  headers: [
    'host: chat.example.org',
    'user-agent: Grafana',
    'content-type: application/json',
    'content-length: 412',
    'accept-encoding: gzip',
  ],
  duration: 3.1,
  response: 'ok',
  postIds: ['{{post_id}}'],
  actions: ['posted'],
  postedTo: { channelId: '{{channel_id}}', name: 'place-{{channel}}', requested: false },
  replayed: false,
  format: 'grafana',
  event: 'firing',
  incident: 'incident {{incident}}',
  facts: { state: 'open', severity: 'critical' },
  digest: '{{post_id}}',
  beside: '',
  waited: 0,
  address: '10.1.0.0',
  rules: [],
  replayOf: null,
  oldKey: '',
}
const REFUSED: Written<DeliveryRecord> = {
  ...ACCEPTED,
  share: 'refused',
  outcome: 'refused',
  status: 400,
  errorId: 'api.incoming_webhook.no_text.app_error',
  message: 'The body has no text.',
  detail: 'expected `text` or `attachments`',
  response: '{"id":"api.incoming_webhook.no_text.app_error","status_code":400}',
  postIds: [],
  actions: [],
  postedTo: null,
}

/** Fills the log as the requests of ten weeks leave it: deleted in turn, its space used again. */
export async function fillLog(pool: pg.Pool, { size, now }: Moment): Promise<void> {
  const each = Math.ceil(size.requests / ROUNDS)
  const insert = (round: number): string => insertRound({ size, now }, round, each)
  const first = ROUNDS - SIMULATED
  const full = first + OF_WEEK
  await refill(pool, TABLE, [
    ...Array.from({ length: OF_WEEK }, (_, number) => insert(first + number)),
    `SELECT setval(pg_get_serial_sequence('${TABLE}', 'place'), ${ROUNDS * each})`,
  ])
  for (let round = full; round < ROUNDS; round += 1) {
    await pool.query(insert(round))
    await pool.query(`DELETE FROM ${TABLE} WHERE place <= ${(round + 1 - OF_WEEK) * each}`)
    await pool.query(`VACUUM ${TABLE}`)
  }
  const day = Math.ceil((each * OF_WEEK) / 7)
  await refill(pool, 'incoming_webhook_kept_requests', [
    `INSERT INTO incoming_webhook_kept_requests
     SELECT delivery ->> 'id', webhook_id, time, repeat(md5(place::text), 20) FROM ${TABLE}
     WHERE place > ${ROUNDS * each - day} AND delivery ->> 'share' = 'refused'`,
  ])
}

/** What only fills the space until it is deleted need not be written for each row. */
function padded(record: object): string {
  return `'${JSON.stringify(record).replace(/\{\{#?\w+\}\}/g, 'y'.repeat(26))}'`
}

function insertRound({ size, now }: Moment, round: number, each: number): string {
  const json = round < ROUNDS - OF_WEEK ? padded : sqlJson
  const every = Math.floor(WEEK / (OF_WEEK * each))
  return `INSERT INTO ${TABLE} (place, webhook_id, time, delivery) OVERRIDING SYSTEM VALUE
    SELECT n + 1, webhook_id, time,
      CASE WHEN ${part('n', 18)} < 0.92 THEN ${json(ACCEPTED)}::jsonb ELSE ${json(REFUSED)}::jsonb END
    FROM (SELECT n, ${sqlId('webhook', 'webhook')} AS webhook_id, channel, n % 1000 AS incident,
        ${sqlId('channel', 'channel')} AS channel_id, ${now} - (${ROUNDS * each} - n) * ${every} AS time,
        md5(n::text) AS id, substr(md5((n + 1)::text), 1, 26) AS post_id
      FROM (SELECT n, webhook, ${channelOf(size, 'webhook')} AS channel
        FROM (SELECT n, ${pick(size.webhooks, POWER, 'n', 19)} AS webhook
          FROM ${numbers(each, round * each)} OFFSET 0) AS picked
        WHERE ${part('n', 20)} < ${MOST} / (${OF_WEEK * each} * ${share(size.webhooks)}) OFFSET 0) AS given
      OFFSET 0) AS written`
}

/** The part of all requests that comes to a webhook. */
function share(webhooks: number): string {
  const below = (number: string): string =>
    `((${number}) / ${webhooks}::double precision) ^ (1 / ${POWER}::double precision)`
  return `(${below('webhook + 1')} - ${below('webhook')})`
}
