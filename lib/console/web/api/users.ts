import { CallError } from 'express-incoming-webhooks-ui/call'
import { forgetToken } from 'express-incoming-webhooks-ui/token'
import { textOf, wireOf } from 'express-incoming-webhooks-ui/wire'
import { call } from './call.js'

/** Who is signed in. */
export interface Me {
  readonly id: string
  readonly username: string
  readonly admin: boolean
}

/** Hosts with a sign-in of their own may not have the call: then only the role is found out. */
export async function readMe(): Promise<Me> {
  try {
    const wire = wireOf((await call('GET', 'users/me')).body)
    const roles = textOf(wire, 'roles').split(' ')
    return {
      id: textOf(wire, 'id'),
      username: textOf(wire, 'username'),
      admin: roles.includes('system_admin'),
    }
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 404) throw error
    return { id: '', username: '', admin: await mayReadSettings() }
  }
}

async function mayReadSettings(): Promise<boolean> {
  try {
    await call('GET', 'config')
    return true
  } catch (error) {
    if (error instanceof CallError && error.status === 403) return false
    throw error
  }
}

/** Ends the session of this tab; what the server says to it changes nothing here. */
export async function signOut(): Promise<void> {
  try {
    await call('POST', 'users/logout', { body: {} })
  } catch {
    // An expired session is over as well.
  }
  forgetToken()
}
