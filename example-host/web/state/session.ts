import { isUnanswered } from 'express-incoming-webhooks-ui/call'
import { forgetToken, readToken } from 'express-incoming-webhooks-ui/token'
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

/** Returns false if the session could not be ended. */
export async function signOut(): Promise<boolean> {
  // Last responses and the websocket report that the session has ended, which needs no notice here.
  isLeaving = true
  try {
    await call('POST', '/users/logout', {})
  } catch (error) {
    // A token can be deleted here, but only the server can delete the cookie.
    if (isUnanswered(error) && readToken() === null) {
      isLeaving = false
      return false
    }
  }
  forgetDrafts()
  forgetToken()
  location.replace(addressBelow('login'))
  return true
}

/** While a page ends its own session, it does not go to the sign-in page. */
export function setLeaving(isSo: boolean): void {
  isLeaving = isSo
}

/** Loads the page again, because another tab has signed somebody else in. */
export function startAgain(): void {
  forgetDrafts()
  location.reload()
}
