import { rootPath } from '../api/root.js'
import { store } from './store.js'

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

export function signInPath(to: string, expired: boolean): string {
  const query = new URLSearchParams({ to, ...(expired ? { expired: '1' } : {}) })
  return `${rootPath}login?${query.toString()}`
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
