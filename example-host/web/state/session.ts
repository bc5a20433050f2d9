import { forgetToken } from 'express-incoming-webhooks-ui/token'
import { call } from '../api/call.js'
import { addressBelow } from '../api/root.js'
import { signInPath } from './addresses.js'
import { forgetDrafts } from './drafts.js'

let isLeaving = false

/** To the page for signing in, and back to this place afterwards. */
export function toSignIn(expired: boolean): void {
  if (isLeaving) return
  forgetToken()
  location.replace(signInPath(location.pathname + location.search, expired))
}

export async function signOut(): Promise<void> {
  forgetDrafts()
  // The server says that the session has ended, in its last answers and on the websocket: here nobody need be told.
  isLeaving = true
  try {
    await call('POST', '/users/logout', {})
  } catch {
    // Without a connection the token is forgotten here at least.
  }
  forgetToken()
  location.replace(addressBelow('login'))
}
