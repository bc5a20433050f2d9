import { createCaller } from 'express-incoming-webhooks-ui/call'
import { numberOf } from 'express-incoming-webhooks-ui/wire'
import { config } from '../config.js'

/** Calls the API. A 401 also ends the session of the page. */
export const { call, onSignedOut } = createCaller({
  base: new URL(config.apiBase),
  credentials: 'same-origin',
})

/** The body of what is answered. */
export async function get(path: string): Promise<unknown> {
  return (await call('GET', path)).body
}

/** The `total_count` of a list response. */
export function totalOf(body: unknown): number {
  return numberOf(body, 'total_count')
}
