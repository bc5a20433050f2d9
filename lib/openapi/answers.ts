import { type AnyField, fieldNames } from '../model/fields.js'
import { SENDER_SCHEMES, SIGNATURE_ENCODINGS } from '../model/verification-fields.js'
import { CLIENT_SETTINGS, type Section, SETTINGS_FIELDS } from '../model/settings-fields.js'
import { INCIDENT_STATES } from '../model/incidents.js'
import * as json from '../model/json-schema.js'
import type { Action } from '../pipeline/once.js'
import { CALLER_FIELDS, SERVER_FIELDS } from '../model/webhook-fields.js'
import { type ApiContent, jsonContent } from './operation.js'

const count = json.integer(0)
const time = { ...count, description: 'Milliseconds since 1970; 0 means never.' }
const ACTIONS = ['created', 'edited', 'replied', 'unchanged', 'deleted'] as const satisfies Action[]

const BY_KIND = {
  text: json.TEXT,
  flag: json.FLAG,
  time,
  rate: json.orNull(json.closed({ per_second: json.NUMBER, burst: json.integer() })),
  names: json.listOf(json.TEXT),
}

/** Fields as answers show them: each is there, unless only administrators see it. */
function shown(fields: readonly AnyField[]): json.MemberSchemas {
  return Object.fromEntries(
    fields.map((field) => [
      'onlyAdministrators' in field ? `${field.wire}?` : field.wire,
      field.kind === 'choice' ? json.oneOf(field.choices) : BY_KIND[field.kind],
    ]),
  )
}

const webhookShape = {
  ...shown(Object.values(SERVER_FIELDS)),
  delete_at: json.exactly(0),
  ...shown(Object.values(CALLER_FIELDS)),
  channel_display_name: json.TEXT,
  channel_type: json.oneOf(['O', 'P', 'D', 'G', '']),
  creator_username: json.TEXT,
  previous_key: {
    ...json.orNull(json.closed({ key_hint: json.TEXT, expires_at: time, last_used: time })),
    description: 'A replaced key while it still works.',
  },
  verification: {
    ...json.orNull(
      json.closed({
        scheme: json.oneOf(fieldNames(SENDER_SCHEMES)),
        ...json.texts('header', 'prefix?'),
        'encoding?': json.oneOf(SIGNATURE_ENCODINGS),
        ...json.texts('timestamp_header?', 'signed?'),
        has_previous_secret: json.FLAG,
      }),
    ),
    description:
      'How its senders sign; null if they need not. Four members are only there for `hmac`.',
  },
}

const webhook = {
  ...json.closed(webhookShape),
  description: 'A webhook in a list, without its key.',
}

const warning = json.closed(json.texts('path', 'reason'))

const incident = json.closed({
  ...json.texts('key', 'title'),
  state: json.oneOf(INCIDENT_STATES),
  count,
  since: time,
  until: json.orNull(time),
  last_event_at: time,
  ...json.texts('channel_id', 'post_id'),
  permalink: { ...json.TEXT, description: 'Empty if the post has been deleted.' },
})

function settingsOf(section: Section): json.JsonSchema {
  const fields = Object.values(SETTINGS_FIELDS).filter((field) => field.section === section)
  return json.closed(shown(fields))
}

/** The bodies of all answers, closed: an unknown member is a mistake. */
export const ANSWERS = {
  Webhook: webhook,
  WebhookWithKey: {
    ...json.closed({
      ...webhookShape,
      key: json.orNull(json.TEXT),
      url: json.orNull(json.TEXT),
      signing_secret: json.TEXT,
      previous_signing_secret: json.orNull(json.closed({ expires_at: time })),
    }),
    description: 'A webhook for those who may manage it. `key` is null if the secret has changed.',
  },
  Webhooks: {
    anyOf: [
      json.listOf(webhook),
      json.closed({ incoming_webhooks: json.listOf(webhook), total_count: count }),
    ],
  },
  Channels: json.listOf(
    json.closed({
      ...json.texts('id', 'team_id'),
      type: json.oneOf(['O', 'P', 'D', 'G']),
      ...json.texts('name', 'display_name'),
    }),
  ),
  Users: json.listOf(json.closed(json.texts('id', 'username', 'display_name'))),
  Formats: json.listOf(
    json.closed({ ...json.texts('name', 'title'), aliases: json.listOf(json.TEXT) }),
  ),
  RecentRequests: json.listOf(
    json.closed({
      time,
      request_id: json.TEXT,
      status: json.integer(),
      ...json.texts('error_id', 'message', 'detail'),
      warnings: json.listOf(warning),
      ignored: json.listOf(json.TEXT),
      size: count,
      ...json.texts('user_agent', 'content_type'),
      headers: json.listOf(json.TEXT),
      duration: json.orNull({ ...json.NUMBER, minimum: 0 }),
      response: json.TEXT,
      post_ids: json.listOf(json.TEXT),
      posted_to: json.orNull(
        json.closed({ ...json.texts('channel_id', 'name'), requested: json.FLAG }),
      ),
      replayed: json.FLAG,
      ...json.texts('format', 'event'),
      skipped: json.FLAG,
    }),
  ),
  Incidents: json.closed({ incidents: json.listOf(incident), total_count: count }),
  Status: json.closed({ status: json.exactly('OK') }),
  TestSent: json.closed({ status: json.exactly('OK'), post_ids: json.listOf(json.TEXT) }),
  ButtonPressed: json.closed({
    status: json.exactly('OK'),
    ...json.texts('trigger_id', 'ephemeral_text?', 'goto_location?'),
  }),
  CurrentUser: json.closed({
    ...json.texts('id', 'username', 'email'),
    roles: json.oneOf(['system_user', 'system_admin system_user']),
    create_at: time,
    delete_at: time,
    'picture_url?': json.TEXT,
  }),
  Settings: json.closed({
    ServiceSettings: settingsOf('ServiceSettings'),
    LogSettings: settingsOf('LogSettings'),
  }),
  ClientSettings: json.closed({
    ...Object.fromEntries(
      Object.values(CLIENT_SETTINGS).map(({ wire }) => [wire, json.oneOf(['true', 'false'])]),
    ),
    ...json.texts('Version', 'SiteURL'),
    'ListsUsers?': json.exactly('true'),
  }),
  LogLines: json.listOf(json.TEXT),
  Receipt: json.closed({
    ok: json.exactly(true),
    posts: json.listOf(
      json.closed({
        ...json.texts('id', 'channel_id', 'permalink'),
        'action?': json.oneOf(ACTIONS),
      }),
    ),
    warnings: json.listOf(warning),
    ignored: json.listOf(json.TEXT),
    'skipped?': json.TEXT,
  }),
  Error: {
    ...json.closed({
      ...json.texts('id', 'message', 'detailed_error', 'request_id'),
      status_code: json.integer(),
    }),
    description: 'The body of every error.',
  },
} as const satisfies Record<string, json.JsonSchema>

/** The name of an answer's body. */
export type AnswerName = keyof typeof ANSWERS

/** An answer in JSON. */
export function jsonAnswer(name: AnswerName, example?: unknown): ApiContent {
  return jsonContent(json.reference(name), example)
}
