import type { ApiOperation } from 'express-incoming-webhooks/openapi'
import { type JsonSchema, list, refer, TEXT } from './schemas.js'

export type Errors = ApiOperation['errors']
type Parameter = NonNullable<ApiOperation['parameters']>[number]

/** A call of a signed-in user. */
export interface Call {
  readonly id: string
  readonly method: ApiOperation['method']
  /** Below `/api/v4`. */
  readonly path: string
  readonly summary: string
  readonly parameters?: readonly Parameter[]
  readonly body?: JsonSchema
  readonly status?: 201
  readonly answer: JsonSchema
  readonly errors?: Errors
}

/** Of lists. */
export const PAGING: readonly Parameter[] = [
  query('page', 'From 0, which is also what any other text means.'),
  query('per_page', 'From 1 to 200; more means 200, anything else 60.'),
]
/** Ids or names, at most 200. */
export const IDS: JsonSchema = { ...list(TEXT), maxItems: 200 }
export const OK = refer('Status')
/** Errors of calls with a body. */
export const READING: Errors = [
  'invalid_body',
  'body_too_large',
  'unsupported_encoding',
  'not_permitted',
]
/** Errors of calls about a channel. */
export const CHANNEL: Errors = ['channel_missing']

export function query(name: string, description: string, schema = TEXT): Parameter {
  return { in: 'query', name, description, schema }
}
