import * as z from 'zod'

/** What the senders of some formats expect, closed. */
export const FORMAT_SCHEMAS = {
  NtfyMessage: z.strictObject({
    id: z.string(),
    time: z.int(),
    expires: z.int(),
    event: z.literal('message'),
    topic: z.string(),
    title: z.string().optional(),
    message: z.string(),
  }),
  GotifyMessage: z.strictObject({
    id: z.int(),
    appid: z.int(),
    message: z.string(),
    title: z.string(),
    priority: z.number(),
    date: z.iso.datetime(),
  }),
  GoogleChatMessage: z.strictObject({
    name: z.string(),
    text: z.string(),
    thread: z.strictObject({ name: z.string() }),
    space: z.strictObject({ name: z.string() }),
    createTime: z.iso.datetime(),
  }),
  DiscordMessage: z.strictObject({
    id: z.string(),
    type: z.literal(0),
    channel_id: z.string(),
    webhook_id: z.string(),
    content: z.string(),
    author: z.strictObject({
      id: z.string(),
      username: z.string(),
      avatar: z.null(),
      discriminator: z.literal('0000'),
      bot: z.literal(true),
    }),
    attachments: z.array(z.never()),
    embeds: z.array(z.strictObject({ title: z.string() })),
    mentions: z.array(z.never()),
    mention_roles: z.array(z.never()),
    mention_everyone: z.literal(false),
    pinned: z.literal(false),
    tts: z.literal(false),
    timestamp: z.iso.datetime(),
    edited_timestamp: z.null(),
    flags: z.literal(0),
    components: z.array(z.never()),
  }),
  RocketChatAnswer: z.strictObject({ success: z.literal(true) }),
  PagerDutyAnswer: z.strictObject({
    status: z.literal('success'),
    message: z.string(),
    dedup_key: z.string().optional(),
  }),
} as const satisfies Record<string, z.ZodType>

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
