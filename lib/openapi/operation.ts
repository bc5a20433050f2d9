import type * as z from 'zod'
import type { ErrorCode } from '../model/errors.js'
import type { AnswerName } from './answers.js'

/** The router that an operation belongs to. Hosts choose where it is mounted. */
export type RouterName = 'hooks' | 'admin' | 'buttons' | 'auth'

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'options'

/** A parameter of the query or a header. Those of the path are found in the path. */
export interface Parameter {
  readonly in: 'query' | 'header'
  readonly name: string
  readonly description: string
  readonly schema: z.ZodType
}

/** What an operation answers if all went well. */
export interface Answer {
  readonly status: number
  readonly description: string
  /** The body; null if it has none. A list: one of these. */
  readonly body: AnswerName | 'ok' | null | readonly (AnswerName | 'ok' | 'ofFormat')[]
  readonly headers?: readonly string[]
}

export interface Operation {
  readonly id: string
  readonly router: RouterName
  readonly method: Method
  /** Below the router's mount point, in the notation of OpenAPI. */
  readonly path: string
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly Parameter[]
  /** `message`: what a sender writes, in any format. */
  readonly body?: z.ZodType | 'message'
  readonly answers: readonly Answer[]
  readonly errors: readonly ErrorCode[]
}
