import { joined, link, list, type Text } from '../drafts/pieces.js'
import { cut } from './news.js'

/** A commit, as all hosts describe it. */
export interface Commit {
  readonly id: string
  readonly message: string
  readonly url: string
  readonly author: string
}

const LONGEST_LINE = 100

/** At most five commits, one a line, and how many more there are. */
export function commitList(commits: readonly Commit[], total: number, pusher: string): Text {
  return list(
    commits.map((commit) => commitLine(commit, pusher)),
    Math.max(total, commits.length),
  )
}

function commitLine({ id, message, url, author }: Commit, pusher: string): Text {
  const [first = ''] = message.trimStart().split('\n', 1)
  const by = author === '' || author === pusher ? '' : `(${cut(author, 40)})`
  const short = shortId(id)
  return joined([short === '' ? '' : link(url, short), cut(first, LONGEST_LINE), by], ' ')
}

/** The seven characters by which people know a commit. */
export function shortId(id: string): string {
  return /^[\da-f]{7,64}$/i.test(id) ? id.slice(0, 7) : cut(id, 12)
}

/** Whether an id of a commit says that there is none: the branch is new or gone. */
export function isNoCommit(id: string): boolean {
  return /^0{7,64}$/.test(id)
}

export interface Ref {
  readonly kind: 'branch' | 'tag'
  readonly name: string
}

/** A name with slashes as a part of an address. */
export function urlPath(name: string): string {
  return name
    .split('/')
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join('/')
}

/** What `refs/heads/main` names. */
export function refOf(ref: string): Ref {
  if (ref.startsWith('refs/tags/')) return { kind: 'tag', name: ref.slice('refs/tags/'.length) }
  const name = ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : ref
  return { kind: 'branch', name }
}
