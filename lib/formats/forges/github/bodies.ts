import { isWebUrl } from '../../../text/links.js'
import { at, numberAt, textAt, timeAt } from '../../json-members.js'
import { type Branch, cut, merging, words } from '../news.js'

/** The repository of an event, or else its organization. */
export function whereOf(body: unknown): string {
  return (
    textAt(body, 'repository', 'full_name') ||
    textAt(body, 'repository', 'name') ||
    textAt(body, 'organization', 'login') ||
    textAt(body, 'organization', 'username') ||
    textAt(body, 'enterprise', 'slug')
  )
}

export function repositoryUrl(body: unknown): string {
  const url = textAt(body, 'repository', 'html_url') || textAt(body, 'organization', 'html_url')
  // Paths are added to it: `http:/` and `/tree/main` would be a link to a host called tree.
  return isWebUrl(url) ? url : ''
}

/** The name of a person: GitHub and Gitea have a `login`, older Gogs a `username`. */
export function personOf(body: unknown, ...path: readonly string[]): string {
  const user = at(body, ...path)
  return cut(textAt(user, 'login') || textAt(user, 'username') || textAt(user, 'name'), 40)
}

export function whoOf(body: unknown): string {
  return personOf(body, 'sender') || personOf(body, 'pusher')
}

/** A pull request, an issue or a discussion: what people talk about. */
export interface Topic {
  readonly kind: 'pull request' | 'issue' | 'discussion'
  /** `#12 Fix leak`. */
  readonly label: string
  readonly url: string
  readonly incident: string
  readonly at: number | null
  readonly value: unknown
}

export function pullOf(body: unknown): Topic {
  return topicOf(body, at(body, 'pull_request'), 'pull request')
}

/** An issue; comments on pull requests name these as issues as well. */
export function issueOf(body: unknown): Topic {
  const issue = at(body, 'issue')
  const pull = at(issue, 'pull_request')
  const isPull = typeof pull === 'object' && pull !== null
  return topicOf(body, issue, isPull ? 'pull request' : 'issue')
}

export function discussionOf(body: unknown): Topic {
  return topicOf(body, at(body, 'discussion'), 'discussion')
}

const FOLDERS = { 'pull request': 'pull', issue: 'issues', discussion: 'discussions' } as const

function topicOf(body: unknown, value: unknown, kind: Topic['kind']): Topic {
  const number = textAt(value, 'number')
  const where = whereOf(body)
  return {
    kind,
    label: words(number === '' ? '' : `#${number}`, textAt(value, 'title')) || kind,
    url: textAt(value, 'html_url') || textAt(value, 'url'),
    incident: where === '' || number === '' ? '' : `${where}/${FOLDERS[kind]}/${number}`,
    at: timeAt(value, 'updated_at') ?? timeAt(value, 'created_at'),
    value,
  }
}

/** `feature into main`. */
export function branchesOf(pull: unknown): string {
  return merging(branchAt(pull, 'head'), branchAt(pull, 'base'))
}

function branchAt(pull: unknown, end: 'head' | 'base'): Branch {
  return { name: textAt(pull, end, 'ref'), repository: textAt(pull, end, 'repo', 'full_name') }
}

/** `+10 −2 in 3 files`. */
export function sizeOf(pull: unknown): string {
  const added = numberAt(pull, 'additions')
  const removed = numberAt(pull, 'deletions')
  const files = numberAt(pull, 'changed_files')
  if (added === null || removed === null || files === null || files === 0) return ''
  return `+${added} −${removed} in ${files} ${files === 1 ? 'file' : 'files'}`
}
