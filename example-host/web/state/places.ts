import { CallError, isUnanswered } from 'express-incoming-webhooks-ui/call'
import { call, quietly, rootPath } from '../api/call.js'
import { type DialogName, NO_DIALOG, NOWHERE, type Place, type PlaceFault, store } from './store.js'
import { type Channel, readChannel, readPost } from '../api/shapes.js'
import { countPeople, countWebhooks, keepChannels, markRead } from './channels.js'
import { reportOpen } from './chat.js'
import { catchUp, openFeed, openThread } from './feeds.js'

const PLACES: ReadonlyMap<string, 'channel' | 'post'> = new Map([
  ['channels', 'channel'],
  ['pl', 'post'],
])

/** The content of a URL. */
export function readAddress({ pathname, search }: Pick<Location, 'pathname' | 'search'>) {
  const query = new URLSearchParams(search)
  const [team = '', kind = '', name = '', ...more] = pathname
    .slice(rootPath.length)
    .split('/')
    .map(decoded)
  const isPlace = pathname.startsWith(rootPath) && name !== '' && more.join('') === ''
  const other = team === 'login' && kind === '' ? 'sign-in' : 'unknown'
  return {
    page: (isPlace && PLACES.get(kind)) || other,
    /** That of the channel, or the post's id. */
    name,
    rootId: query.get('thread') ?? '',
    /** Where to go after the sign-in. */
    to: ownPath(query.get('to') ?? rootPath),
    expired: query.get('expired') === '1',
  } as const
}

export function channelPath(name: string): string {
  return `${teamPath()}/channels/${encodeURIComponent(name)}`
}

export function postPath(postId: string): string {
  return `${teamPath()}/pl/${encodeURIComponent(postId)}`
}

// The page shows one team, known before anything of it is drawn.
function teamPath(): string {
  return rootPath + encodeURIComponent(store.get().team.name)
}

/** The page of a webhook in the console. */
export function hookPath(id: string): string {
  return `${rootPath}admin/hooks/${encodeURIComponent(id)}`
}

/** The same place, with the dialog that searches for these words. */
export function searchQuery(terms: string): string {
  return `?${new URLSearchParams({ search: terms }).toString()}`
}

export function searchedIn({ search }: Pick<Location, 'search'>): string {
  return new URLSearchParams(search).get('search') ?? ''
}

// Prevents open redirects after sign-in.
function ownPath(path: string): string {
  const url = URL.canParse(path, location.origin) ? new URL(path, location.origin) : null
  return url?.origin === location.origin && /^\/(?![/\\])/.test(path) ? path : rootPath
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

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
