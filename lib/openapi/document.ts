import * as z from 'zod'
import { type Formats, NATIVE_NAMES } from '../formats/registry.js'
import { type ErrorCode, ERRORS } from '../model/errors.js'
import { KEY_SHAPE } from '../rules/keys.js'
import { ANSWERS } from './answers.js'
import { FORMAT_ANSWERS } from './format-answers.js'
import { HOOKS } from './hooks.js'
import { MANAGEMENT } from './management.js'
import type { Answer, Operation, Parameter, RouterName } from './operation.js'
import { SIGN_IN } from './sign-in.js'

/** Where a host mounts the routers, without a slash at the end; null for those it does not mount. */
export type MountPaths = Readonly<Record<RouterName, string | null>>

/** The usual places. */
export const USUAL_PATHS: MountPaths = {
  hooks: '/hooks',
  admin: '/api/v4',
  buttons: '/api/v4/posts',
  auth: '/api/v4/users',
}

export interface OpenApiOptions {
  readonly paths?: Partial<MountPaths>
  /** The address of the server, for the list of servers. Default: that of the document. */
  readonly siteUrl?: string
  readonly formats: Formats
}

type Json = Readonly<Record<string, unknown>>

/** A document in OpenAPI 3.1. */
export interface OpenApiDocument extends Json {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Json>>
}

/** Describes the routes of a host in OpenAPI 3.1. */
export function openApiDocument({
  paths = {},
  siteUrl = '/',
  formats,
}: OpenApiOptions): OpenApiDocument {
  const mounted: MountPaths = { ...USUAL_PATHS, ...paths }
  const operations = [...HOOKS, ...MANAGEMENT, ...SIGN_IN]
  return {
    openapi: '3.1.1',
    info: {
      title: 'Incoming webhooks',
      version: '4',
      description: 'Send messages to a chat, and manage the webhooks that may.',
    },
    servers: [{ url: siteUrl }],
    tags: TAGS,
    paths: pathsOf(operations, mounted, formats),
    components: {
      schemas: schemas(),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  }
}

const TITLES: Readonly<Record<RouterName, string>> = {
  hooks: 'Sending',
  admin: 'Management',
  buttons: 'Message buttons',
  auth: 'Sign-in',
}
const TAGS = Object.values(TITLES).map((name) => ({ name }))

function pathsOf(
  operations: readonly Operation[],
  mounted: MountPaths,
  formats: Formats,
): Readonly<Record<string, Json>> {
  const found = new Map<string, Record<string, unknown>>()
  for (const operation of operations) {
    const mount = mounted[operation.router]
    if (mount === null) continue
    const path = `${mount}${operation.path}`
    const item = found.get(path) ?? { parameters: pathParameters(path, formats) }
    item[operation.method] = operationOf(operation)
    found.set(path, item)
  }
  return Object.fromEntries(found)
}

function pathParameters(path: string, formats: Formats): readonly Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: parameterSchema(name, formats),
  }))
}

function parameterSchema(name: string, formats: Formats): Json {
  switch (name) {
    case 'key':
      return { type: 'string', pattern: KEY_SHAPE.source }
    case 'format':
      return {
        type: 'string',
        enum: [...NATIVE_NAMES, ...formats.all.map((format) => format.name)],
      }
    default:
      return { type: 'string', minLength: 1 }
  }
}

function operationOf(operation: Operation): Json {
  const { id, router, summary, description, parameters = [], body, answers, errors } = operation
  return {
    operationId: id,
    tags: [TITLES[router]],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(router === 'hooks' || id === 'signIn' ? {} : { security: [{ bearer: [] }] }),
    parameters: parameters.map(parameterOf),
    ...(body === undefined ? {} : { requestBody: requestBodyOf(body) }),
    responses: {
      ...Object.fromEntries(answers.map((answer) => [answer.status, answerOf(answer)])),
      ...errorAnswers([...errors, 'method_not_allowed']),
    },
  }
}

function parameterOf({ schema, ...parameter }: Parameter): Json {
  return { ...parameter, schema: schemaOf(schema) }
}

function requestBodyOf(body: z.ZodType | 'message'): Json {
  if (body !== 'message') {
    return { content: { 'application/json': { schema: schemaOf(body) } } }
  }
  const any = { schema: {} }
  return {
    required: true,
    content: {
      'application/json': any,
      'application/x-www-form-urlencoded': any,
      'text/plain': { schema: { type: 'string' } },
    },
  }
}

function answerOf({ description, body, headers = [] }: Answer): Json {
  const bodies = body === null ? [] : typeof body === 'string' ? [body] : body
  const json = bodies.flatMap((name): Json[] => {
    if (name === 'ok') return []
    if (name !== 'ofFormat') return [reference(name)]
    return Object.values(FORMAT_ANSWERS).map(schemaOf)
  })
  const schema = json.length === 1 ? json[0] : { anyOf: json }
  return {
    description,
    headers: Object.fromEntries(headers.map((name) => [name, { schema: { type: 'string' } }])),
    content: {
      ...(bodies.includes('ok') ? { 'text/plain': { schema: { enum: ['ok', '1'] } } } : {}),
      ...(json.length === 0 ? {} : { 'application/json': { schema } }),
    },
  }
}

/** One answer for each status, with the errors that have it. */
function errorAnswers(codes: readonly ErrorCode[]): Json {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of new Set(codes)) {
    const { status } = ERRORS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const sorted = [...byStatus].toSorted(([a], [b]) => a - b)
  return Object.fromEntries(sorted.map(([status, of]) => [status, errorAnswer(status, of)]))
}

function errorAnswer(status: number, codes: readonly ErrorCode[]): Json {
  const ids = [...new Set(codes.map((code) => ERRORS[code].id))]
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join('\n\n'),
    content: {
      'application/json': {
        schema: {
          allOf: [
            reference('Error'),
            { properties: { id: { enum: ids }, status_code: { const: status } } },
          ],
        },
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
      },
    },
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

function reference(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}

function schemas(): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(ANSWERS).map(([name, schema]) => [name, schemaOf(schema)]),
  )
}

function schemaOf(schema: z.ZodType): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  })
  return rest
}
