import type { ApiOperation } from 'express-incoming-webhooks/openapi'
import { type ChatRoute, GROUPS } from '../routes.js'
import { type JsonSchema, list, refer } from './schemas.js'

/** Errors of calls that may have a body. */
const READING: ApiOperation['errors'] = [
  'invalid_body',
  'body_too_large',
  'unsupported_encoding',
  'not_permitted',
]

/** The chat's own routes, beside those of the library. */
export const CHAT_OPERATIONS: readonly ApiOperation[] = [
  ...Object.entries(GROUPS).flatMap(([tag, routes]) =>
    Object.entries(routes).map(([id, route]) => operationOf(id, tag, route)),
  ),
  open('ping', '/api/v4/system/ping', 'Ask whether the server answers', refer('Status')),
  open('health', '/healthz', 'Ask whether the process is alive', refer('Status')),
  {
    ...open('readiness', '/readyz', 'Ask whether requests can be stored', refer('Readiness')),
    answers: [200, 503].map((status) => ({
      status,
      description: status === 200 ? 'They can' : 'They cannot',
      content: json(refer('Readiness')),
    })),
  },
  {
    ...open(
      'metrics',
      '/metrics',
      'Get the metrics of this process, in the format of Prometheus',
      {},
    ),
    answers: [
      {
        status: 200,
        description:
          'To requests from the same machine without headers of proxies, with `METRICS_TOKEN`, or of an administrator',
        content: { 'text/plain': { schema: { type: 'string' } } },
      },
    ],
    errors: ['session_expired', 'not_permitted', 'storage_unavailable', 'storage_timeout'],
  },
  open('describe', '/api/v4/openapi.json', 'Get this document', { type: 'object' }),
]

function operationOf(id: string, tag: string, route: ChatRoute): ApiOperation {
  const { method, path, summary, query, body, status = 200, answer } = route
  return {
    id,
    tag,
    method,
    path: `/api/v4${path}`,
    summary,
    ...(query && { parameters: query }),
    ...(body && { body: { required: isNeeded(body), content: json(body) } }),
    answers:
      answer === null ? [] : [{ status, description: 'Done', content: json(schemaOf(answer)) }],
    errors: errorsOf(route),
  }
}

function schemaOf(answer: NonNullable<ChatRoute['answer']>): JsonSchema {
  if (answer === '[]') return { ...list({}), maxItems: 0 }
  const name = answer.replace('[]', '')
  return name === answer ? refer(name) : list(refer(name))
}

function errorsOf({ method, path, errors = [] }: ChatRoute): ApiOperation['errors'] {
  return [
    'session_expired',
    ...(method === 'get' ? [] : READING),
    ...(path.includes('{channel_id}') ? (['channel_missing'] as const) : []),
    ...(path.includes('{post_id}') ? (['not_found'] as const) : []),
    ...errors,
    'storage_unavailable',
    'storage_timeout',
  ]
}

/** An empty body counts as `{}`. */
function isNeeded({ required }: JsonSchema): boolean {
  return !Array.isArray(required) || required.length > 0
}

function open(id: string, path: string, summary: string, answer: JsonSchema): ApiOperation {
  const answers = [{ status: 200, description: 'Done', content: json(answer) }]
  return { id, tag: 'System', method: 'get', path, summary, answers, errors: [], isPublic: true }
}

function json(schema: JsonSchema) {
  return { 'application/json': { schema } }
}
