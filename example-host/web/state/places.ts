import { CallError, isUnanswered } from 'express-incoming-webhooks-ui/call'
import { call, quietly } from '../api/call.js'
import { type Channel, readChannel, readPost } from '../api/shapes.js'
import { channelPath, readAddress, searchedIn } from './addresses.js'
import { countPeople, countWebhooks, keepChannels } from './channels.js'
import { reportOpen } from './connection.js'
import { catchUp, openFeed, openThread } from './feeds.js'
import { markRead } from './listed.js'
import { type DialogName, NO_DIALOG, NOWHERE, type Place, type PlaceFault, store } from './store.js'

export function openDialog(name: DialogName, about = ''): void {
  store.set({ dialog: { name, about } })
}

/** A handler that opens a dialog. */
export function opening(name: DialogName, about = ''): () => void {
  return () => openDialog(name, about)
}

export function closeDialog(): void {
  store.set({ dialog: NO_DIALOG })
  // Loading the page again must not search again.
  if (searchedIn(location) !== '') history.replaceState(history.state, '', location.pathname)
}

/** Of addresses that lead nowhere for this reader. */
const MISSING = new Set([400, 403, 404])

let showings = 0

export function goTo(path: string): void {
  if (path !== location.pathname + location.search) history.pushState(null, '', path)
  void showPlace()
}

export function goToChannel({ name }: Channel): void {
  goTo(channelPath(name))
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
  const { page, name, rootId } = readAddress(location)
  if (page !== 'channel' && page !== 'post') return
  const showing = ++showings
  // The reader may have gone on to another place while this one was loaded.
  const isLatest = (): boolean => showing === showings
  try {
    const found = await (page === 'channel' ? findChannel(name, rootId) : findPost(name, rootId))
    if (isLatest()) await open(found)
  } catch (error) {
    const stays = isUnanswered(error) && store.get().place.channelId !== ''
    if (isLatest() && !stays) store.set({ place: { ...NOWHERE, fault: faultOf(error) } })
  }
}

async function findChannel(name: string, rootId: string): Promise<Place> {
  const { team, channels } = store.get()
  const known = [...channels.values()].find((channel) => channel.name === name)
  const path = `/teams/${team.id}/channels/name/${encodeURIComponent(name)}`
  const { id } = known ?? (await loadChannel(path))
  return { ...NOWHERE, channelId: id, rootId }
}

async function findPost(postId: string, rootId: string): Promise<Place> {
  const post = readPost(await call('GET', `/posts/${encodeURIComponent(postId)}`))
  const { id, channelId } = post
  if (!store.get().channels.has(channelId)) await loadChannel(`/channels/${channelId}`)
  return {
    ...NOWHERE,
    channelId,
    rootId: rootId || post.rootId,
    postId: post.rootId || id,
    markedId: id,
  }
}

async function loadChannel(path: string): Promise<Channel> {
  const channel = readChannel(await call('GET', path))
  keepChannels([channel])
  return channel
}

async function open(next: Place): Promise<void> {
  const { place } = store.get()
  const { channelId, rootId, postId } = next
  store.set({ place: next })
  const thread = rootId === '' ? null : openThread(rootId)
  if (place.channelId !== channelId || place.postId !== postId) {
    const reported = reportOpen(channelId)
    await openFeed(channelId, postId)
    // The events of other channels come only from now on.
    if (!store.get().own.has(channelId)) quietly(reported.then(() => catchUp(channelId)))
    if (document.visibilityState === 'visible') void markRead(channelId)
    quietly(countPeople(channelId).then(() => countWebhooks(channelId)))
  }
  await thread
}

function faultOf(error: unknown): PlaceFault {
  if (!(error instanceof CallError)) return { isMissing: false, requestId: '' }
  return { isMissing: MISSING.has(error.status), requestId: error.requestId }
}
