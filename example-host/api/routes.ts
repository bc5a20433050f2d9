import type { ApiOperation } from 'express-incoming-webhooks/openapi'
import {
  type AnswerName,
  body,
  type JsonSchema,
  list,
  OPTIONAL_TEXT,
  SOME_TEXT,
  TEXT,
} from './reference/schemas.js'

// To add a route, add an entry to this table and its handler in a file beside it. Where it is mounted,
// how its body is read and how the reference describes it follow.

type Parameter = NonNullable<ApiOperation['parameters']>[number]

/** A route for signed-in users. */
export interface ChatRoute extends Pick<ApiOperation, 'summary'> {
  readonly method: 'get' | 'post' | 'put' | 'delete'
  /** Below `/api/v4`, with parameters in braces. */
  readonly path: `/${string}`
  /** Its schema, or that of each of a list; `[]` is always empty. Null: there is never an answer. */
  readonly answer: AnswerName | `${AnswerName}[]` | '[]' | null
  readonly query?: readonly Parameter[]
  readonly body?: JsonSchema
  /** Bytes of a body. Default: 64 KiB. */
  readonly bodyLimit?: number
  /** Default: 200. */
  readonly status?: 200 | 201
  /** Errors that do not follow from the rest. */
  readonly errors?: ApiOperation['errors']
}

function by(method: ChatRoute['method']) {
  return (
    path: ChatRoute['path'],
    summary: string,
    answer: ChatRoute['answer'],
    rest: Omit<ChatRoute, 'method' | 'path' | 'summary' | 'answer'> = {},
  ): ChatRoute => ({ method, path, summary, answer, ...rest })
}

const get = by('get')
const post = by('post')
const put = by('put')
const remove = by('delete')

function query(name: string, description: string, schema = TEXT): Parameter {
  return { in: 'query', name, description, schema }
}

/** Of lists. */
const PAGING: readonly Parameter[] = [
  query('page', 'From 0, which is also what any other text means.'),
  query('per_page', 'From 1 to 200; more means 200, anything else 60.'),
]
const BEFORE = query('before', 'Only those older than this post.')
const SINCE: JsonSchema = { type: 'string', pattern: '^\\d{0,15}$' }
/** Ids or names, at most 200. */
const IDS: JsonSchema = { ...list(TEXT), maxItems: 200 }
/** Of 8 to 72 bytes. */
const PASSWORD: JsonSchema = { type: 'string', minLength: 8, maxLength: 72 }
const SEARCH = body(
  { terms: SOME_TEXT },
  { is_or_search: { type: ['boolean', 'null'] }, page: {}, per_page: {} },
)
/** Room for the longest message with each character escaped in JSON. */
const POST_BODY_LIMIT = 262_144

/** Paths without parameters come before those that would match them too. */
const USERS = {
  listAccounts: get('/users', 'List the users', 'CurrentUser[]', { query: PAGING }),
  createAccount: post('/users', 'Create a user', 'CurrentUser', {
    body: body({ username: SOME_TEXT, email: SOME_TEXT, password: PASSWORD }),
    status: 201,
    errors: ['rate_limited'],
  }),
  getAccountsByIds: post('/users/ids', 'Get users by their ids', 'CurrentUser[]', { body: IDS }),
  getAccountsByNames: post('/users/usernames', 'Get users by their names', 'CurrentUser[]', {
    body: IDS,
  }),
  getAccountByName: get('/users/username/{name}', 'Get a user by name', 'CurrentUser', {
    errors: ['user_missing'],
  }),
  getAccount: get('/users/{user_id}', 'Get a user', 'CurrentUser', { errors: ['user_missing'] }),
  getPreferences: get(
    '/users/{user_id}/preferences',
    'Get the preferences of a user: none are kept',
    '[]',
    { errors: ['not_permitted'] },
  ),
  setActive: put('/users/{user_id}/active', 'Deactivate or activate a user', 'Status', {
    body: body({ active: { type: 'boolean' } }),
    errors: ['user_missing'],
  }),
  removeAccount: remove(
    '/users/{user_id}',
    'Deactivate a user, or delete all that is stored of the user but the id in the audit',
    'RemovedAccount',
    {
      query: [
        query('permanent', '`true`: delete. For administrators; it cannot be undone.'),
        query(
          'hand_over_to',
          'The id of the user who gets the webhooks that they may have, with their posts. The others are deleted.',
        ),
      ],
      errors: ['not_permitted', 'user_missing'],
    },
  ),
  setPassword: put('/users/{user_id}/password', 'Change a password', 'Status', {
    body: body(
      { new_password: PASSWORD },
      { current_password: { description: 'Administrators need none.' } },
    ),
    errors: ['user_missing', 'rate_limited', 'sign_in_failed'],
  }),
  listLogins: get(
    '/users/{user_id}/logins',
    'List the logins at forges that a user has claimed, by which reports mention the user',
    'Login[]',
    { errors: ['not_permitted', 'user_missing'] },
  ),
  claimLogin: post(
    '/users/{user_id}/logins',
    'Claim a login at a forge, which one person has: an address such as `https://github.com/octocat`',
    'Login[]',
    {
      body: body({ login: SOME_TEXT }),
      status: 201,
      errors: ['not_permitted', 'user_missing'],
    },
  ),
  releaseLogin: remove(
    '/users/{user_id}/logins/{login}',
    'Release a login at a forge, also that of somebody else as an administrator',
    'Status',
    { errors: ['not_permitted', 'not_found'] },
  ),
  getStatuses: post('/users/status/ids', 'Get who is online', 'UserStatus[]', { body: IDS }),
  getStatus: get('/users/{user_id}/status', 'Get whether a user is online', 'UserStatus', {
    errors: ['user_missing'],
  }),
  listOwnTeams: get('/users/{user_id}/teams', 'List the teams of a user', 'Team[]'),
  listOwnChannels: get(
    '/users/{user_id}/teams/{team_id}/channels',
    'List the channels of a user',
    'Channel[]',
    { errors: ['not_permitted'] },
  ),
  listOwnMemberships: get(
    '/users/{user_id}/teams/{team_id}/channels/members',
    'List what a user has not read yet, by channel',
    'OwnChannelMember[]',
    { errors: ['not_permitted'] },
  ),
  getUnread: get(
    '/users/{user_id}/channels/{channel_id}/unread',
    'Count what a user has not read yet in a channel',
    'Unread',
    { errors: ['not_permitted'] },
  ),
}

const TEAMS = {
  listTeams: get('/teams', 'List the teams', 'Team[]', { query: PAGING }),
  getTeamByName: get('/teams/name/{name}', 'Get a team by name', 'Team', {
    errors: ['not_found'],
  }),
  getTeam: get('/teams/{team_id}', 'Get a team', 'Team', { errors: ['not_found'] }),
  joinTeam: post(
    '/teams/{team_id}/members',
    'Add a user to a team: everybody is in every team',
    'TeamMember',
    { body: body({ user_id: SOME_TEXT }), status: 201, errors: ['not_found', 'user_missing'] },
  ),
  listPublicChannels: get(
    '/teams/{team_id}/channels',
    'List the public channels of a team',
    'Channel[]',
    { query: PAGING, errors: ['not_found'] },
  ),
  getChannelByName: get(
    '/teams/{team_id}/channels/name/{name}',
    'Get a channel by name',
    'Channel',
    {
      query: [query('include_deleted', '`true`: also if it is archived.')],
      errors: ['channel_missing'],
    },
  ),
}

const CHANNELS = {
  createChannel: post('/channels', 'Create a channel', 'Channel', {
    body: body(
      { team_id: SOME_TEXT, name: SOME_TEXT, type: { enum: ['O', 'P'] } },
      { display_name: OPTIONAL_TEXT, purpose: OPTIONAL_TEXT },
    ),
    status: 201,
    errors: ['not_found'],
  }),
  openDirectChannel: post('/channels/direct', 'Open a direct channel of two users', 'Channel', {
    body: { ...list(SOME_TEXT), minItems: 2, maxItems: 2 },
    status: 201,
    errors: ['user_missing', 'channel_missing'],
  }),
  getChannel: get('/channels/{channel_id}', 'Get a channel', 'Channel'),
  setPurpose: put('/channels/{channel_id}/patch', 'Change what a channel is for', 'Channel', {
    body: body({}, { purpose: OPTIONAL_TEXT }),
  }),
  archiveChannel: remove('/channels/{channel_id}', 'Archive a channel', 'Status'),
  restoreChannel: post('/channels/{channel_id}/restore', 'Restore an archived channel', 'Channel'),
  listMembers: get(
    '/channels/{channel_id}/members',
    'List the members of a channel',
    'ChannelMember[]',
    { query: PAGING },
  ),
  getChannelStats: get(
    '/channels/{channel_id}/stats',
    'Count the members of a channel',
    'ChannelStats',
  ),
  addMember: post('/channels/{channel_id}/members', 'Add a user to a channel', 'ChannelMember', {
    body: body({ user_id: SOME_TEXT }),
    status: 201,
    errors: ['user_missing'],
  }),
  removeMember: remove(
    '/channels/{channel_id}/members/{user_id}',
    'Remove a user from a channel',
    'Status',
    { errors: ['user_missing'] },
  ),
  viewChannel: post('/channels/members/{user_id}/view', 'Mark a channel as read', 'Viewed', {
    body: body({}, { channel_id: OPTIONAL_TEXT }),
    errors: ['channel_missing'],
  }),
}

const POSTS = {
  createPost: post('/posts', 'Write a post', 'Post', {
    body: body({ channel_id: SOME_TEXT, message: SOME_TEXT }, { root_id: OPTIONAL_TEXT }),
    bodyLimit: POST_BODY_LIMIT,
    status: 201,
    errors: ['invalid_param', 'channel_missing'],
  }),
  getPost: get('/posts/{post_id}', 'Get a post', 'Post'),
  editPost: put('/posts/{post_id}/patch', 'Edit a post', 'Post', {
    body: body({ message: SOME_TEXT }),
    bodyLimit: POST_BODY_LIMIT,
    errors: ['channel_missing'],
  }),
  removePost: remove('/posts/{post_id}', 'Delete a post', 'Status', {
    errors: ['channel_missing'],
  }),
  listPosts: get(
    '/channels/{channel_id}/posts',
    'List the posts of a channel, newest first',
    'PostList',
    {
      query: [
        ...PAGING,
        BEFORE,
        query('after', 'Only those newer than this post.'),
        query('since', 'Only those changed since then, in milliseconds since 1970.', SINCE),
      ],
      errors: ['invalid_param'],
    },
  ),
  getThread: get('/posts/{post_id}/thread', 'Get the posts of a thread', 'PostList', {
    query: [BEFORE],
  }),
  searchPosts: post('/posts/search', 'Search the latest posts', 'PostList', { body: SEARCH }),
  searchTeamPosts: post(
    '/teams/{team_id}/posts/search',
    'Search the latest posts of a team',
    'PostList',
    { body: SEARCH, errors: ['not_found'] },
  ),
}

const OTHERS = {
  getRoles: post('/roles/names', 'Get roles by their names', 'Role[]', { body: IDS }),
  listAudit: get('/audit', 'List who did what to webhooks, for administrators', 'AuditEvent[]', {
    query: PAGING,
    errors: ['not_permitted'],
  }),
  listEmoji: get('/emoji', 'List custom emoji: there are none', '[]'),
  getEmoji: get('/emoji/name/{name}', 'Get a custom emoji: there are none', null, {
    errors: ['not_found'],
  }),
  getEmojiByNames: post('/emoji/names', 'Get custom emoji by their names: there are none', '[]', {
    body: IDS,
  }),
  searchEmoji: post('/emoji/search', 'Search custom emoji: there are none', '[]', {
    body: body({ term: SOME_TEXT }),
  }),
}

export const ROUTES = { ...USERS, ...TEAMS, ...CHANNELS, ...POSTS, ...OTHERS }

export type RouteName = keyof typeof ROUTES

/** The same, by the groups of the reference. */
export const GROUPS = {
  Users: USERS,
  Teams: TEAMS,
  Channels: CHANNELS,
  Posts: POSTS,
  'Roles, emoji and audit': OTHERS,
}
