import { createCaller, numberOf } from 'express-incoming-webhooks-ui'
import { config } from '../config.js'

/** Calls the API. A 401 also ends the session of the page. */
export const { call, onSignedOut } = createCaller(new URL(config.apiBase))

/** The body of what is answered. */
export async function get(path: string): Promise<unknown> {
  return (await call('GET', path)).body
}

/** The `total_count` of a list response. */
export function totalOf(body: unknown): number {
  return numberOf(body, 'total_count')
}
