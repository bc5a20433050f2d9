import { isUnanswered } from 'express-incoming-webhooks-ui/call'
import { forgetToken, readToken } from 'express-incoming-webhooks-ui/token'
import { useReducer, useRef } from 'preact/hooks'
import { addressBelow, call, rootPath } from '../api/call.js'

let isLeaving = false

/** Goes to the sign-in page, which returns to this place afterwards. */
export function toSignIn(expired: boolean): void {
  if (isLeaving) return
  forgetToken()
  location.replace(signInPath(location.pathname + location.search, expired))
}

function signInPath(to: string, expired: boolean): string {
  const query = new URLSearchParams({ to, ...(expired ? { expired: '1' } : {}) })
  return `${rootPath}login?${query.toString()}`
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

const PREFIX = 'eiw-draft-'

export function forgetDraft(key: string): void {
  sessionStorage.removeItem(PREFIX + key)
}

/** Cleared, so that the next user of this window does not see them. */
function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  }
}

/** A text that is kept while its field is not shown; `first` is the initial text. */
export function useDraft(key: string, first = ''): readonly [string, (text: string) => void] {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const shown = useRef({ key: '', text: '' })
  // Not in an effect: until it ran, Enter would send what was written for another channel.
  if (shown.current.key !== key) {
    shown.current = { key, text: sessionStorage.getItem(PREFIX + key) ?? first }
  }
  return [
    shown.current.text,
    (text) => {
      shown.current = { key, text }
      if (text === first) forgetDraft(key)
      else sessionStorage.setItem(PREFIX + key, text)
      redraw(0)
    },
  ]
}
