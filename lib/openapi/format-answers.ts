import * as z from 'zod'

/** What the senders of some formats expect instead of `ok`. */
export const FORMAT_ANSWERS = {
  ntfy: z.strictObject({
    id: z.string(),
    time: z.int(),
    expires: z.int(),
    event: z.literal('message'),
    topic: z.string(),
    title: z.string().optional(),
    message: z.string(),
  }),
  gotify: z.strictObject({
    id: z.int(),
    appid: z.int(),
    message: z.string(),
    title: z.string(),
    priority: z.number(),
    date: z.iso.datetime(),
  }),
  googlechat: z.strictObject({
    name: z.string(),
    text: z.string(),
    thread: z.strictObject({ name: z.string() }),
    space: z.strictObject({ name: z.string() }),
    createTime: z.iso.datetime(),
  }),
  rocketchat: z.strictObject({ success: z.literal(true) }),
  pagerduty: z.strictObject({
    status: z.literal('success'),
    message: z.string(),
    dedup_key: z.string().optional(),
  }),
} as const satisfies Record<string, z.ZodType>
