import * as z from 'zod'
import type { Format } from '../formats/format.js'
import {
  regenerateSchema,
  revokeSchema,
  settingsPatchSchema,
  testSchema,
  webhookSchema,
} from '../manage/schemas.js'
import type { ErrorCode } from '../model/errors.js'
import { fieldNames } from '../model/fields.js'
import { type Call, CALLS } from '../rules/permissions.js'
import { type AnswerName, jsonAnswer } from './answers.js'
import {
  type ApiMethod,
  type ApiOperation,
  type ApiParameter,
  type ApiRequestBody,
  jsonContent,
} from './operation.js'
import { MANAGEMENT_EXAMPLES } from './examples.js'
import { schemaOf } from './schema.js'
import { webhookBody } from './webhook-body.js'

const STORAGE = ['storage_unavailable', 'storage_timeout'] as const
const BODY = ['invalid_body', 'body_timeout', 'body_too_large', 'unsupported_encoding'] as const
const FIELDS = [
  'display_name_invalid',
  'description_invalid',
  'icon_url_invalid',
  'channel_missing',
  'user_missing',
  'field_not_stored',
] as const

/** What stores can look for. */
const NO_CONTROL = /^[^\x00-\x1f\x7f-\x9f]*$/
const text = z.string().max(128).regex(NO_CONTROL)
const page = query('page', 'From 0, which is also what any other text means.', z.string())

interface Route {
  readonly method: ApiMethod
  readonly path: string
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly ApiParameter[]
  readonly body?: z.ZodType
  readonly answer: AnswerName
  readonly status?: number
  /** The answer has the version of the record in `ETag`. */
  readonly hasEtag?: true
  readonly errors?: readonly ErrorCode[]
}

const LINKS_TO_RECORD = Object.fromEntries(
  ['get', 'update', 'regenerate', 'disable', 'enable', 'test', 'listDeliveries', 'delete'].map(
    (call) => [call, { id: '$response.body#/id' }],
  ),
)

/** By the name of the call, which decides who may make it. */
const ROUTES: Readonly<Record<Call, Route>> = {
  create: {
    method: 'post',
    path: '/hooks/incoming',
    summary: 'Create a webhook',
    description: 'The answer has the key and the URL for senders.',
    body: webhookSchema,
    answer: 'WebhookWithKey',
    status: 201,
    hasEtag: true,
    errors: FIELDS,
  },
  list: {
    method: 'get',
    path: '/hooks/incoming',
    summary: 'List webhooks',
    description: 'Users see their own webhooks, administrators all of them.',
    parameters: [
      page,
      query('per_page', 'From 1 to 200; more means 200, anything else 60.', z.string()),
      query('team_id', 'Only those of a team.', text),
      query('channel_id', 'Only those of a channel.', text),
      query('include_total_count', '`true`: the answer is an object with the total.', text),
    ],
    answer: 'Webhooks',
    errors: ['invalid_param'],
  },
  listChannels: {
    method: 'get',
    path: '/hooks/incoming/channels',
    summary: 'Find channels for a webhook',
    parameters: [query('q', 'A part of the name.', text)],
    answer: 'Channels',
    errors: ['invalid_param'],
  },
  listUsers: {
    method: 'get',
    path: '/hooks/incoming/users',
    summary: 'Find users to create a webhook for',
    parameters: [query('q', 'A part of the name.', text)],
    answer: 'Users',
    errors: ['invalid_param', 'not_found'],
  },
  listFormats: {
    method: 'get',
    path: '/hooks/incoming/formats',
    summary: 'List the formats that webhooks read',
    answer: 'Formats',
  },
  revoke: {
    method: 'post',
    path: '/hooks/incoming/revoke',
    summary: 'Disable the webhook with a leaked key',
    body: revokeSchema,
    answer: 'WebhookWithKey',
    hasEtag: true,
    errors: ['webhook_not_found'],
  },
  get: {
    method: 'get',
    path: '/hooks/incoming/{id}',
    summary: 'Get a webhook',
    answer: 'WebhookWithKey',
    hasEtag: true,
  },
  update: {
    method: 'put',
    path: '/hooks/incoming/{id}',
    summary: 'Change a webhook',
    parameters: [
      {
        in: 'header',
        name: 'If-Match',
        description: 'The `ETag` of the version that was read: another version is not changed.',
        schema: { type: 'string' },
      },
    ],
    body: webhookSchema,
    answer: 'WebhookWithKey',
    hasEtag: true,
    errors: [...FIELDS, 'precondition_failed'],
  },
  delete: {
    method: 'delete',
    path: '/hooks/incoming/{id}',
    summary: 'Delete a webhook',
    description: 'Its URL stops working at once, and its posts stay.',
    answer: 'Status',
  },
  listDeliveries: {
    method: 'get',
    path: '/hooks/incoming/{id}/deliveries',
    summary: 'List the recent requests of a webhook',
    description:
      'The last 50 that were accepted, the last 50 that were rejected, and the last 50 without a usable key or the required signature, all of them newest first, without payloads.',
    answer: 'RecentRequests',
  },
  listIncidents: {
    method: 'get',
    path: '/hooks/incoming/{id}/incidents',
    summary: 'List the incidents of a webhook',
    description: 'Without those in channels that the caller can no longer read.',
    parameters: [page, query('per_page', 'From 1 to 50; anything else means 50.', z.string())],
    answer: 'Incidents',
    errors: ['channel_missing'],
  },
  regenerate: {
    method: 'post',
    path: '/hooks/incoming/{id}/regen_key',
    summary: 'Replace the key',
    body: regenerateSchema,
    answer: 'WebhookWithKey',
    hasEtag: true,
    errors: ['precondition_failed'],
  },
  replaceSigningSecret: {
    method: 'post',
    path: '/hooks/incoming/{id}/regen_signing_secret',
    summary: 'Replace the secret that signs the calls of buttons',
    body: regenerateSchema,
    answer: 'WebhookWithKey',
    hasEtag: true,
    errors: ['precondition_failed'],
  },
  enable: {
    method: 'post',
    path: '/hooks/incoming/{id}/enable',
    summary: 'Enable a webhook',
    answer: 'WebhookWithKey',
    hasEtag: true,
    errors: ['precondition_failed'],
  },
  disable: {
    method: 'post',
    path: '/hooks/incoming/{id}/disable',
    summary: 'Disable a webhook',
    answer: 'WebhookWithKey',
    hasEtag: true,
    errors: ['precondition_failed'],
  },
  test: {
    method: 'post',
    path: '/hooks/incoming/{id}/test',
    summary: 'Send a test message',
    description: 'It goes the way of every delivery, so that its errors are those of one.',
    body: testSchema,
    answer: 'TestSent',
    errors: ['webhook_unknown', 'channel_not_found', 'channel_not_permitted', 'no_text'],
  },
  getSettings: {
    method: 'get',
    path: '/config',
    summary: 'Get the settings',
    answer: 'Settings',
  },
  updateSettings: {
    method: 'put',
    path: '/config/patch',
    summary: 'Change settings',
    body: settingsPatchSchema,
    answer: 'Settings',
  },
  getClientSettings: {
    method: 'get',
    path: '/config/client',
    summary: 'Get the settings that every signed-in client needs',
    answer: 'ClientSettings',
  },
  getMe: {
    method: 'get',
    path: '/users/me',
    summary: 'Get the caller',
    answer: 'CurrentUser',
  },
  listLogs: {
    method: 'get',
    path: '/logs',
    summary: 'List lines of the debug log',
    parameters: [page, query('logs_per_page', 'How many lines.', z.string())],
    answer: 'LogLines',
  },
  press: {
    method: 'post',
    path: '/{post_id}/actions/{action_id}',
    summary: 'Press a button or choose from a menu',
    body: z.object({ selected_option: z.string().nullish() }),
    answer: 'ButtonPressed',
    errors: ['post_missing', 'action_not_found', 'action_failed', 'invalid_param', 'rate_limited'],
  },
}

/** Where a host mounts the routers of management; null for one that it does not mount. */
interface ManagementPaths {
  readonly admin: string | null
  readonly buttons: string | null
}

/** What people and their clients call. */
export function managementOperations(
  paths: ManagementPaths,
  formats: readonly Format[],
): readonly ApiOperation[] {
  return fieldNames(ROUTES).flatMap((call): ApiOperation[] => {
    const mount = call === 'press' ? paths.buttons : paths.admin
    return mount === null ? [] : [operationOf(call, mount, formats)]
  })
}

function operationOf(call: Call, mount: string, formats: readonly Format[]): ApiOperation {
  const { answer, status = 200, hasEtag, body, ...route } = ROUTES[call]
  const example = MANAGEMENT_EXAMPLES[call]
  return {
    ...route,
    id: call,
    tag: call === 'press' ? 'Message buttons' : 'Management',
    path: `${mount}${route.path}`,
    ...(body === undefined ? {} : { body: bodyOf(body, formats, example?.request) }),
    answers: [
      {
        status,
        description: 'Done',
        content: jsonAnswer(answer, example?.answer),
        headers: hasEtag ? ['ETag'] : [],
        ...(call === 'create' ? { links: LINKS_TO_RECORD } : {}),
      },
    ],
    errors: errorsOf(call, ROUTES[call]),
  }
}

/** An empty body counts as `{}` where every member is optional. */
function bodyOf(body: z.ZodType, formats: readonly Format[], example: unknown): ApiRequestBody {
  const required = !body.safeParse({}).success
  const schema = body === webhookSchema ? webhookBody(formats) : schemaOf(body)
  return { required, content: jsonContent(schema, example) }
}

function errorsOf(call: Call, { method, path, body, errors = [] }: Route): readonly ErrorCode[] {
  const { needsFeature, who } = CALLS[call]
  const isPermitted = who === 'anyone' && method === 'get'
  return [
    'session_expired',
    ...(isPermitted ? [] : (['not_permitted'] as const)),
    ...(needsFeature ? (['webhooks_disabled'] as const) : []),
    ...(path.includes('{id}') ? (['webhook_not_found', 'not_found'] as const) : []),
    ...(body ? BODY : []),
    ...errors,
    ...STORAGE,
  ]
}

function query(name: string, description: string, schema: z.ZodType): ApiParameter {
  return { in: 'query', name, description, schema: schemaOf(schema) }
}
