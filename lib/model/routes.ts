import type { ErrorCode } from './errors.js'
import { DEBUG_LOG_LINES, MAX_PREVIEW } from './limits.js'
import { OUTCOMES } from './last-result.js'
import { page, place, type QueryField, size, text, time, word } from './query-fields.js'

// To add a route, add an entry to one of these three tables and its handler in `http`. The rest
// follows: where it is mounted, who may call it, how query and body are read, the 405 for other
// methods, and the OpenAPI document.

/** `users` are all who are signed in, `integrators` those who may create webhooks. */
export type Who = 'anyone' | 'users' | 'integrators' | 'administrators'

/** A route: what is called, by whom, and what is answered. */
export interface Route<
  Query = Readonly<Record<string, unknown>>,
  Body extends string = string,
  Answer extends string = string,
> {
  readonly method: 'get' | 'post' | 'put' | 'delete'
  /** Below the router, with parameters in braces. */
  readonly path: `/${string}`
  readonly who: Who
  /** What it does, in a few words. */
  readonly summary: string
  /** What else is to be known, in Markdown. */
  readonly description?: string
  readonly query?: { readonly [Name in keyof Query]: QueryField<Query[Name]> }
  /** The name of the body that it reads, which has a reader in `http` and a schema in `openapi`. */
  readonly body?: Body
  /** Bytes of the body. Default: 65,536. */
  readonly mostBytes?: number
  /** Whether it compares `If-Match` with the version of the record. */
  readonly ifMatch?: true
  /** The name of the answer's schema in `openapi`. */
  readonly answer: Answer
  /** Default: 200. */
  readonly status?: 200 | 201
  /** What the answer means. Default: `Done`. */
  readonly done?: string
  /** A header of the answer besides `ETag`, which every record with a key has. */
  readonly header?: string
  /** Whether the answer is a list of which each entry is a line of JSON. */
  readonly isLines?: boolean
  /** Errors that do not follow from the rest. */
  readonly errors?: readonly ErrorCode[]
}

function by<Method extends Route['method']>(method: Method) {
  return <const Rest extends Omit<Route, 'method' | 'path' | 'who'>>(
    path: Route['path'],
    who: Who,
    rest: Rest,
  ) => ({ method, path, who, ...rest })
}

const get = by('get')
const post = by('post')
const put = by('put')
const remove = by('delete')

const FIELD_ERRORS = [
  'display_name_invalid',
  'description_invalid',
  'icon_url_invalid',
  'channel_missing',
  'user_missing',
  'field_not_stored',
] as const satisfies ErrorCode[]

/** Which requests of the log. */
const MEANT = {
  outcome: word(OUTCOMES, 'Only those of which this became.'),
  format: text('Only those of a format, such as `github`.'),
  event: text('Only those of an event, such as `push`.'),
  incident: text('Only those about an incident, by its key.'),
  from: time('Only those of this time or later, in milliseconds since 1970.'),
  to: time('Only those of this time or earlier, in milliseconds since 1970.'),
}

const CHECK = {
  check: word(
    ['true', 'false'],
    '`true`: nothing is written. The answer is the webhook as it would be, a new one without a key, and `warnings`.',
  ),
}

const CHANGED = { answer: 'WebhookWithKey', errors: ['precondition_failed'] } as const

/** `adminRouter`. Paths without parameters come before those that would match them too. */
export const MANAGEMENT_ROUTES = {
  create: post('/hooks/incoming', 'integrators', {
    summary: 'Create a webhook',
    description: 'The answer has the key and the URL for senders.',
    query: CHECK,
    body: 'webhook',
    answer: 'WebhookWithKey',
    status: 201,
    errors: [...FIELD_ERRORS, 'slug_taken'],
  }),
  list: get('/hooks/incoming', 'users', {
    summary: 'List webhooks',
    description: 'Users see their own webhooks, administrators all of them.',
    query: {
      page,
      per_page: size(60, 200),
      team_id: text('Only those of a team.'),
      channel_id: text('Only those of a channel.'),
      user_id: text('Only those of a user; for users who are not administrators, of themselves.'),
      q: text(
        'Only those that have each of these words, at most 10, in any case: as a part of their name, description, slug or key hint, or as their id.',
      ),
      failing: word(
        ['true', 'false'],
        '`true`: only those whose last request was refused or failed.',
      ),
      after: place(
        'Only those after one in the list, given as its `create_at`, a comma and its `id`.',
      ),
      include_total_count: text('`true`: the answer is an object with the total.'),
    },
    answer: 'Webhooks',
  }),
  listChannels: get('/hooks/incoming/channels', 'users', {
    summary: 'Find channels for a webhook',
    query: { q: text('A part of the name, or the id.') },
    answer: 'Channels',
  }),
  listUsers: get('/hooks/incoming/users', 'administrators', {
    summary: 'Find users to create a webhook for',
    query: { q: text('A part of the name.') },
    answer: 'Users',
    errors: ['not_found'],
  }),
  listFormats: get('/hooks/incoming/formats', 'users', {
    summary: 'List the formats that webhooks read',
    answer: 'Formats',
  }),
  listAllDeliveries: get('/hooks/incoming/deliveries', 'administrators', {
    summary: 'List requests of all webhooks',
    description: 'Newest first, without what was sent.',
    query: { page, per_page: size(60, 200), ...MEANT },
    answer: 'Deliveries',
  }),
  listAttention: get('/hooks/incoming/attention', 'users', {
    summary: 'List what needs attention',
    description:
      'Webhooks that keep failing, that expire within three days, whose earlier key is still used, or whose owner is deactivated: the own ones, for administrators all. What has recovered is gone. With `X-Has-More: true`, not all webhooks were checked.',
    answer: 'Attention',
    header: 'X-Has-More',
  }),
  handOver: post('/hooks/incoming/hand_over', 'administrators', {
    summary: 'Hand over all webhooks of a user',
    description:
      'At most 5,000 in one call. Those whose channels the new owner cannot read stay, with the reason. Both users are told, and the keys stay.',
    body: 'handOver',
    answer: 'HandedOver',
    errors: ['user_missing'],
  }),
  revoke: post('/hooks/incoming/revoke', 'administrators', {
    summary: 'Disable the webhook with a leaked key',
    body: 'revoke',
    answer: 'WebhookWithKey',
    errors: ['webhook_not_found'],
  }),
  get: get('/hooks/incoming/{id}', 'users', { summary: 'Get a webhook', answer: 'WebhookWithKey' }),
  update: put('/hooks/incoming/{id}', 'users', {
    summary: 'Change a webhook',
    description:
      'Administrators may name another owner, who is told, as is the former one. The key stays.',
    query: CHECK,
    body: 'webhook',
    ifMatch: true,
    answer: 'WebhookWithKey',
    errors: [...FIELD_ERRORS, 'precondition_failed'],
  }),
  delete: remove('/hooks/incoming/{id}', 'users', {
    summary: 'Delete a webhook',
    description: 'Its URL stops working at once, and its posts stay.',
    answer: 'Status',
  }),
  listDeliveries: get('/hooks/incoming/{id}/deliveries', 'users', {
    summary: 'List the requests of a webhook',
    description:
      'Newest first, without what was sent. At least the last 500 that were accepted are kept, the last 400 that were refused, the last 50 without a usable key or the required signature, and the last 50 that were sent again and refused again, for 7 days, unless the settings say otherwise.',
    query: { page, per_page: size(60, 200), ...MEANT },
    answer: 'Deliveries',
  }),
  exportDeliveries: get('/hooks/incoming/{id}/deliveries/export', 'users', {
    summary: 'Get the requests of a webhook as lines of JSON',
    description: 'At most 1,000, newest first, without what was sent.',
    query: MEANT,
    answer: 'Delivery',
    isLines: true,
  }),
  replayRefused: post('/hooks/incoming/{id}/deliveries/replay', 'users', {
    summary: 'Send refused requests again',
    description:
      'Those since a time whose content was not delivered since, each content once, the oldest first: at most 100. Not those from before the webhook asked for its present signatures. After a 429, or an answer of 500 or more, the rest is not sent, and has that status, or 503.',
    body: 'replayRefused',
    answer: 'ReplayedRequests',
    errors: ['rate_limited'],
  }),
  getDelivery: get('/hooks/incoming/{id}/deliveries/{delivery_id}', 'users', {
    summary: 'Get a request of a webhook',
    description: 'With the body that was sent, if it is kept.',
    answer: 'SentDelivery',
    errors: ['delivery_not_found'],
  }),
  replay: post('/hooks/incoming/{id}/deliveries/{delivery_id}/replay', 'users', {
    summary: 'Send a request again',
    description:
      'What was kept of it, judged as if it were handled when it first arrived. The answer says what its sender would be answered. It posts once, however often it is sent; with `again`, anew.',
    body: 'replay',
    answer: 'Replayed',
    errors: ['delivery_not_found', 'delivery_delivered'],
  }),
  listIncidents: get('/hooks/incoming/{id}/incidents', 'users', {
    summary: 'List the incidents of a webhook',
    description: 'Without those in channels that the caller can no longer read.',
    query: { page, per_page: size(50, 50) },
    answer: 'Incidents',
    errors: ['channel_missing'],
  }),
  regenerate: post('/hooks/incoming/{id}/regen_key', 'users', {
    summary: 'Replace the key',
    body: 'regenerate',
    ...CHANGED,
  }),
  replaceSigningSecret: post('/hooks/incoming/{id}/regen_signing_secret', 'users', {
    summary: 'Replace the secret that signs the calls of buttons',
    body: 'regenerate',
    ...CHANGED,
  }),
  enable: post('/hooks/incoming/{id}/enable', 'users', {
    summary: 'Enable a webhook',
    ...CHANGED,
  }),
  disable: post('/hooks/incoming/{id}/disable', 'users', {
    summary: 'Disable a webhook',
    ...CHANGED,
  }),
  test: post('/hooks/incoming/{id}/test', 'users', {
    summary: 'Send a test message',
    description: 'It goes the way of every delivery, so that its errors are those of one.',
    body: 'test',
    answer: 'TestSent',
    errors: ['webhook_unknown', 'channel_not_found', 'channel_not_permitted', 'no_text'],
  }),
  preview: post('/hooks/incoming/{id}/preview', 'users', {
    summary: 'Preview a request',
    description:
      'What would become of a request: the same posts, answer and errors as if it were sent, and nothing is written. A signature is not needed. `template`, `rules` and `format` count in place of those of the webhook. At most ten a second and 2 MiB a second for each user, and two at a time.',
    query: {
      html: word(
        ['true', 'false'],
        '`true`: each post also has `html`, which shows all of it and is safe, as `renderHtml` writes it; plain text in `<pre>` if the server lacks the package markdown-it.',
      ),
    },
    body: 'preview',
    mostBytes: MAX_PREVIEW,
    answer: 'Preview',
    errors: ['delivery_not_found', 'channel_missing', 'rate_limited'],
  }),
  getSettings: get('/config', 'administrators', {
    summary: 'Get the settings',
    answer: 'Settings',
  }),
  updateSettings: put('/config/patch', 'administrators', {
    summary: 'Change settings',
    body: 'settings',
    answer: 'Settings',
    errors: ['field_not_stored'],
  }),
  getClientSettings: get('/config/client', 'users', {
    summary: 'Get the settings that every signed-in client needs',
    answer: 'ClientSettings',
  }),
  getMe: get('/users/me', 'users', { summary: 'Get the caller', answer: 'CurrentUser' }),
  listLogs: get('/logs', 'administrators', {
    summary: 'List lines of the debug log',
    query: { page, logs_per_page: size(DEBUG_LOG_LINES, DEBUG_LOG_LINES) },
    answer: 'LogLines',
  }),
} satisfies Record<string, Route>

/** `buttonsRouter`. */
export const BUTTON_ROUTES = {
  press: post('/{post_id}/actions/{action_id}', 'users', {
    summary: 'Press a button or choose from a menu',
    body: 'press',
    answer: 'ButtonPressed',
    errors: ['post_missing', 'action_not_found', 'action_failed', 'invalid_param', 'rate_limited'],
  }),
} satisfies Record<string, Route>

/** `authRouter`. */
export const SIGN_IN_ROUTES = {
  signIn: post('/login', 'anyone', {
    summary: 'Sign in',
    description: 'The answer has the session token in the header `Token`.',
    body: 'login',
    answer: 'CurrentUser',
    done: 'Signed in',
    header: 'Token',
    errors: ['password_blank', 'sign_in_failed', 'rate_limited'],
  }),
  signOut: post('/logout', 'anyone', {
    summary: 'Sign out',
    description: 'Ends the session of the token, if there is one.',
    answer: 'Status',
    done: 'Signed out',
  }),
  getSignedIn: get('/me', 'users', {
    summary: 'Get the signed-in user',
    answer: 'CurrentUser',
    done: 'The user',
  }),
} satisfies Record<string, Route>

/** Whether the route is gone while the feature is off. */
export function isOfWebhooks({ path }: Route): boolean {
  return path.startsWith('/hooks/incoming')
}
