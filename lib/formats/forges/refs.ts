import { firstText, isWebUrl } from '../kit.js'
import { PAGE } from './names.js'
import { shortLine } from './news.js'

export interface Ref {
  /** `branch` or `tag`. */
  readonly kind: string
  readonly name: string
}

/** What `refs/heads/main` names. */
export function refOf(ref: string): Ref {
  if (ref.startsWith('refs/tags/')) return { kind: 'tag', name: ref.slice('refs/tags/'.length) }
  const name = ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : ref
  return { kind: 'branch', name }
}

/** The seven characters by which people know a commit. */
export function shortId(id: string): string {
  return /^[\da-f]{7,64}$/i.test(id) ? id.slice(0, 7) : shortLine(id, 12)
}

/** Whether an id of a commit says that there is none: the branch is new or gone. */
export function isNoCommit(id: string): boolean {
  return /^0{7,64}$/.test(id)
}

/** What is linked to besides a page, and only where that is missing. */
const FOR_PROGRAMS = /^https:\/\/api\.github\.|\/api\/v\d/

/** Where people see an issue, a comment or a commit; `''` where only programs can. */
export function pageIn(value: unknown): string {
  const page = firstText(value, ...PAGE)
  return FOR_PROGRAMS.test(page) ? '' : page
}

/** An address to which paths are added: `http:/` and `/tree/main` would be a link to a host called tree. */
export function rootUrl(value: unknown, ...paths: readonly string[]): string {
  const url = firstText(value, ...paths)
  return isWebUrl(url) ? url : ''
}

/** A name with slashes as a part of an address. */
export function urlPath(name: string): string {
  return name
    .split('/')
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join('/')
}

/** A branch, and the repository that it is in. */
export interface Branch {
  readonly name: string
  readonly repository: string
}

/** `feature into main`, of a request to merge; from a fork, `mona:feature into main`. */
export function merging(from: Branch, into: Branch): string {
  if (from.name === '' || into.name === '') return ''
  const owner = forkedBy(from.repository, into.repository)
  const source = shortLine(from.name, 60)
  return `${owner === '' ? source : `${shortLine(owner, 40)}:${source}`} into ${shortLine(into.name, 60)}`
}

/** Whose fork it is; where both have one owner, which one. */
function forkedBy(from: string, into: string): string {
  if (from === '' || into === '' || from === into) return ''
  const owner = ownerOf(from)
  return owner === ownerOf(into) ? from : owner
}

function ownerOf(repository: string): string {
  const end = repository.lastIndexOf('/')
  return end === -1 ? repository : repository.slice(0, end)
}
