import type { ApiOperation } from 'express-incoming-webhooks/openapi'
import { type Call, type Errors, OK, READING } from './call.js'
import { CHANNELS } from './channels.js'
import { OTHERS } from './others.js'
import { POSTS } from './posts.js'
import { type JsonSchema, refer } from './schemas.js'
import { TEAMS } from './teams.js'
import { USERS } from './users.js'

const STORAGE: Errors = ['storage_unavailable', 'storage_timeout']

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

function json(schema: JsonSchema): {
  readonly 'application/json': { readonly schema: JsonSchema }
} {
  return { 'application/json': { schema } }
}
