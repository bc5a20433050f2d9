import { createCaller, type Method } from 'express-incoming-webhooks-ui/call'
import { numberOf, type Wire } from 'express-incoming-webhooks-ui/wire'
import { config } from '../config.js'

export interface Answer {
  readonly body: unknown
  readonly etag: string
}

export interface CallOptions {
  readonly body?: Wire
  readonly ifMatch?: string
}

const caller = createCaller({ base: new URL(config.apiBase), credentials: 'same-origin' })

export const { onSignedOut } = caller

/** Calls the API. Throws a `CallError`; a 401 also ends the session of the page. */
export async function call(
  method: Method,
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  const { body, headers } = await caller.call(method, path, options)
  return { body, etag: headers.get('etag') ?? '' }
}

/** The `total_count` of a list response. */
export function totalOf(body: unknown): number {
  return numberOf(body, 'total_count')
}
