import {
  callErrorOf,
  finds,
  forgetToken,
  longestWord,
  textOf,
  type Wire,
  wiresOf,
} from 'express-incoming-webhooks-ui'
import { call, get } from './call.js'
import { readerOf } from './reader.js'

/** The signed-in user. */
export type Me = ReturnType<typeof meOf>

const meOf = readerOf({
  id: textOf,
  username: textOf,
  admin: (wire) => textOf(wire, 'roles').split(' ').includes('system_admin'),
})

/** A user in a list. */
export type ListedUser = ReturnType<typeof userOf>

const userOf = readerOf({
  id: textOf,
  username: textOf,
  /** The display name if there is one, otherwise the username. */
  name: (wire) => textOf(wire, 'display_name') || textOf(wire, 'username'),
})

/** At most 100 users whose name matches. Only for administrators, and if the host lists its users. */
export async function listUsers(query: string): Promise<readonly ListedUser[]> {
  return (await listNamed('users', query)).map(userOf)
}

/** Hosts with their own sign-in may not have this call. Then only the role can be determined. */
export async function readMe(): Promise<Me> {
  const me = await getUnless(404, 'users/me')
  if (me !== null) return meOf(me)
  const settings = await getUnless(403, 'config')
  return { id: '', username: '', admin: settings !== null }
}

/** Null if the response has this status. */
async function getUnless(status: number, path: string) {
  try {
    return await get(path)
  } catch (error) {
    if (callErrorOf(error).status !== status) throw error
    return null
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
export type Channel = ReturnType<typeof channelOf>

const channelOf = readerOf({
  id: textOf,
  teamId: textOf,
  name: (wire) => textOf(wire, 'display_name') || textOf(wire, 'name'),
  isPrivate: (wire) => textOf(wire, 'type') !== 'O',
})

/** At most 100 channels whose name matches. */
export async function listChannels(query: string): Promise<readonly Channel[]> {
  return (await listNamed('channels', query)).map(channelOf)
}

/** The channel of an id; undefined if the caller cannot choose it. */
export async function findChannel(id: string): Promise<Channel | undefined> {
  return (await search('channels', id)).map(channelOf).find((channel) => channel.id === id)
}

const NAMES = ['display_name', 'name', 'username'] as const
/** The most that the server finds. */
const MOST = 100

/** The server looks for one word of a query. Where there are more, the names must have all. */
async function listNamed(list: List, query: string): Promise<readonly Wire[]> {
  const word = longestWord(query)
  const whole = query.trim()
  const found = await search(list, word)
  if (word === whole) return found
  // Of many with this word, the server leaves out some, perhaps the one whose name was typed.
  const named = found.length < MOST ? [] : await search(list, whole)
  const ids = new Set(named.map(idOf))
  const others = found.filter((wire) => !ids.has(idOf(wire)) && finds(query, namesOf(wire)))
  return [...named, ...others]
}

function idOf(wire: Wire) {
  return textOf(wire, 'id')
}

function namesOf(wire: Wire) {
  return NAMES.map((name) => textOf(wire, name)).join(' ')
}

type List = 'users' | 'channels'

async function search(list: List, text: string): Promise<readonly Wire[]> {
  return wiresOf(await get(`hooks/incoming/${list}?q=${encodeURIComponent(text)}`))
}
