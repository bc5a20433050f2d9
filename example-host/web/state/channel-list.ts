import { listOf, textOf } from 'express-incoming-webhooks-ui/wire'
import { call } from '../api/call.js'
import { readChannel, readUnread } from '../api/shapes.js'
import { withAll } from './model.js'
import { store } from './store.js'
import { asRead } from './unread.js'

// Loads never overlap, so that an old answer cannot replace a newer one.
let running: Promise<void> | null = null
let next: Promise<void> | null = null

/** Loads the user's own channels and their unread counts, with requests that are sent from now on. */
export function loadChannels(): Promise<void> {
  if (!running) return begin()
  const again = (): Promise<void> => {
    next = null
    return begin()
  }
  next ??= running.then(again, again)
  return next
}

export function isLoading(): boolean {
  return running !== null
}

/** Waits for the load that is under way: what it replaces may not be changed before. */
export async function settled(): Promise<void> {
  await Promise.allSettled([running])
}

function begin(): Promise<void> {
  running = load().finally(() => {
    running = null
  })
  return running
}

async function load(): Promise<void> {
  const path = `/users/me/teams/${store.get().team.id}/channels`
  const own = listOf(await call('GET', path)).map(readChannel)
  // Afterwards, so that what is counted is never older than the list.
  const unread = listOf(await call('GET', `${path}/members`))
  store.set(({ channels, place }) => ({
    channels: withAll(channels, own),
    own: new Set(own.map(({ id }) => id)),
    unread: new Map(
      unread.map((each) => {
        const id = textOf(each, 'channel_id')
        return [id, id === place.channelId ? asRead(readUnread(each)) : readUnread(each)]
      }),
    ),
  }))
}
