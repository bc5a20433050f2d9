import { CallError, isUnanswered } from 'express-incoming-webhooks-ui/call'
import { call, reasonOf, signIn } from '../api/call.js'
import type { User } from '../api/shapes.js'
import { setLeaving } from './session.js'

export interface PasswordFault {
  readonly field: 'current' | 'new' | ''
  readonly text: string
}

/**
 * Sets the own password, which ends all sessions, and signs in again if it can. Returns why the
 * password was not set.
 */
export async function changePassword(
  { username, admin }: User,
  currentPassword: string,
  newPassword: string,
): Promise<PasswordFault | null> {
  setLeaving(true)
  try {
    await call('PUT', '/users/me/password', {
      ...(admin ? {} : { current_password: currentPassword }),
      new_password: newPassword,
    })
  } catch (error) {
    setLeaving(false)
    return faultOf(error)
  }
  try {
    await signIn(username, newPassword)
  } catch (error) {
    // The password is set: the page that is loaded next asks for it.
    if (!(error instanceof CallError)) throw error
  }
  return null
}

function faultOf(error: unknown): PasswordFault {
  if (!(error instanceof CallError)) throw error
  if (isUnanswered(error) || error.status >= 500) {
    return { field: '', text: 'The server did not respond. Try again.' }
  }
  if (error.status === 429) return { field: '', text: 'Too many attempts. Try again later.' }
  // The form has checked the new one.
  if (error.status === 400) return { field: 'current', text: 'This is not your current password.' }
  return { field: '', text: reasonOf(error) }
}
