import { CallError, createCaller, type Method } from 'express-incoming-webhooks-ui/call'
import { addressBelow } from './root.js'

// Other sites cannot use the session, because it is a token and never a cookie.
const caller = createCaller({ base: addressBelow('api/v4/'), credentials: 'omit' })

export const { onSignedOut, signedOut } = caller

/** Runs a task whose failure can be ignored, because it is repeated later. */
export function quietly(task: Promise<unknown>): void {
  task.catch((error: unknown) => {
    if (!(error instanceof CallError)) throw error
  })
}

/** Calls the v4 API as the signed-in user. Throws a `CallError`. */
export async function call(method: Method, path: string, body?: unknown): Promise<unknown> {
  return (await caller.call(method, `.${path}`, { body })).body
}

/** The token of a new session. */
export async function signIn(loginId: string, password: string): Promise<string> {
  const body = { login_id: loginId, password }
  const { headers } = await caller.call('POST', './users/login', { body, asNobody: true })
  return headers.get('Token') ?? ''
}
