import { CallError, isUnanswered } from 'express-incoming-webhooks-ui/call'
import { call, quietly } from '../api/call.js'
import { type Channel, readChannel, readPost } from '../api/shapes.js'
import { channelPath, readAddress } from './addresses.js'
import { countPeople, countWebhooks, keepChannels } from './channels.js'
import { openFeed, openThread } from './feeds.js'
import { NOWHERE, type Place, type PlaceFault } from './model.js'
import { store } from './store.js'
import { markRead } from './unread.js'

/** Of addresses that lead nowhere for this reader. */
const MISSING = new Set([400, 403, 404])

type Target = { readonly channel: Channel } & Pick<Place, 'rootId' | 'postId' | 'markedId'>

let showings = 0

export function goTo(path: string): void {
  if (path !== location.pathname + location.search) history.pushState(null, '', path)
  void showPlace()
}

export function goToChannel({ name }: Channel): void {
  goTo(channelPath(store.get().team.name, name))
}

/** Shows a thread beside its channel; none with ''. */
export function showThread(rootId: string): void {
  const url = new URL(location.href)
  if (rootId === '') url.searchParams.delete('thread')
  else url.searchParams.set('thread', rootId)
  history.pushState(null, '', url)
  store.set(({ place }) => ({ place: { ...place, rootId, cardId: '' } }))
  if (rootId !== '') void openThread(rootId)
}

/** Shows the details of a post beside its channel; none with ''. */
export function showCard(cardId: string): void {
  store.set(({ place }) => ({ place: { ...place, cardId } }))
}

/** Shows the content of the URL. */
export async function showPlace(): Promise<void> {
  const address = readAddress(location)
  if (address.page === 'sign-in' || address.page === 'unknown') return
  const showing = ++showings
  // The reader may have gone on to another place while this one was loaded.
  const isLatest = (): boolean => showing === showings
  try {
    const found = await (address.page === 'channel'
      ? findChannel(address.name, address.rootId)
      : findPost(address.name, address.rootId))
    if (isLatest()) await open(found)
  } catch (error) {
    const stays = isUnanswered(error) && store.get().place.channelId !== ''
    if (isLatest() && !stays) store.set({ place: { ...NOWHERE, fault: faultOf(error) } })
  }
}

async function findChannel(name: string, rootId: string): Promise<Target> {
  const { team, channels } = store.get()
  const known = [...channels.values()].find((channel) => channel.name === name)
  const path = `/teams/${team.id}/channels/name/${encodeURIComponent(name)}`
  return { channel: known ?? (await loadChannel(path)), rootId, postId: '', markedId: '' }
}

async function findPost(postId: string, rootId: string): Promise<Target> {
  const post = readPost(await call('GET', `/posts/${encodeURIComponent(postId)}`))
  const known = store.get().channels.get(post.channelId)
  return {
    channel: known ?? (await loadChannel(`/channels/${post.channelId}`)),
    rootId: rootId || post.rootId,
    postId: post.rootId || post.id,
    markedId: post.id,
  }
}

async function loadChannel(path: string): Promise<Channel> {
  const channel = readChannel(await call('GET', path))
  keepChannels([channel])
  return channel
}

async function open({ channel, rootId, postId, markedId }: Target): Promise<void> {
  const { place } = store.get()
  const isSame = place.channelId === channel.id && place.postId === postId
  store.set({ place: { ...NOWHERE, channelId: channel.id, rootId, postId, markedId } })
  const thread = rootId === '' ? Promise.resolve() : openThread(rootId)
  if (!isSame) {
    await openFeed(channel.id, postId)
    if (document.visibilityState === 'visible') void markRead(channel.id)
    quietly(describe(channel))
  }
  await thread
}

/** Loads the number of members, and of webhooks that the user manages there. */
async function describe({ id }: Channel): Promise<void> {
  await countPeople(id)
  await countWebhooks(id)
}

function faultOf(error: unknown): PlaceFault {
  if (!(error instanceof CallError)) return { isMissing: false, requestId: '' }
  return { isMissing: MISSING.has(error.status), requestId: error.requestId }
}
