import type {
  ApiContent,
  ApiMethod,
  ApiOperation,
  ApiParameter,
} from 'express-incoming-webhooks/openapi'
import { body, list, refer, SOME_TEXT, TEXT } from './schemas.js'
import type { JsonSchema } from 'express-incoming-webhooks/openapi'

type Errors = ApiOperation['errors']

const STORAGE: Errors = ['storage_unavailable', 'storage_timeout']
const READING: Errors = ['invalid_body', 'body_too_large', 'unsupported_encoding', 'not_permitted']
const CHANNEL: Errors = ['channel_missing']

/** A call of a signed-in user. */
interface Call {
  readonly id: string
  readonly method: ApiMethod
  /** Below `/api/v4`. */
  readonly path: string
  readonly summary: string
  readonly parameters?: readonly ApiParameter[]
  readonly body?: JsonSchema
  readonly status?: 201
  readonly answer: JsonSchema
  readonly errors?: Errors
}

const PAGING: readonly ApiParameter[] = [
  query('page', 'From 0, which is also what any other text means.'),
  query('per_page', 'From 1 to 200; more means 200, anything else 60.'),
]
const IDS: JsonSchema = { ...list(TEXT), maxItems: 200 }
/** Of 8 to 72 bytes. */
const PASSWORD: JsonSchema = { type: 'string', minLength: 8, maxLength: 72 }
const OK = refer('Status')

const USERS: readonly Call[] = [
  {
    id: 'listAccounts',
    method: 'get',
    path: '/users',
    summary: 'List the users',
    parameters: PAGING,
    answer: list(refer('CurrentUser')),
  },
  {
    id: 'createAccount',
    method: 'post',
    path: '/users',
    summary: 'Create a user',
    body: body({ username: SOME_TEXT, email: SOME_TEXT, password: PASSWORD }),
    status: 201,
    answer: refer('CurrentUser'),
    errors: ['rate_limited'],
  },
  {
    id: 'getAccountsByIds',
    method: 'post',
    path: '/users/ids',
    summary: 'Get users by their ids',
    body: IDS,
    answer: list(refer('CurrentUser')),
  },
  {
    id: 'getAccountsByNames',
    method: 'post',
    path: '/users/usernames',
    summary: 'Get users by their names',
    body: IDS,
    answer: list(refer('CurrentUser')),
  },
  {
    id: 'getAccountByName',
    method: 'get',
    path: '/users/username/{name}',
    summary: 'Get a user by name',
    answer: refer('CurrentUser'),
    errors: ['user_missing'],
  },
  {
    id: 'getAccount',
    method: 'get',
    path: '/users/{user_id}',
    summary: 'Get a user',
    answer: refer('CurrentUser'),
    errors: ['user_missing'],
  },
  {
    id: 'getPreferences',
    method: 'get',
    path: '/users/{user_id}/preferences',
    summary: 'Get the preferences of a user: none are kept',
    answer: { ...list({}), maxItems: 0 },
    errors: ['not_permitted'],
  },
  {
    id: 'setActive',
    method: 'put',
    path: '/users/{user_id}/active',
    summary: 'Deactivate or activate a user',
    body: body({ active: { type: 'boolean' } }),
    answer: OK,
    errors: ['user_missing'],
  },
  {
    id: 'setPassword',
    method: 'put',
    path: '/users/{user_id}/password',
    summary: 'Change a password',
    body: body(
      { new_password: PASSWORD },
      { current_password: { description: 'Administrators need none.' } },
    ),
    answer: OK,
    errors: ['user_missing', 'rate_limited', 'sign_in_failed'],
  },
  {
    id: 'getStatuses',
    method: 'post',
    path: '/users/status/ids',
    summary: 'Get who is online',
    body: IDS,
    answer: list(refer('UserStatus')),
  },
  {
    id: 'getStatus',
    method: 'get',
    path: '/users/{user_id}/status',
    summary: 'Get whether a user is online',
    answer: refer('UserStatus'),
    errors: ['user_missing'],
  },
  {
    id: 'listOwnTeams',
    method: 'get',
    path: '/users/{user_id}/teams',
    summary: 'List the teams of a user',
    answer: list(refer('Team')),
  },
  {
    id: 'listOwnChannels',
    method: 'get',
    path: '/users/{user_id}/teams/{team_id}/channels',
    summary: 'List the channels of a user',
    answer: list(refer('Channel')),
    errors: ['not_permitted'],
  },
  {
    id: 'listOwnMemberships',
    method: 'get',
    path: '/users/{user_id}/teams/{team_id}/channels/members',
    summary: 'List what a user has not read yet, by channel',
    answer: list(refer('OwnChannelMember')),
    errors: ['not_permitted'],
  },
  {
    id: 'getUnread',
    method: 'get',
    path: '/users/{user_id}/channels/{channel_id}/unread',
    summary: 'Count what a user has not read yet in a channel',
    answer: refer('Unread'),
    errors: ['not_permitted', ...CHANNEL],
  },
]

const TEAMS: readonly Call[] = [
  {
    id: 'listTeams',
    method: 'get',
    path: '/teams',
    summary: 'List the teams',
    parameters: PAGING,
    answer: list(refer('Team')),
  },
  {
    id: 'getTeamByName',
    method: 'get',
    path: '/teams/name/{name}',
    summary: 'Get a team by name',
    answer: refer('Team'),
    errors: ['not_found'],
  },
  {
    id: 'getTeam',
    method: 'get',
    path: '/teams/{team_id}',
    summary: 'Get a team',
    answer: refer('Team'),
    errors: ['not_found'],
  },
  {
    id: 'joinTeam',
    method: 'post',
    path: '/teams/{team_id}/members',
    summary: 'Add a user to a team: everybody is in every team',
    body: body({ user_id: SOME_TEXT }),
    status: 201,
    answer: refer('TeamMember'),
    errors: ['not_found', 'user_missing'],
  },
  {
    id: 'listPublicChannels',
    method: 'get',
    path: '/teams/{team_id}/channels',
    summary: 'List the public channels of a team',
    parameters: PAGING,
    answer: list(refer('Channel')),
    errors: ['not_found'],
  },
  {
    id: 'getChannelByName',
    method: 'get',
    path: '/teams/{team_id}/channels/name/{name}',
    summary: 'Get a channel by name',
    parameters: [query('include_deleted', '`true`: also if it is archived.')],
    answer: refer('Channel'),
    errors: CHANNEL,
  },
]

const CHANNELS: readonly Call[] = [
  {
    id: 'createChannel',
    method: 'post',
    path: '/channels',
    summary: 'Create a channel',
    body: body(
      { team_id: SOME_TEXT, name: SOME_TEXT, type: { enum: ['O', 'P'] } },
      { display_name: TEXT, purpose: TEXT },
    ),
    status: 201,
    answer: refer('Channel'),
    errors: ['not_found'],
  },
  {
    id: 'openDirectChannel',
    method: 'post',
    path: '/channels/direct',
    summary: 'Open a direct channel of two users',
    body: { ...list(SOME_TEXT), minItems: 2, maxItems: 2 },
    status: 201,
    answer: refer('Channel'),
    errors: ['user_missing', ...CHANNEL],
  },
  {
    id: 'getChannel',
    method: 'get',
    path: '/channels/{channel_id}',
    summary: 'Get a channel',
    answer: refer('Channel'),
    errors: CHANNEL,
  },
  {
    id: 'setPurpose',
    method: 'put',
    path: '/channels/{channel_id}/patch',
    summary: 'Change what a channel is for',
    body: body({}, { purpose: TEXT }),
    answer: refer('Channel'),
    errors: CHANNEL,
  },
  {
    id: 'archiveChannel',
    method: 'delete',
    path: '/channels/{channel_id}',
    summary: 'Archive a channel',
    answer: OK,
    errors: [...READING, ...CHANNEL],
  },
  {
    id: 'listMembers',
    method: 'get',
    path: '/channels/{channel_id}/members',
    summary: 'List the members of a channel',
    parameters: PAGING,
    answer: list(refer('ChannelMember')),
    errors: CHANNEL,
  },
  {
    id: 'getChannelStats',
    method: 'get',
    path: '/channels/{channel_id}/stats',
    summary: 'Count the members of a channel',
    answer: refer('ChannelStats'),
    errors: CHANNEL,
  },
  {
    id: 'addMember',
    method: 'post',
    path: '/channels/{channel_id}/members',
    summary: 'Add a user to a channel',
    body: body({ user_id: SOME_TEXT }),
    status: 201,
    answer: refer('ChannelMember'),
    errors: ['user_missing', ...CHANNEL],
  },
  {
    id: 'removeMember',
    method: 'delete',
    path: '/channels/{channel_id}/members/{user_id}',
    summary: 'Remove a user from a channel',
    answer: OK,
    errors: [...READING, 'user_missing', ...CHANNEL],
  },
  {
    id: 'viewChannel',
    method: 'post',
    path: '/channels/members/{user_id}/view',
    summary: 'Mark a channel as read',
    body: body({}, { channel_id: TEXT }),
    answer: refer('Viewed'),
    errors: CHANNEL,
  },
]

const POSTS: readonly Call[] = [
  {
    id: 'createPost',
    method: 'post',
    path: '/posts',
    summary: 'Write a post',
    body: body({ channel_id: SOME_TEXT, message: SOME_TEXT }, { root_id: TEXT }),
    status: 201,
    answer: refer('Post'),
    errors: ['invalid_param', ...CHANNEL],
  },
  {
    id: 'getPost',
    method: 'get',
    path: '/posts/{post_id}',
    summary: 'Get a post',
    answer: refer('Post'),
    errors: ['not_found'],
  },
  {
    id: 'editPost',
    method: 'put',
    path: '/posts/{post_id}/patch',
    summary: 'Edit a post',
    body: body({ message: SOME_TEXT }),
    answer: refer('Post'),
    errors: ['not_found', ...CHANNEL],
  },
  {
    id: 'removePost',
    method: 'delete',
    path: '/posts/{post_id}',
    summary: 'Delete a post',
    answer: OK,
    errors: [...READING, 'not_found', ...CHANNEL],
  },
  {
    id: 'listPosts',
    method: 'get',
    path: '/channels/{channel_id}/posts',
    summary: 'List the posts of a channel, newest first',
    parameters: [
      ...PAGING,
      query('before', 'Only those older than this post.'),
      query('after', 'Only those newer than this post.'),
      query('since', 'Only those changed since then, in milliseconds since 1970.', {
        type: 'string',
        pattern: '^\\d{0,15}$',
      }),
    ],
    answer: refer('PostList'),
    errors: ['invalid_param', ...CHANNEL],
  },
  {
    id: 'getThread',
    method: 'get',
    path: '/posts/{post_id}/thread',
    summary: 'Get the posts of a thread',
    parameters: [query('before', 'Only those older than this post.')],
    answer: refer('PostList'),
    errors: ['not_found'],
  },
  {
    id: 'searchPosts',
    method: 'post',
    path: '/posts/search',
    summary: 'Search the latest posts',
    body: searchBody(),
    answer: refer('PostList'),
  },
  {
    id: 'searchTeamPosts',
    method: 'post',
    path: '/teams/{team_id}/posts/search',
    summary: 'Search the latest posts of a team',
    body: searchBody(),
    answer: refer('PostList'),
    errors: ['not_found'],
  },
]

const OTHERS: readonly Call[] = [
  {
    id: 'getRoles',
    method: 'post',
    path: '/roles/names',
    summary: 'Get roles by their names',
    body: IDS,
    answer: list(refer('Role')),
  },
  {
    id: 'listEmoji',
    method: 'get',
    path: '/emoji',
    summary: 'List custom emoji: there are none',
    answer: { ...list({}), maxItems: 0 },
  },
  {
    id: 'getEmojiByNames',
    method: 'post',
    path: '/emoji/names',
    summary: 'Get custom emoji by their names: there are none',
    body: IDS,
    answer: { ...list({}), maxItems: 0 },
  },
  {
    id: 'searchEmoji',
    method: 'post',
    path: '/emoji/search',
    summary: 'Search custom emoji: there are none',
    body: body({ term: SOME_TEXT }),
    answer: { ...list({}), maxItems: 0 },
  },
]

/** The chat's own routes, beside those of the library. */
export const CHAT_OPERATIONS: readonly ApiOperation[] = [
  ...grouped('Users', USERS),
  ...grouped('Teams', TEAMS),
  ...grouped('Channels', CHANNELS),
  ...grouped('Posts', POSTS),
  ...grouped('Roles and emoji', OTHERS),
  open('ping', '/api/v4/system/ping', 'Ask whether the server answers', OK),
  open('health', '/healthz', 'Ask whether the process is alive', OK),
  {
    ...open('readiness', '/readyz', 'Ask whether requests can be stored', refer('Readiness')),
    answers: [200, 503].map((status) => ({
      status,
      description: status === 200 ? 'They can' : 'They cannot',
      content: json(refer('Readiness')),
    })),
  },
  open('describe', '/api/v4/openapi.json', 'Get this document', { type: 'object' }),
]

function grouped(tag: string, calls: readonly Call[]): readonly ApiOperation[] {
  return calls.map(({ answer, status = 200, errors = [], body: sent, path, ...call }) => ({
    ...call,
    tag,
    path: `/api/v4${path}`,
    ...(sent === undefined ? {} : { body: { required: isNeeded(sent), content: json(sent) } }),
    answers: [{ status, description: 'Done', content: json(answer) }],
    errors: ['session_expired', ...(sent === undefined ? [] : READING), ...errors, ...STORAGE],
  }))
}

/** An empty body counts as `{}`. */
function isNeeded({ required }: JsonSchema): boolean {
  return !Array.isArray(required) || required.length > 0
}

function open(id: string, path: string, summary: string, answer: JsonSchema): ApiOperation {
  const answers = [{ status: 200, description: 'Done', content: json(answer) }]
  return { id, tag: 'System', method: 'get', path, summary, answers, errors: [], isPublic: true }
}

function json(schema: JsonSchema): ApiContent {
  return { 'application/json': { schema } }
}

function query(name: string, description: string, schema = TEXT): ApiParameter {
  return { in: 'query', name, description, schema }
}

function searchBody(): JsonSchema {
  return body(
    { terms: SOME_TEXT },
    { is_or_search: { type: ['boolean', 'null'] }, page: {}, per_page: {} },
  )
}
