import {
  closed,
  exactly,
  integer,
  type JsonSchema,
  listOf,
  NUMBER,
  TEXT,
  texts,
} from '../model/json-schema.js'

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
    expires: integer(),
    event: exactly('message'),
    ...texts('topic', 'title?', 'message'),
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
    embeds: listOf(closed({ title: TEXT })),
    mentions: listOf(NOTHING),
    mention_roles: listOf(NOTHING),
    mention_everyone: exactly(false),
    pinned: exactly(false),
    tts: exactly(false),
    timestamp: DATE,
    edited_timestamp: NULL,
    flags: exactly(0),
    components: listOf(NOTHING),
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
