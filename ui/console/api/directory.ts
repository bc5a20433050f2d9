import { CallError } from 'express-incoming-webhooks-ui/call'
import { finds, longestWord } from 'express-incoming-webhooks-ui/finding'
import { forgetToken } from 'express-incoming-webhooks-ui/token'
import { textOf, type Wire, wireOf, wiresOf } from 'express-incoming-webhooks-ui/wire'
import { call } from './call.js'

/** The signed-in user. */
export interface Me {
  readonly id: string
  readonly username: string
  readonly admin: boolean
}

/** A user in a list. */
export interface ListedUser {
  readonly id: string
  readonly username: string
  /** The display name if there is one, otherwise the username. */
  readonly name: string
}

/** At most 100 users whose name matches. Only for administrators, and if the host lists its users. */
export async function listUsers(query: string): Promise<readonly ListedUser[]> {
  return (await listNamed('users', query)).map((wire) => {
    const username = textOf(wire, 'username')
    return { id: textOf(wire, 'id'), username, name: textOf(wire, 'display_name') || username }
  })
}

/** Hosts with their own sign-in may not have this call. Then only the role can be determined. */
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

/** Ends the session of this tab, whatever the server responds. */
export async function signOut(): Promise<void> {
  try {
    await call('POST', 'users/logout', { body: {} })
  } catch {
    // An expired session has ended too.
  }
  forgetToken()
}

/** A channel that the caller may choose. */
export interface Channel {
  readonly id: string
  readonly teamId: string
  readonly name: string
  readonly isPrivate: boolean
}

/** At most 100 channels whose name matches. */
export async function listChannels(query: string): Promise<readonly Channel[]> {
  return (await listNamed('channels', query)).map(channelOf)
}

/** The channel of an id; undefined if the caller cannot choose it. */
export async function findChannel(id: string): Promise<Channel | undefined> {
  return (await search('channels', id)).map(channelOf).find((channel) => channel.id === id)
}

function channelOf(wire: Wire): Channel {
  return {
    id: textOf(wire, 'id'),
    teamId: textOf(wire, 'team_id'),
    name: textOf(wire, 'display_name') || textOf(wire, 'name'),
    isPrivate: textOf(wire, 'type') !== 'O',
  }
}

const NAMES = ['display_name', 'name', 'username'] as const

/** The server looks for one word of a query. Where there are more, the names must have all. */
async function listNamed(list: List, query: string): Promise<readonly Wire[]> {
  const word = longestWord(query)
  const found = await search(list, word)
  if (word === query.trim()) return found
  return found.filter((wire) => finds(query, NAMES.map((name) => textOf(wire, name)).join(' ')))
}

type List = 'users' | 'channels'

async function search(list: List, text: string): Promise<readonly Wire[]> {
  return wiresOf((await call('GET', `hooks/incoming/${list}?q=${encodeURIComponent(text)}`)).body)
}
