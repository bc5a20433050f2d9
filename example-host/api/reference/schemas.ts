/** A schema of JSON Schema 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>

export const TEXT: JsonSchema = { type: 'string' }
export const SOME_TEXT: JsonSchema = { type: 'string', minLength: 1 }
/** A text in a body that may be left out: null counts as absent. */
export const OPTIONAL_TEXT: JsonSchema = { type: ['string', 'null'] }
const FLAG: JsonSchema = { type: 'boolean' }
const COUNT: JsonSchema = { type: 'integer', minimum: 0 }
const TIME: JsonSchema = { ...COUNT, description: 'Milliseconds since 1970; 0 means never.' }
const TIMES = { create_at: TIME, update_at: TIME, delete_at: TIME }
const EMPTY: JsonSchema = { const: '' }

const MEMBER = { channel_id: TEXT, user_id: TEXT, roles: { const: 'channel_user' } }

type Members = Readonly<Record<string, JsonSchema>>

/** Closed: it has these members and no others. */
function object(required: Members, optional: Members = {}): JsonSchema {
  return { ...body(required, optional), additionalProperties: false }
}

/** A body: other members, which clients send, are ignored. */
export function body(required: Members, optional: Members = {}): JsonSchema {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
  }
}

export function list(items: JsonSchema): JsonSchema {
  return { type: 'array', items }
}

export function refer(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}

/** What the chat's own API answers. */
export const CHAT_SCHEMAS = {
  Post: object({
    id: TEXT,
    ...TIMES,
    edit_at: TIME,
    is_pinned: FLAG,
    user_id: TEXT,
    channel_id: TEXT,
    root_id: TEXT,
    original_id: TEXT,
    message: TEXT,
    type: TEXT,
    props: { type: 'object' },
    hashtags: TEXT,
    pending_post_id: TEXT,
    reply_count: COUNT,
    last_reply_at: TIME,
    webhook_id: { ...TEXT, description: 'The webhook that wrote it; empty if a person did.' },
    participants: { oneOf: [{ type: 'null' }, list(object({ id: TEXT }, { webhook_id: TEXT }))] },
    metadata: object({}, { priority: {} }),
  }),
  PostList: object(
    {
      posts: { type: 'object', additionalProperties: refer('Post') },
      order: list(TEXT),
      has_next: FLAG,
    },
    { matches: { type: 'null' } },
  ),
  Team: object({
    id: TEXT,
    name: TEXT,
    display_name: TEXT,
    type: { const: 'O' },
    ...TIMES,
    description: EMPTY,
    email: EMPTY,
    company_name: EMPTY,
    allowed_domains: EMPTY,
    invite_id: EMPTY,
    allow_open_invite: { const: true },
    scheme_id: EMPTY,
    group_constrained: { const: false },
  }),
  TeamMember: object({
    team_id: TEXT,
    user_id: TEXT,
    roles: { const: 'team_user' },
    delete_at: TIME,
  }),
  Channel: object({
    id: TEXT,
    team_id: TEXT,
    type: { enum: ['O', 'P', 'D', 'G'] },
    name: TEXT,
    display_name: TEXT,
    header: EMPTY,
    purpose: TEXT,
    creator_id: TEXT,
    ...TIMES,
  }),
  ChannelMember: object(MEMBER),
  OwnChannelMember: object({
    ...MEMBER,
    last_viewed_at: TIME,
    last_post_at: TIME,
    unread_count: COUNT,
    mention_count: COUNT,
  }),
  Unread: object({ team_id: TEXT, channel_id: TEXT, msg_count: COUNT, mention_count: COUNT }),
  ChannelStats: object({ channel_id: TEXT, member_count: COUNT }),
  Viewed: object({
    status: { const: 'OK' },
    last_viewed_at_times: { type: 'object', additionalProperties: TIME },
  }),
  AuditEvent: object({
    time: TIME,
    user_id: TEXT,
    username: TEXT,
    action: TEXT,
    hook_id: TEXT,
    fields: list(TEXT),
  }),
  Login: { ...TEXT, description: 'The host of a forge, `/` and a login there, in lower case.' },
  RemovedAccount: object(
    { status: { const: 'OK' } },
    {
      handed_over: { ...list(TEXT), description: 'The ids of webhooks. Only with `permanent`.' },
      deleted: list(object({ id: TEXT, display_name: TEXT, reason: TEXT, detailed_error: TEXT })),
    },
  ),
  UserStatus: object({
    user_id: TEXT,
    status: { enum: ['online', 'offline'] },
    manual: { const: false },
    last_activity_at: TIME,
    dnd_end_time: TIME,
  }),
  Role: object({
    id: TEXT,
    name: TEXT,
    display_name: TEXT,
    description: TEXT,
    ...TIMES,
    permissions: list(TEXT),
    scheme_managed: FLAG,
    built_in: FLAG,
  }),
  Readiness: object(
    { status: { enum: ['OK', 'unavailable'] }, store: TEXT, waiting: COUNT },
    { reason: { ...TEXT, description: 'Only for requests from the same machine.' } },
  ),
} satisfies Record<string, JsonSchema>

/** The schema of an answer, of the chat's or of the library's. */
export type AnswerName = keyof typeof CHAT_SCHEMAS | 'CurrentUser' | 'Status'
