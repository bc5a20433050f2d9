import { allFormats } from '../formats/all.js'
import type { Format } from '../formats/format.js'
import type { JsonSchema } from '../model/json-schema.js'
import { ANSWERS } from './answers.js'
import { MESSAGE_EXAMPLES } from './examples.js'
import { FORMAT_SCHEMAS } from './format-answers.js'
import { hookOperations } from './hooks.js'
import type { ApiOperation } from './operation.js'
import { errorExamples, type Json, pathsOf } from './render.js'
import { routeOperations } from './route-operations.js'

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
