import { CallError } from 'express-incoming-webhooks-ui/call'
import { listOf, textOf } from 'express-incoming-webhooks-ui/wire'
import { call, quietly } from '../api/call.js'
import { type Channel, type ChannelKind, readChannel, type User } from '../api/shapes.js'
import { countPeople, enter, keepChannel } from './membership.js'
import type { ChatState } from './model.js'
import { reasonOf } from './reason.js'
import type { Store } from './store.js'

const MAX_NAME = 64
const MEMBERS_PER_PAGE = 200

export interface WantedChannel {
  readonly displayName: string
  readonly purpose: string
  readonly kind: Exclude<ChannelKind, 'direct'>
}

/** Creates a channel and returns it, or an error text. */
export async function createChannel(
  store: Store<ChatState>,
  { displayName, purpose, kind }: WantedChannel,
): Promise<Channel | string> {
  const body = {
    team_id: store.get().team.id,
    name: nameInUrl(displayName),
    display_name: displayName,
    purpose,
    type: kind === 'public' ? 'O' : 'P',
  }
  try {
    const channel = readChannel(await call('POST', '/channels', body))
    enter(store, channel)
    return channel
  } catch (error) {
    // The form has checked everything else.
    const isTaken = error instanceof CallError && error.status === 400
    return isTaken
      ? 'A channel with this name already exists. Choose another name.'
      : reasonOf(error)
  }
}

/** Returns an error text, or ''. */
export async function setPurpose(
  store: Store<ChatState>,
  { id }: Channel,
  purpose: string,
): Promise<string> {
  try {
    keepChannel(store, readChannel(await call('PUT', `/channels/${id}/patch`, { purpose })))
    return ''
  } catch (error) {
    return reasonOf(error)
  }
}

/** Adds somebody else. Returns an error text, or ''. */
export async function addPerson(
  store: Store<ChatState>,
  { id }: Channel,
  user: User,
): Promise<string> {
  try {
    await call('POST', `/channels/${id}/members`, { user_id: user.id })
  } catch (error) {
    return reasonOf(error)
  }
  quietly(countPeople(store, id))
  return ''
}

/** The ids of all members. */
export async function loadMembers({ id }: Channel): Promise<ReadonlySet<string>> {
  const members = new Set<string>()
  for (let page = 0, isFull = true; isFull; page++) {
    const query = `page=${page}&per_page=${MEMBERS_PER_PAGE}`
    const found = listOf(await call('GET', `/channels/${id}/members?${query}`))
    for (const each of found) members.add(textOf(each, 'user_id'))
    isFull = found.length === MEMBERS_PER_PAGE
  }
  return members
}

/** The name in the channel's URL: letters a to z and digits, joined by hyphens. */
function nameInUrl(displayName: string): string {
  const plain = displayName.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.match(/[a-z0-9]+/g) ?? []
  const name = words.join('-').slice(0, MAX_NAME)
  // There may be no letters a to z, and a name must not look like an id.
  if (name === '' || /^[a-z0-9]{26}$/.test(name)) return `channel-${Date.now().toString(36)}`
  return name
}
