import type { Format } from '../formats/format.js'
import {
  closed,
  exactly,
  integer,
  type JsonSchema,
  listOf,
  NUMBER,
  objectOf,
  oneOf,
  orNull,
  reference,
  TEXT,
  texts,
} from '../model/json-schema.js'
import type { ApiAnswer, ApiContent } from './operation.js'

const NULL = { type: 'null' }
const NOTHING = { not: {} }
const DATE = {
  type: 'string',
  format: 'date-time',
  pattern: String.raw`^(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|(?:02)-(?:0[1-9]|1\d|2[0-8])))T(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z))$`,
}

/** What the senders of some formats expect, closed. */
export const FORMAT_SCHEMAS = {
  NtfyMessage: closed({
    id: TEXT,
    time: integer(),
    'expires?': integer(),
    event: oneOf(['message', 'message_delete']),
    ...texts('topic', 'title?', 'sequence_id?', 'message?'),
  }),
  GotifyMessage: closed({
    id: integer(),
    appid: integer(),
    ...texts('message', 'title'),
    priority: NUMBER,
    date: DATE,
  }),
  GoogleChatMessage: closed({
    ...texts('name', 'text'),
    thread: closed({ name: TEXT }),
    space: closed({ name: TEXT }),
    createTime: DATE,
  }),
  DiscordMessage: closed({
    id: TEXT,
    type: exactly(0),
    ...texts('channel_id', 'webhook_id', 'content'),
    author: closed({
      ...texts('id', 'username'),
      avatar: NULL,
      discriminator: exactly('0000'),
      bot: exactly(true),
    }),
    attachments: listOf(NOTHING),
    embeds: listOf(objectOf({})),
    mentions: listOf(NOTHING),
    mention_roles: listOf(NOTHING),
    mention_everyone: exactly(false),
    pinned: exactly(false),
    tts: exactly(false),
    timestamp: DATE,
    edited_timestamp: orNull(DATE),
    flags: exactly(0),
    components: listOf(objectOf({})),
  }),
  RocketChatAnswer: closed({ success: exactly(true) }),
  PagerDutyAnswer: closed({
    status: exactly('success'),
    ...texts('message', 'dedup_key?'),
  }),
} as const satisfies Record<string, JsonSchema>

/** What a format's senders expect instead of `ok`. */
export interface FormatAnswer {
  readonly status: number
  /** The name of its schema. Null: a text, or nothing. */
  readonly json: keyof typeof FORMAT_SCHEMAS | null
  readonly text?: string
}

/** By the name of the format. */
export const FORMAT_ANSWERS: Readonly<Record<string, readonly FormatAnswer[]>> = {
  ntfy: [{ status: 200, json: 'NtfyMessage' }],
  gotify: [{ status: 200, json: 'GotifyMessage' }],
  googlechat: [{ status: 200, json: 'GoogleChatMessage' }],
  rocketchat: [{ status: 200, json: 'RocketChatAnswer' }],
  'pagerduty-events': [{ status: 202, json: 'PagerDutyAnswer' }],
  teams: [{ status: 200, json: null, text: '1' }],
  discord: [
    { status: 200, json: 'DiscordMessage' },
    // Without `wait=true`.
    { status: 204, json: null },
  ],
}

const DELIVERED = '`ok`; with `wait=true`, a receipt.'
const HEADERS = ['X-Request-Id', 'Idempotent-Replayed', 'X-Webhook-Skipped']
const POST_PARAMETERS = { key: '$request.path.key', post_id: '$response.body#/posts/0/id' }

/** What is answered to a message. What there is besides `ok` and the receipt depends on the formats. */
export function delivered(formats: readonly Format[]): readonly ApiAnswer[] {
  const answering = formats.filter(({ answer }) => answer !== undefined)
  const known = answering.flatMap(({ name }) => FORMAT_ANSWERS[name] ?? [])
  const isOwn = answering.some(({ name }) => FORMAT_ANSWERS[name] === undefined)
  const statuses = new Set([200, ...known.map(({ status }) => status)])
  return [...statuses].map((status) => {
    const answers = known.filter((each) => each.status === status)
    const texts = answers.flatMap(({ text }) => text ?? [])
    const schemas = answers.flatMap(({ json }) => (json ? [reference(json)] : []))
    if (status !== 200) {
      const description = 'What the senders of a format expect'
      return { status, description, content: contentOf(texts, schemas), headers: HEADERS }
    }
    return {
      status,
      description: `${DELIVERED} Formats whose senders expect something else get that.`,
      content: {
        ...contentOf(['ok', ...texts], [reference('Receipt'), ...schemas]),
        ...(isOwn ? { '*/*': { schema: {} } } : {}),
      },
      headers: HEADERS,
      links: { changePost: POST_PARAMETERS, deletePost: POST_PARAMETERS },
    }
  })
}

function contentOf(texts: readonly string[], schemas: readonly JsonSchema[]): ApiContent {
  const [only] = schemas
  return {
    ...(texts.length === 0 ? {} : { 'text/plain': { schema: { enum: texts } } }),
    ...(only === undefined
      ? {}
      : { 'application/json': { schema: schemas.length === 1 ? only : { anyOf: schemas } } }),
  }
}
