import { call, onSessionEnd } from '../api/call.js'
import { addressBelow } from '../api/root.js'
import { forgetToken } from '../api/token.js'
import { signInPath } from './addresses.js'
import { forgetDrafts } from './drafts.js'

/** To the page for signing in, and back to this place afterwards. */
export function toSignIn(expired: boolean): void {
  forgetToken()
  location.replace(signInPath(location.pathname + location.search, expired))
}

export async function signOut(): Promise<void> {
  forgetDrafts()
  // The page goes on to the sign-in by itself when the server says that the session has ended.
  onSessionEnd(() => undefined)
  try {
    await call('POST', '/users/logout', {})
  } catch {
    // Without a connection the token is forgotten here at least.
  }
  forgetToken()
  location.replace(addressBelow('login'))
}
