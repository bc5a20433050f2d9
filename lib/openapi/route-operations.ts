import type { Format } from '../formats/format.js'
import { NATIVE_NAMES } from '../formats/registry.js'
import { BODIES, WEBHOOK_SCHEMAS } from '../manage/bodies.js'
import type { ErrorCode } from '../model/errors.js'
import { fieldNames } from '../model/fields.js'
import { type JsonSchema, objectOf, oneOf, orNull } from '../model/json-schema.js'
import { MAX_LOGGED_TEXT } from '../model/limits.js'
import type { QueryField } from '../model/query-fields.js'
import {
  BUTTON_ROUTES,
  isOfWebhooks,
  MANAGEMENT_ROUTES,
  type Route,
  SIGN_IN_ROUTES,
} from '../model/routes.js'
import { type AnswerName, jsonAnswer } from './answers.js'
import {
  type ApiAnswer,
  type ApiContent,
  type ApiOperation,
  type ApiParameter,
  type ApiRequestBody,
  jsonContent,
  parameter,
} from './operation.js'
import { MANAGEMENT_EXAMPLES } from './examples.js'

const STORAGE = ['storage_unavailable', 'storage_timeout'] as const
const BODY = ['invalid_body', 'body_timeout', 'body_too_large', 'unsupported_encoding'] as const

type BodyName = keyof typeof BODIES

type ApiRoute = Route<Readonly<Record<string, unknown>>, BodyName, AnswerName>

type RouterName = 'admin' | 'buttons' | 'auth'

/** The groups of operations, by the routers that have them. */
const GROUPS: Readonly<Record<RouterName, readonly [tag: string, Record<string, ApiRoute>]>> = {
  admin: ['Management', MANAGEMENT_ROUTES],
  buttons: ['Message buttons', BUTTON_ROUTES],
  auth: ['Sign-in', SIGN_IN_ROUTES],
}

const QUERY_SCHEMAS: Readonly<Record<QueryField<unknown>['kind'], JsonSchema>> = {
  number: { type: 'string' },
  // What stores can look for.
  text: { type: 'string', maxLength: MAX_LOGGED_TEXT, pattern: '^[^\\x00-\\x1f\\x7f-\\x9f]*$' },
}

const IF_MATCH = parameter(
  'header',
  'If-Match',
  'The `ETag` of the version that was read: another version is not changed.',
)

const LINKS_TO_RECORD = Object.fromEntries(
  ['get', 'update', 'regenerate', 'disable', 'enable', 'test', 'listDeliveries', 'delete'].map(
    (call) => [call, { id: '$response.body#/id' }],
  ),
)

/** What people and their clients call. `mounts` are null for routers that a host does not mount. */
export function routeOperations(
  mounts: Readonly<Record<RouterName, string | null>>,
  formats: readonly Format[],
): readonly ApiOperation[] {
  return fieldNames(GROUPS).flatMap((router) => {
    const [tag, routes] = GROUPS[router]
    const mount = mounts[router]
    if (mount === null) return []
    return Object.entries(routes).map(([id, route]) => operationOf(id, tag, mount, route, formats))
  })
}

function operationOf(
  id: string,
  tag: string,
  mount: string,
  route: ApiRoute,
  formats: readonly Format[],
): ApiOperation {
  const { method, path, summary, description, body, who } = route
  const example = MANAGEMENT_EXAMPLES[id]
  return {
    id,
    tag,
    method,
    path: `${mount}${path}`,
    summary,
    ...(description === undefined ? {} : { description }),
    parameters: parametersOf(route),
    ...(body === undefined ? {} : { body: bodyOf(body, formats, example?.request) }),
    answers: [
      {
        ...answerOf(route, example?.answer),
        ...(id === 'create' ? { links: LINKS_TO_RECORD } : {}),
      },
    ],
    errors: errorsOf(route),
    isPublic: who === 'anyone',
  }
}

function parametersOf({ query = {}, ifMatch }: ApiRoute): readonly ApiParameter[] {
  const parameters = Object.entries(query).map(([name, field]) =>
    parameter('query', name, field.description, querySchema(field)),
  )
  return ifMatch ? [...parameters, IF_MATCH] : parameters
}

function querySchema({ kind, words, pattern }: QueryField<unknown>): JsonSchema {
  if (words) return oneOf(['', ...words])
  return { ...QUERY_SCHEMAS[kind], ...(pattern !== undefined && { pattern }) }
}

/** An empty body counts as `{}` where every member is optional. */
function bodyOf(name: BodyName, formats: readonly Format[], example: unknown): ApiRequestBody {
  const schema = name === 'webhook' ? webhookSchema(formats) : BODIES[name].schema
  return { required: 'required' in schema, content: jsonContent(schema, example) }
}

/** What a webhook may be created with or changed to, where the host has these formats. */
function webhookSchema(formats: readonly Format[]): JsonSchema {
  const names = ['', ...NATIVE_NAMES, ...formats.map(({ name }) => name)]
  return objectOf({ ...WEBHOOK_SCHEMAS, 'format?': orNull(oneOf(names)) })
}

function answerOf(
  { status = 200, done = 'Done', answer, header, isLines = false }: ApiRoute,
  example: unknown,
): ApiAnswer {
  const headers = [...(answer === 'WebhookWithKey' ? ['ETag'] : []), ...(header ? [header] : [])]
  const content = isLines ? linesOf(answer) : jsonAnswer(answer, example)
  return { status, description: done, content, headers }
}

function linesOf(answer: AnswerName): ApiContent {
  const description = `Lines of JSON, each as \`${answer}\` of the schemas.`
  return { 'application/x-ndjson': { schema: { type: 'string', description } } }
}

function errorsOf(route: ApiRoute): readonly ErrorCode[] {
  const { method, path, who, query = {}, body, errors = [] } = route
  const mayAll = who === 'anyone' || (who === 'users' && method === 'get')
  const takesText = Object.values(query).some(({ kind }) => kind === 'text')
  const possible: readonly (readonly [boolean, ...ErrorCode[]])[] = [
    [who !== 'anyone', 'session_expired'],
    [!mayAll, 'not_permitted'],
    [isOfWebhooks(route), 'webhooks_disabled'],
    [path.includes('{id}'), 'webhook_not_found', 'not_found'],
    [takesText, 'invalid_param'],
    [body !== undefined, ...BODY],
    [true, ...errors, ...STORAGE],
  ]
  return possible.flatMap(([isPossible, ...codes]) => (isPossible ? codes : []))
}
