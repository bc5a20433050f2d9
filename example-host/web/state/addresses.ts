import { rootPath } from '../api/root.js'

/** The content of a URL. */
export type Address =
  | { readonly page: 'sign-in'; readonly to: string; readonly expired: boolean }
  /** `name` is that of the channel, or the post's id. */
  | { readonly page: 'channel' | 'post'; readonly name: string; readonly rootId: string }
  | { readonly page: 'unknown' }

export function readAddress({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Address {
  const query = new URLSearchParams(search)
  const rootId = query.get('thread') ?? ''
  const [team = '', kind = '', name = '', ...more] = pathname
    .slice(rootPath.length)
    .split('/')
    .map(decoded)
  const isPlace = name !== '' && more.join('') === ''
  if (isPlace && kind === 'channels') return { page: 'channel', name, rootId }
  if (isPlace && kind === 'pl') return { page: 'post', name, rootId }
  if (team !== 'login' || kind !== '') return { page: 'unknown' }
  return {
    page: 'sign-in',
    to: ownPath(query.get('to') ?? rootPath),
    expired: query.get('expired') === '1',
  }
}

export function channelPath(team: string, name: string): string {
  return `${rootPath}${encodeURIComponent(team)}/channels/${encodeURIComponent(name)}`
}

export function postPath(team: string, postId: string): string {
  return `${rootPath}${encodeURIComponent(team)}/pl/${encodeURIComponent(postId)}`
}

/** The same place, with the dialog that searches for these words. */
export function searchQuery(terms: string): string {
  return `?${new URLSearchParams({ search: terms }).toString()}`
}

export function searchedIn({ search }: Pick<Location, 'search'>): string {
  return new URLSearchParams(search).get('search') ?? ''
}

export function signInPath(to: string, expired: boolean): string {
  const query = new URLSearchParams({ to, ...(expired ? { expired: '1' } : {}) })
  return `${rootPath}login?${query.toString()}`
}

/** Whether the path belongs to a channel or a post of this chat. */
export function isPlace(path: string): boolean {
  return (
    path.startsWith(rootPath) && /^[^/]+\/(?:channels|pl)\/[^/]+$/.test(path.slice(rootPath.length))
  )
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
