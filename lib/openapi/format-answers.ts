import * as json from '../model/json-schema.js'

const NULL = { type: 'null' }
const NOTHING = { not: {} }
const DATE = {
  type: 'string',
  format: 'date-time',
  pattern: String.raw`^(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|(?:02)-(?:0[1-9]|1\d|2[0-8])))T(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z))$`,
}

/** What the senders of some formats expect, json.closed. */
export const FORMAT_SCHEMAS = {
  NtfyMessage: json.closed({
    id: json.TEXT,
    time: json.integer(),
    expires: json.integer(),
    event: json.exactly('message'),
    ...json.texts('topic', 'title?', 'message'),
  }),
  GotifyMessage: json.closed({
    id: json.integer(),
    appid: json.integer(),
    ...json.texts('message', 'title'),
    priority: json.NUMBER,
    date: DATE,
  }),
  GoogleChatMessage: json.closed({
    ...json.texts('name', 'text'),
    thread: json.closed({ name: json.TEXT }),
    space: json.closed({ name: json.TEXT }),
    createTime: DATE,
  }),
  DiscordMessage: json.closed({
    id: json.TEXT,
    type: json.exactly(0),
    ...json.texts('channel_id', 'webhook_id', 'content'),
    author: json.closed({
      ...json.texts('id', 'username'),
      avatar: NULL,
      discriminator: json.exactly('0000'),
      bot: json.exactly(true),
    }),
    attachments: json.listOf(NOTHING),
    embeds: json.listOf(json.closed({ title: json.TEXT })),
    mentions: json.listOf(NOTHING),
    mention_roles: json.listOf(NOTHING),
    mention_everyone: json.exactly(false),
    pinned: json.exactly(false),
    tts: json.exactly(false),
    timestamp: DATE,
    edited_timestamp: NULL,
    flags: json.exactly(0),
    components: json.listOf(NOTHING),
  }),
  RocketChatAnswer: json.closed({ success: json.exactly(true) }),
  PagerDutyAnswer: json.closed({
    status: json.exactly('success'),
    ...json.texts('message', 'dedup_key?'),
  }),
} as const satisfies Record<string, json.JsonSchema>

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
