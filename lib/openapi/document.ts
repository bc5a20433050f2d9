import { allFormats } from '../formats/all.js'
import type { Format } from '../formats/format.js'
import { type JsonSchema, reference } from '../model/json-schema.js'
import { ANSWERS } from './answers.js'
import { MESSAGE_EXAMPLES } from './examples.js'
import { FORMAT_SCHEMAS } from './format-answers.js'
import { hookOperations } from './hooks.js'
import type { ApiOperation, ApiAnswer } from './operation.js'
import { routeOperations } from './route-operations.js'
import { type ErrorCode, ERRORS } from '../model/errors.js'
import { fieldNames } from '../model/fields.js'

/** Where a host mounts the routers, without a slash at the end; null for those that it does not mount. */
export interface ApiPaths {
  /** `hooksRouter`. Default: `/hooks`. */
  readonly hooks?: string | null
  /** `adminRouter`. Default: `/api/v4`. */
  readonly admin?: string | null
  /** `buttonsRouter`. Default: `/api/v4/posts`. */
  readonly buttons?: string | null
  /** `authRouter`. Default: `/api/v4/users`. */
  readonly auth?: string | null
}

/** What {@link openApiDocument} describes. */
export interface OpenApiOptions {
  /** Where the routers are mounted. Default: the usual places. */
  readonly paths?: ApiPaths
  /** The address of the server, such as `https://chat.example`. Default: that of the document itself. */
  readonly siteUrl?: string
  /** The formats that the webhooks read. Default: all that come with the package. */
  readonly formats?: readonly Format[]
  /** Operations of the host itself. Those with the same method and path take precedence. */
  readonly operations?: readonly ApiOperation[]
  /** Schemas that these refer to as `#/components/schemas/NAME`. */
  readonly schemas?: Readonly<Record<string, JsonSchema>>
}

/**
 * Describes the routes of a host in OpenAPI 3.1: those of the routers, with every format and error,
 * and its own. Made from the schemas and the error table that the routers run on.
 *
 * @example
 * ```ts
 * const document = openApiDocument({ siteUrl: 'https://chat.example', paths: { auth: null } })
 * app.get('/openapi.json', (_req, res) => {
 *   res.json(document)
 * })
 * ```
 */
export function openApiDocument({
  paths: {
    hooks = '/hooks',
    admin = '/api/v4',
    buttons = '/api/v4/posts',
    auth = '/api/v4/users',
  } = {},
  siteUrl = '/',
  formats = allFormats,
  operations = [],
  schemas = {},
}: OpenApiOptions = {}): {
  /** The version of OpenAPI, such as `3.1.1`. */
  readonly openapi: string
  /** Title and version of the API. */
  readonly info: Json
  /** Where the API is served. */
  readonly servers: readonly Json[]
  /** The groups of operations, in the order in which they are shown. */
  readonly tags: readonly Json[]
  /** Operations by path and method. */
  readonly paths: Readonly<Record<string, Json>>
  /** What operations refer to: schemas, examples, and how to sign in. */
  readonly components: Json
} {
  const routed = [
    ...(hooks === null ? [] : hookOperations(hooks, formats)),
    ...routeOperations({ admin, buttons, auth }, formats),
  ]
  const all = [
    ...operations,
    ...routed.map(({ errors, ...operation }): ApiOperation => ({
      ...operation,
      errors: [...errors, 'method_not_allowed'],
    })),
  ]
  return {
    openapi: '3.1.1',
    info: {
      title: 'Incoming webhooks',
      version: '4',
      description: 'Send messages to a chat, and manage the webhooks that send them.',
    },
    servers: [{ url: siteUrl }],
    tags: [...new Set([...routed, ...operations].map(({ tag }) => tag))].map((name) => ({ name })),
    paths: pathsOf(all),
    components: {
      schemas: { ...ANSWERS, ...FORMAT_SCHEMAS, ...schemas },
      examples: { ...errorExamples(), ...messageExamples() },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  }
}

function messageExamples(): Json {
  return Object.fromEntries(
    Object.entries(MESSAGE_EXAMPLES).map(([name, value]) => [name, { value }]),
  )
}

export type Json = Readonly<Record<string, unknown>>

/** The paths of a document. Of two operations with the same method and path, the first one counts. */
function pathsOf(operations: readonly ApiOperation[]): Readonly<Record<string, Json>> {
  const found = new Map<string, Record<string, unknown>>()
  for (const operation of operations) {
    const { method, path } = operation
    const item = found.get(path) ?? {}
    item[method] ??= operationObject(operation)
    found.set(path, item)
  }
  return Object.fromEntries(found)
}

function operationObject(operation: ApiOperation): Json {
  const { id, tag, summary, description, body, answers, errors, isPublic } = operation
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(isPublic ? {} : { security: [{ bearer: [] }] }),
    parameters: [...pathParameters(operation), ...(operation.parameters ?? [])],
    ...(body === undefined ? {} : { requestBody: body }),
    responses: {
      ...Object.fromEntries(answers.map((answer) => [answer.status, answerObject(answer)])),
      ...errorAnswers(errors),
    },
  }
}

function pathParameters({ path, pathSchemas = {} }: ApiOperation): readonly Json[] {
  const ANY: JsonSchema = { type: 'string', minLength: 1 }
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: pathSchemas[name] ?? ANY,
  }))
}

function answerObject({ description, content, headers = [], links = {} }: ApiAnswer): Json {
  return {
    description,
    headers: Object.fromEntries(headers.map((name) => [name, { schema: { type: 'string' } }])),
    content,
    links: Object.fromEntries(
      Object.entries(links).map(([operationId, parameters]) => [
        operationId,
        { operationId, parameters },
      ]),
    ),
  }
}

/** One answer for each status, with the errors that have it. */
function errorAnswers(codes: readonly ErrorCode[]): Json {
  const known = [...new Set(codes)]
  // An object has names that are numbers in ascending order.
  return Object.fromEntries(
    known.map((code) => {
      const { status } = ERRORS[code]
      return [
        status,
        errorAnswer(
          status,
          known.filter((each) => ERRORS[each].status === status),
        ),
      ]
    }),
  )
}

/** An example of each error, for the components of a document. */
function errorExamples(): Json {
  return Object.fromEntries(fieldNames(ERRORS).map((code) => [code, { value: exampleOf(code) }]))
}

function errorAnswer(status: number, codes: readonly ErrorCode[]): Json {
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    content: {
      'application/json': {
        schema: errorSchema(status, codes),
        examples: Object.fromEntries(
          codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
        ),
      },
    },
  }
}

function errorSchema(status: number, codes: readonly ErrorCode[]): JsonSchema {
  const ids = [...new Set(codes.map((code) => ERRORS[code].id))]
  return {
    allOf: [
      reference('Error'),
      { properties: { id: { enum: ids }, status_code: { const: status } } },
    ],
  }
}

function exampleOf(code: ErrorCode): Json {
  const { id, message, detail, status } = ERRORS[code]
  return {
    id,
    message,
    detailed_error: detail,
    request_id: '3f1c5d0e-2b7a-4c7e-9d57-0a1f6f3f2c11',
    status_code: status,
  }
}
