import type { HookProps } from '../../../lib/model/records.js'
import type { WorldSize } from './size.js'
import { numbers, part, pick, sqlId, sqlJson } from './sql.js'

/** What fills a table. */
export interface Filling {
  readonly table: string
  readonly statements: readonly string[]
}

/** A world that is filled at a time, in milliseconds since 1970. */
export interface Moment {
  readonly size: WorldSize
  readonly now: number
}

export const YEAR = 365 * 86_400_000
/** Sentences from which texts are made. */
const SENTENCES = 4096
const WORDS =
  `alert build failed passed deploy disk latency error warning critical resolved firing queue
  database replica memory timeout request response service payment order invoice customer release
  pipeline branch merge commit review test coverage incident pager runbook node cluster region
  certificate expires backup restored retry`.split(/\s+/)

/** Words as often as in a language: a few in most texts, most of 20,000 in few. */
export const TEXTS = [
  'DROP TABLE IF EXISTS world_texts, world_words',
  `CREATE UNLOGGED TABLE world_words AS SELECT rank,
     coalesce((ARRAY['${WORDS.join("','")}'])[rank + 1],
       translate(substr(md5(rank::text), 1, 4 + rank % 6), '0123456789abcdef', 'aeioubdgklmnprst')) AS word
   FROM generate_series(0, 19999) AS rank`,
  `CREATE UNLOGGED TABLE world_texts AS
     SELECT n, string_agg(word, ' ' ORDER BY place) AS text
     FROM ${numbers(SENTENCES)}, generate_series(0, 13) AS place
       JOIN LATERAL (SELECT ${pick(20_000, 4, 'n * 14 + place', 1)} AS wanted) AS any_word ON true
       JOIN world_words ON rank = wanted GROUP BY n`,
  'ANALYZE world_texts',
]

/** A sentence for each number. */
export function textFor(name: string, number: string, salt: number): string {
  return `JOIN world_texts AS ${name} ON ${name}.n = ${pick(SENTENCES, 1, number, salt)}`
}

/** The first webhooks have a channel each. The others are in few channels as a rule. */
export function channelOf({ channels }: WorldSize, webhook: string): string {
  return `CASE WHEN ${webhook} < ${channels} THEN ${webhook} ELSE ${pick(channels, 3, webhook, 2)} END`
}

/** The creator of a channel owns its webhooks. The last user has left. */
export function ownerOf({ users }: WorldSize, channel: string): string {
  return pick(users - 1, 2, channel, 3)
}

export const TEAM = sqlId('team', '0')

export function people({ size, now }: Moment, passwordHash: string): readonly Filling[] {
  const { users } = size
  const begin = now - 3 * YEAR
  return [
    {
      table: 'chat_teams',
      statements: [`INSERT INTO chat_teams VALUES (${TEAM}, 'main', 'Main', ${begin})`],
    },
    {
      table: 'chat_users',
      statements: [
        `INSERT INTO chat_users (id, username, email, password_hash, admin, create_at, delete_at)
         SELECT ${sqlId('user', 'n')}, name, name || '@example.org', '${passwordHash}', n = 0,
           ${begin} + n, CASE WHEN n = ${users - 1} THEN ${now} ELSE 0 END
         FROM (SELECT n, CASE WHEN n = 0 THEN 'admin' ELSE 'name' || n END AS name
           FROM ${numbers(users)}) AS given`,
      ],
    },
    {
      table: 'chat_logins',
      statements: [
        `INSERT INTO chat_logins SELECT 'github.com/login' || n, ${sqlId('user', 'n')}
         FROM ${numbers(Math.floor(users / 2))}`,
      ],
    },
  ]
}

export function channels({ size, now }: Moment): readonly Filling[] {
  const { users } = size
  const begin = now - 3 * YEAR
  // 7919 is a prime number, so that the members of a channel are different users.
  const member = `(${ownerOf(size, 'channel')} + 7919 * number) % ${users - 1}`
  return [
    {
      table: 'chat_channels',
      statements: [
        `INSERT INTO chat_channels
           (id, team_id, type, name, display_name, creator_id, create_at, purpose)
         SELECT ${sqlId('channel', 'given.n')}, ${TEAM},
           CASE WHEN given.n % 10 = 5 THEN 'public' ELSE 'private' END, 'place-' || given.n,
           initcap(left(one.text, 40)), ${sqlId('user', ownerOf(size, 'given.n'))},
           ${begin} + given.n, left(two.text, 80)
         FROM (SELECT n FROM ${numbers(size.channels)}) AS given
           ${textFor('one', 'given.n', 4)} ${textFor('two', 'given.n', 5)}`,
      ],
    },
    {
      table: 'chat_members',
      statements: [
        `INSERT INTO chat_members
         SELECT ${sqlId('channel', 'channel')}, ${sqlId('user', member)}, ${begin} + channel
         FROM ${numbers(size.channels).replace(' AS n', ' AS channel')}, generate_series(0, least(${users - 2},
           (1 / (0.02 + ${part('channel', 6)}))::integer)) AS number`,
      ],
    },
    {
      table: 'chat_views',
      statements: [
        `INSERT INTO chat_views SELECT channel_id, user_id, ${now - 86_400_000} FROM chat_members`,
      ],
    },
  ]
}

const PLAIN: HookProps = { from_webhook: 'true', override_username: 'Builds' }
const WITH_ATTACHMENT: HookProps = {
  from_webhook: 'true',
  override_username: 'Alertmanager',
  attachments: [
    {
      fallback: '{{title}}',
      color: '#d63232',
      title: '{{title}}',
      title_link: 'https://grafana.example.org/d/{{n}}',
      text: '{{body}}',
      fields: [
        { title: 'Severity', value: 'critical', short: true },
        { title: 'Instance', value: 'db-{{n}}:9100', short: true },
      ],
    },
  ],
}

/** Every fiftieth post is a reply to the one before. */
function postOf(number: string): string {
  return `(${number} - (${number} % 50 = 49)::integer)`
}

/** Posts of the last year, in the order of their times. */
export function posts({ size, now }: Moment): Filling {
  const every = Math.floor(YEAR / size.posts)
  const at = `(${now - every * size.posts} + n * ${every})`
  const idOfPost = (number: string): string => `substr(md5((${number})::text), 1, 26)`
  const heads = ['[FIRING:1] ', '[RESOLVED] ', 'Build ', 'Deployed ', 'Order ', 'Ticket ']
  return {
    table: 'chat_posts',
    statements: [
      `INSERT INTO chat_posts (place, id, channel_id, user_id, webhook_id, root_id, message, type,
         props, create_at, update_at)
       SELECT n + 1, ${idOfPost('n')}, ${sqlId('channel', 'channel')},
         ${sqlId('user', ownerOf(size, 'channel'))}, ${sqlId('webhook', 'webhook')},
         CASE WHEN n % 50 = 49 THEN ${idOfPost('n - 1')} ELSE '' END,
         (ARRAY['${heads.join("','")}'])[n % 6 + 1] || n || ': ' || body,
         CASE WHEN n % 5 = 0 THEN 'slack_attachment' ELSE '' END,
         CASE WHEN n % 5 = 0 THEN ${sqlJson(WITH_ATTACHMENT)} ELSE ${sqlJson(PLAIN)} END::json,
         ${at}, ${at} + CASE WHEN n % 40 = 7 THEN 1 ELSE 0 END
       FROM (SELECT post.n, webhook, ${channelOf(size, 'webhook')} AS channel, two.text AS title,
           one.text || CASE WHEN ${part('post.n', 7)} < 0.6 THEN '. ' || two.text ELSE '' END
             || CASE WHEN ${part('post.n', 8)} < 0.4 THEN '. ' || three.text ELSE '' END AS body
         FROM (SELECT n, ${pick(size.webhooks, 4, postOf('n'), 9)} AS webhook
           FROM ${numbers(size.posts)} OFFSET 0) AS post
           ${textFor('one', 'post.n', 10)} ${textFor('two', 'post.n', 11)}
           ${textFor('three', 'post.n', 12)} OFFSET 0) AS written`,
      `SELECT setval(pg_get_serial_sequence('chat_posts', 'place'), ${size.posts})`,
    ],
  }
}

/** The time of the newest post of each channel. */
export const LAST_POSTS = `UPDATE chat_channels SET last_at = newest.at
  FROM (SELECT channel_id, max(create_at) AS at FROM chat_posts GROUP BY channel_id) AS newest
  WHERE id = channel_id`
