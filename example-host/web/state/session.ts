import { forgetToken } from 'express-incoming-webhooks-ui/token'
import { call } from '../api/call.js'
import { addressBelow } from '../api/root.js'
import { signInPath } from './addresses.js'
import { forgetDrafts } from './drafts.js'

let isLeaving = false

/** Goes to the sign-in page, which returns to this place afterwards. */
export function toSignIn(expired: boolean): void {
  if (isLeaving) return
  forgetToken()
  location.replace(signInPath(location.pathname + location.search, expired))
}

export async function signOut(): Promise<void> {
  forgetDrafts()
  // Last responses and the websocket report that the session has ended, which needs no notice here.
  isLeaving = true
  try {
    await call('POST', '/users/logout', {})
  } catch {
    // Without a connection, the token is at least deleted here.
  }
  forgetToken()
  location.replace(addressBelow('login'))
}
