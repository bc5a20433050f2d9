import * as z from 'zod'
import { type AnyField, fieldNames } from '../model/fields.js'
import { SENDER_SCHEMES, SIGNATURE_ENCODINGS } from '../model/verification-fields.js'
import { CLIENT_SETTINGS, type Section, SETTINGS_FIELDS } from '../model/settings-fields.js'
import { INCIDENT_STATES } from '../model/incidents.js'
import type { Action } from '../pipeline/once.js'
import { CALLER_FIELDS, SERVER_FIELDS } from '../model/webhook-fields.js'
import { type ApiContent, jsonContent } from './operation.js'
import { reference } from './schema.js'

const time = z.int().min(0).describe('Milliseconds since 1970; 0 means never.')
const count = z.int().min(0)
const ACTIONS = ['created', 'edited', 'replied', 'unchanged', 'deleted'] as const satisfies Action[]

/** Fields as answers show them: each is there, unless only administrators see it. */
function shown(fields: readonly AnyField[]): Record<string, z.ZodType> {
  return Object.fromEntries(
    fields.map((field) => {
      const schema = shownValue(field)
      return [field.wire, 'onlyAdministrators' in field ? schema.optional() : schema]
    }),
  )
}

function shownValue(field: AnyField): z.ZodType {
  switch (field.kind) {
    case 'text':
      return z.string()
    case 'flag':
      return z.boolean()
    case 'time':
      return time
    case 'choice':
      return z.enum(field.choices)
    case 'rate':
      return z.strictObject({ per_second: z.number(), burst: z.int() }).nullable()
    case 'names':
      return z.array(z.string())
  }
}

const webhookShape = {
  ...shown(Object.values(SERVER_FIELDS)),
  delete_at: z.literal(0),
  ...shown(Object.values(CALLER_FIELDS)),
  channel_display_name: z.string(),
  channel_type: z.enum(['O', 'P', 'D', 'G', '']),
  creator_username: z.string(),
  previous_key: z
    .strictObject({ key_hint: z.string(), expires_at: time, last_used: time })
    .nullable()
    .describe('A replaced key while it still works.'),
  verification: z
    .strictObject({
      scheme: z.enum(fieldNames(SENDER_SCHEMES)),
      header: z.string(),
      prefix: z.string().optional(),
      encoding: z.enum(SIGNATURE_ENCODINGS).optional(),
      timestamp_header: z.string().optional(),
      signed: z.string().optional(),
      has_previous_secret: z.boolean(),
    })
    .nullable()
    .describe(
      'How its senders sign; null if they need not. Four members are only there for `hmac`.',
    ),
}

const webhook = z.strictObject(webhookShape).describe('A webhook in a list, without its key.')

const webhookWithKey = z
  .strictObject({
    ...webhookShape,
    key: z.string().nullable(),
    url: z.string().nullable(),
    signing_secret: z.string(),
    previous_signing_secret: z.strictObject({ expires_at: time }).nullable(),
  })
  .describe('A webhook for those who may manage it. `key` is null if the secret has changed.')

const error = z
  .strictObject({
    id: z.string(),
    message: z.string(),
    detailed_error: z.string(),
    request_id: z.string(),
    status_code: z.int(),
  })
  .describe('The body of every error.')

const warning = z.strictObject({ path: z.string(), reason: z.string() })

const incident = z.strictObject({
  key: z.string(),
  title: z.string(),
  state: z.enum(INCIDENT_STATES),
  count,
  since: time,
  until: time.nullable(),
  last_event_at: time,
  channel_id: z.string(),
  post_id: z.string(),
  permalink: z.string().describe('Empty if the post has been deleted.'),
})

function settingsOf(section: Section): z.ZodType {
  const fields = Object.values(SETTINGS_FIELDS).filter((field) => field.section === section)
  return z.strictObject(shown(fields))
}

/** The bodies of all answers, closed: an unknown member is a mistake. */
export const ANSWERS = {
  Webhook: webhook,
  WebhookWithKey: webhookWithKey,
  Webhooks: z.union([
    z.array(webhook),
    z.strictObject({ incoming_webhooks: z.array(webhook), total_count: count }),
  ]),
  Channels: z.array(
    z.strictObject({
      id: z.string(),
      team_id: z.string(),
      type: z.enum(['O', 'P', 'D', 'G']),
      name: z.string(),
      display_name: z.string(),
    }),
  ),
  Users: z.array(
    z.strictObject({ id: z.string(), username: z.string(), display_name: z.string() }),
  ),
  Formats: z.array(
    z.strictObject({ name: z.string(), title: z.string(), aliases: z.array(z.string()) }),
  ),
  RecentRequests: z.array(
    z.strictObject({
      time,
      request_id: z.string(),
      status: z.int(),
      error_id: z.string(),
      message: z.string(),
      detail: z.string(),
      warnings: z.array(warning),
      ignored: z.array(z.string()),
      size: count,
      user_agent: z.string(),
      content_type: z.string(),
      headers: z.array(z.string()),
      duration: z.number().min(0).nullable(),
      response: z.string(),
      post_ids: z.array(z.string()),
      posted_to: z
        .strictObject({ channel_id: z.string(), name: z.string(), requested: z.boolean() })
        .nullable(),
      replayed: z.boolean(),
      format: z.string(),
      event: z.string(),
      skipped: z.boolean(),
    }),
  ),
  Incidents: z.strictObject({ incidents: z.array(incident), total_count: count }),
  Status: z.strictObject({ status: z.literal('OK') }),
  TestSent: z.strictObject({ status: z.literal('OK'), post_ids: z.array(z.string()) }),
  ButtonPressed: z.strictObject({
    status: z.literal('OK'),
    trigger_id: z.string(),
    ephemeral_text: z.string().optional(),
    goto_location: z.string().optional(),
  }),
  CurrentUser: z.strictObject({
    id: z.string(),
    username: z.string(),
    email: z.string(),
    roles: z.enum(['system_user', 'system_admin system_user']),
    create_at: time,
    delete_at: time,
    picture_url: z.string().optional(),
  }),
  Settings: z.strictObject({
    ServiceSettings: settingsOf('ServiceSettings'),
    LogSettings: settingsOf('LogSettings'),
  }),
  ClientSettings: z.strictObject({
    ...Object.fromEntries(
      Object.values(CLIENT_SETTINGS).map(({ wire }) => [wire, z.enum(['true', 'false'])]),
    ),
    Version: z.string(),
    SiteURL: z.string(),
    ListsUsers: z.literal('true').optional(),
  }),
  LogLines: z.array(z.string()),
  Receipt: z.strictObject({
    ok: z.literal(true),
    posts: z.array(
      z.strictObject({
        id: z.string(),
        channel_id: z.string(),
        permalink: z.string(),
        action: z.enum(ACTIONS).optional(),
      }),
    ),
    warnings: z.array(warning),
    ignored: z.array(z.string()),
    skipped: z.string().optional(),
  }),
  Error: error,
} as const satisfies Record<string, z.ZodType>

/** The name of an answer's body. */
export type AnswerName = keyof typeof ANSWERS

/** An answer in JSON. */
export function jsonAnswer(name: AnswerName, example?: unknown): ApiContent {
  return jsonContent(reference(name), example)
}
