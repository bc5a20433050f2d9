import { RULES, TEMPLATE } from '../manage/field-checks.js'
import { SLUG } from '../manage/bodies.js'
import { type AnyField, fieldNames, type SlugField } from '../model/fields.js'
import { SENDER_SCHEMES, SIGNATURE_ENCODINGS } from '../model/verification-fields.js'
import {
  CLIENT_SETTINGS,
  type Section,
  SECTIONS,
  SETTINGS_FIELDS,
} from '../model/settings-fields.js'
import { SIGNALS } from '../log/signals.js'
import { INCIDENT_STATES } from '../model/incidents.js'
import { OUTCOMES } from '../model/last-result.js'
import {
  closed,
  exactly,
  FLAG,
  integer,
  type JsonSchema,
  listOf,
  type MemberSchemas,
  NUMBER,
  oneOf,
  orNull,
  reference,
  TEXT,
  texts,
} from '../model/json-schema.js'
import type { Action } from '../pipeline/once.js'
import { CALLER_FIELDS, SERVER_FIELDS } from '../model/webhook-fields.js'
import { type ApiContent, jsonContent } from './operation.js'

const count = integer(0)
const time = { ...count, description: 'Milliseconds since 1970; 0 means never.' }
const ACTIONS = ['created', 'edited', 'replied', 'unchanged', 'deleted'] as const satisfies Action[]

const BY_KIND = {
  text: TEXT,
  flag: FLAG,
  time,
  rate: orNull(closed({ per_second: NUMBER, burst: integer() })),
  names: listOf(TEXT),
  period: integer(0),
  rules: RULES.schema,
  template: orNull(TEMPLATE.schema),
  slug: orNull(SLUG.schema),
}

const warning = closed(texts('path', 'reason'))
const NAMED_TEXTS = { type: 'object', additionalProperties: TEXT } as const satisfies JsonSchema

const deliveryShape: MemberSchemas = {
  id: TEXT,
  hook_id: TEXT,
  time,
  outcome: oneOf(OUTCOMES),
  request_id: TEXT,
  status: integer(),
  ...texts('error_id', 'message', 'detail'),
  warnings: listOf(warning),
  ignored: listOf(TEXT),
  size: count,
  ...texts('user_agent', 'content_type'),
  headers: listOf(TEXT),
  duration: orNull({ ...NUMBER, minimum: 0 }),
  response: TEXT,
  post_ids: listOf(TEXT),
  actions: listOf(oneOf(ACTIONS)),
  posted_to: orNull(closed({ ...texts('channel_id', 'name'), requested: FLAG })),
  replayed: FLAG,
  ...texts('format', 'event', 'incident'),
  facts: closed({
    ...texts(
      'state?',
      'branch?',
      'author?',
      'severity?',
      'environment?',
      'service?',
      'repository?',
    ),
    'label?': listOf(TEXT),
    'private?': FLAG,
  }),
  digest: TEXT,
  beside: TEXT,
  waited: NUMBER,
  address: TEXT,
  rules: listOf(count),
  replay_of: orNull(TEXT),
  is_old_key: FLAG,
  skipped: FLAG,
  delivered_by: orNull(TEXT),
}
const delivery = closed(deliveryShape)

/** Fields as answers show them: each is there, unless only administrators see it. */
function shown(fields: readonly (AnyField | SlugField)[]): MemberSchemas {
  return Object.fromEntries(
    fields.map((field) => [
      'onlyAdministrators' in field ? `${field.wire}?` : field.wire,
      field.kind === 'choice' ? oneOf(field.choices) : BY_KIND[field.kind],
    ]),
  )
}

const webhookShape = {
  ...shown(Object.values(SERVER_FIELDS)),
  delete_at: exactly(0),
  ...shown(Object.values(CALLER_FIELDS)),
  channel_display_name: TEXT,
  channel_type: oneOf(['O', 'P', 'D', 'G', '']),
  creator_username: TEXT,
  previous_key: {
    ...orNull(closed({ key_hint: TEXT, expires_at: time, last_used: time })),
    description: 'A replaced key while it still works.',
  },
  verification: {
    ...orNull(
      closed({
        scheme: oneOf(fieldNames(SENDER_SCHEMES)),
        ...texts('header', 'prefix?'),
        'encoding?': oneOf(SIGNATURE_ENCODINGS),
        ...texts('timestamp_header?', 'signed?'),
        has_previous_secret: FLAG,
      }),
    ),
    description:
      'How its senders sign; null if they need not. Four members are only there for `hmac`.',
  },
  last_result: {
    ...orNull(
      closed({
        at: time,
        outcome: oneOf(OUTCOMES),
        status: integer(),
        ...texts('error_id', 'detail'),
      }),
    ),
    description: 'What became of its last request; null before the first one.',
  },
  webhook_format: {
    ...TEXT,
    description: 'The format that was recognised last; empty if none was yet.',
  },
}

const webhook = {
  ...closed(webhookShape),
  description: 'A webhook in a list, without its key.',
}

const change = closed({
  state: oneOf(INCIDENT_STATES),
  at: time,
  ...texts('by', 'level', 'title'),
})

const incident = closed({
  ...texts('key', 'title'),
  state: oneOf(INCIDENT_STATES),
  count,
  since: time,
  until: orNull(time),
  last_event_at: time,
  history: {
    ...listOf(change),
    description:
      'The changes of its state and its title, the first one first: who made each, how bad its report called it, and what the report was called where that is not the title.',
  },
  ...texts('channel_id', 'post_id'),
  permalink: { ...TEXT, description: 'Empty if the post has been deleted.' },
})

function settingsOf(section: Section): JsonSchema {
  const fields = Object.values(SETTINGS_FIELDS).filter((field) => field.section === section)
  return closed(shown(fields))
}

/** The bodies of all answers, closed: an unknown member is a mistake. */
export const ANSWERS = {
  Webhook: webhook,
  WebhookWithKey: {
    ...closed({
      ...webhookShape,
      key: orNull(TEXT),
      url: orNull(TEXT),
      signing_secret: TEXT,
      previous_signing_secret: orNull(closed({ expires_at: time })),
      'warnings?': listOf(warning),
    }),
    description: 'A webhook for those who may manage it. `key` is null if the secret has changed.',
  },
  HandedOver: closed({
    handed_over: listOf(TEXT),
    refused: listOf(closed(texts('hook_id', 'display_name', 'reason', 'detail'))),
  }),
  Webhooks: {
    anyOf: [listOf(webhook), closed({ incoming_webhooks: listOf(webhook), total_count: count })],
  },
  Channels: listOf(
    closed({
      ...texts('id', 'team_id'),
      type: oneOf(['O', 'P', 'D', 'G']),
      ...texts('name', 'display_name'),
    }),
  ),
  Users: listOf(closed(texts('id', 'username', 'display_name'))),
  Formats: listOf(closed({ ...texts('name', 'title'), aliases: listOf(TEXT) })),
  Delivery: delivery,
  Deliveries: listOf(delivery),
  SentDelivery: closed({
    ...deliveryShape,
    sent: orNull(closed({ ...texts('method', 'path'), query: NAMED_TEXTS, headers: NAMED_TEXTS })),
    body: orNull(TEXT),
  }),
  Replayed: closed({ status: integer(), ...texts('id?', 'message?', 'detailed_error?') }),
  ReplayedRequests: closed({ results: listOf(closed({ id: TEXT, status: integer() })) }),
  Attention: listOf(
    closed({
      ...texts('hook_id', 'display_name'),
      signal: oneOf(SIGNALS),
      reason: TEXT,
      count,
      since: time,
    }),
  ),
  Incidents: closed({ incidents: listOf(incident), total_count: count }),
  Status: closed({ status: exactly('OK') }),
  TestSent: closed({ status: exactly('OK'), post_ids: listOf(TEXT) }),
  Preview: closed({
    outcome: oneOf(OUTCOMES),
    answer: closed({ status: integer(), body: TEXT }),
    posts: listOf(
      closed({
        action: oneOf(ACTIONS),
        channel_id: {
          ...TEXT,
          description:
            'Empty if it is a direct channel that would be created, or one that you may not read.',
        },
        ...texts('message', 'type', 'root_id', 'html?'),
        props: { type: 'object' },
      }),
    ),
    ...texts('format', 'event', 'incident', 'state'),
    rules: listOf(count),
    warnings: listOf(warning),
    ignored: listOf(TEXT),
    error: orNull(closed(texts('id', 'message', 'detailed_error'))),
  }),
  ButtonPressed: closed({
    status: exactly('OK'),
    ...texts('trigger_id', 'ephemeral_text?', 'goto_location?'),
  }),
  CurrentUser: closed({
    ...texts('id', 'username', 'email'),
    roles: oneOf(['system_user', 'system_admin system_user']),
    create_at: time,
    delete_at: time,
    'picture_url?': TEXT,
  }),
  Settings: closed(Object.fromEntries(SECTIONS.map((name) => [name, settingsOf(name)]))),
  ClientSettings: closed({
    ...Object.fromEntries(
      Object.values(CLIENT_SETTINGS).map(({ wire }) => [wire, oneOf(['true', 'false'])]),
    ),
    ...texts('Version', 'SiteURL'),
    'ListsUsers?': exactly('true'),
    'RequestsSince?': TEXT,
  }),
  LogLines: listOf(TEXT),
  Receipt: closed({
    ok: exactly(true),
    posts: listOf(
      closed({
        ...texts('id', 'channel_id', 'permalink'),
        'action?': oneOf(ACTIONS),
      }),
    ),
    warnings: listOf(warning),
    ignored: listOf(TEXT),
    'skipped?': TEXT,
  }),
  Error: {
    ...closed({
      ...texts('id', 'message', 'detailed_error', 'request_id'),
      status_code: integer(),
    }),
    description: 'The body of every error.',
  },
} as const satisfies Record<string, JsonSchema>

/** The name of an answer's body. */
export type AnswerName = keyof typeof ANSWERS

/** An answer in JSON. */
export function jsonAnswer(name: AnswerName, example?: unknown): ApiContent {
  return jsonContent(reference(name), example)
}
