import type { ErrorCode } from '../model/errors.js'
import type { JsonSchema } from './schema.js'

export type ApiMethod = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'options'

/** A parameter of the query or a header. */
export interface ApiParameter {
  readonly in: 'query' | 'header'
  readonly name: string
  readonly description: string
  readonly schema: JsonSchema
  readonly required?: boolean
}

/** Bodies by their media type. */
export type ApiContent = Readonly<Record<string, ApiBody>>

export interface ApiBody {
  readonly schema: JsonSchema
  readonly examples?: Readonly<Record<string, ApiExample>>
}

/** What is sent. */
export interface ApiRequestBody {
  readonly required: boolean
  readonly content: ApiContent
}

/** An example, or the place of one in the document's components. */
export type ApiExample = { readonly value: unknown } | { readonly $ref: string }

/** What an operation answers if all went well. */
export interface ApiAnswer {
  readonly status: number
  readonly description: string
  /** Empty: the answer has no body. */
  readonly content: ApiContent
  /** Names of headers that it may have. */
  readonly headers?: readonly string[]
  /** Operations for which this answer has the parameters, as runtime expressions of OpenAPI. */
  readonly links?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** A route: a method at a path. */
export interface ApiOperation {
  /** Unique in the document. */
  readonly id: string
  /** The group it belongs to. */
  readonly tag: string
  readonly method: ApiMethod
  /** From the server's root, with parameters in braces. */
  readonly path: string
  readonly summary: string
  readonly description?: string
  /** Schemas of parameters in the path that are not just any text. */
  readonly pathSchemas?: Readonly<Record<string, JsonSchema>>
  readonly parameters?: readonly ApiParameter[]
  readonly body?: ApiRequestBody
  readonly answers: readonly ApiAnswer[]
  /** Codes of `WebhookError` that it may answer with. */
  readonly errors: readonly ErrorCode[]
  /** Whether it needs no session. */
  readonly isPublic?: boolean
}

/** A body in JSON, with an example if there is one. */
export function jsonContent(schema: JsonSchema, example?: unknown): ApiContent {
  const examples = example === undefined ? {} : { examples: { usual: { value: example } } }
  return { 'application/json': { schema, ...examples } }
}
