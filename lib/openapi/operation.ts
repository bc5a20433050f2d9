import type { ErrorCode } from '../model/errors.js'
import type { JsonSchema } from '../model/json-schema.js'

/** A method of HTTP, as OpenAPI writes it. */
export type ApiMethod = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'options'

/** A parameter of the query or a header. */
export interface ApiParameter {
  /** Parameters of the path are found in it. */
  readonly in: 'query' | 'header'
  /** Of a header: in any case. */
  readonly name: string
  /** What it does, in Markdown. */
  readonly description: string
  /** Of its text. */
  readonly schema: JsonSchema
  /** Default: false. */
  readonly required?: boolean
}

/** Bodies by their media type. */
export type ApiContent = Readonly<Record<string, ApiBody>>

/** A body in one media type. */
export interface ApiBody {
  /** Of the value that JSON stands for, or of the text. */
  readonly schema: JsonSchema
  /** By a name that is shown. */
  readonly examples?: Readonly<Record<string, ApiExample>>
}

/** What is sent. */
export interface ApiRequestBody {
  /** Whether a request without a body is refused. */
  readonly required: boolean
  /** By media type. */
  readonly content: ApiContent
}

/** An example, or the place of one in the document's components. */
export type ApiExample =
  | {
      /** The body itself. */
      readonly value: unknown
    }
  | {
      /** Such as `#/components/examples/native`. */
      readonly $ref: string
    }

/** What an operation answers if all went well. */
export interface ApiAnswer {
  /** From 200 to 399. */
  readonly status: number
  /** When it is given. */
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
  /** In lower case. */
  readonly method: ApiMethod
  /** From the server's root, with parameters in braces. */
  readonly path: string
  /** What it does, in a few words. */
  readonly summary: string
  /** What else is to be known, in Markdown. */
  readonly description?: string
  /** Schemas of parameters in the path that are not just any text. */
  readonly pathSchemas?: Readonly<Record<string, JsonSchema>>
  /** Of the query and of headers. */
  readonly parameters?: readonly ApiParameter[]
  /** Absent: it reads none. */
  readonly body?: ApiRequestBody
  /** Those that are no errors. */
  readonly answers: readonly ApiAnswer[]
  /** Codes of `WebhookError` that it may answer with. */
  readonly errors: readonly ErrorCode[]
  /** Whether it needs no session. Default: false. */
  readonly isPublic?: boolean
}

/** A body in JSON, with an example if there is one. */
export function jsonContent(schema: JsonSchema, example?: unknown): ApiContent {
  const examples = example === undefined ? {} : { examples: { usual: { value: example } } }
  return { 'application/json': { schema, ...examples } }
}

/** A parameter that may be absent, of any text unless a schema is given. */
export function parameter(
  place: ApiParameter['in'],
  name: string,
  description: string,
  schema: JsonSchema = { type: 'string' },
): ApiParameter {
  return { in: place, name, description, schema }
}
