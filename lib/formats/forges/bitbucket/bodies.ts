import { at, listAt, numberAt, textAt, timeAt } from '../../json-members.js'
import { type Branch, cut, merging, words } from '../news.js'

/**
 * Bitbucket Cloud and Data Center have different names for the same topics: `pullrequest` and `pullRequest`,
 * `display_name` and `displayName`, one address and a list of them.
 */
export function pullOf(body: unknown): unknown {
  return at(body, 'pullrequest') ?? at(body, 'pullRequest')
}

export function repositoryOf(body: unknown): unknown {
  const pull = pullOf(body)
  return (
    at(body, 'repository') ??
    at(pull, 'toRef', 'repository') ??
    at(pull, 'destination', 'repository') ??
    at(body, 'new')
  )
}

export function whereOf(body: unknown): string {
  return nameOf(repositoryOf(body))
}

/** `team/repository`, and of Data Center `KEY/repository`. */
export function nameOf(repository: unknown): string {
  const full = textAt(repository, 'full_name')
  if (full !== '') return full
  const name = textAt(repository, 'name') || textAt(repository, 'slug')
  const project = textAt(repository, 'project', 'key')
  return project === '' || name === '' ? name : `${project}/${name}`
}

export function urlOf(value: unknown): string {
  const [self] = listAt(value, 'links', 'self')
  return textAt(value, 'links', 'html', 'href') || textAt(self, 'href')
}

export function whoOf(body: unknown): string {
  const actor = at(body, 'actor')
  const name =
    textAt(actor, 'display_name') ||
    textAt(actor, 'displayName') ||
    textAt(actor, 'nickname') ||
    textAt(actor, 'username') ||
    textAt(actor, 'name')
  return cut(name, 40)
}

export interface Topic {
  readonly kind: 'pull request' | 'issue'
  readonly label: string
  readonly url: string
  readonly incident: string
  readonly at: number | null
  readonly value: unknown
}

export function pullTopic(body: unknown): Topic {
  return topic(body, pullOf(body), 'pull request')
}

export function issueTopic(body: unknown): Topic {
  return topic(body, at(body, 'issue'), 'issue')
}

function topic(body: unknown, value: unknown, kind: Topic['kind']): Topic {
  const id = textAt(value, 'id')
  const where = whereOf(body)
  return {
    kind,
    label: words(id === '' ? '' : `#${id}`, textAt(value, 'title')) || kind,
    url: urlOf(value) || urlOf(repositoryOf(body)),
    incident: id === '' ? '' : `${where}/${kind === 'issue' ? 'issues' : 'pull'}/${id}`,
    at: timeAt(value, 'updated_on') ?? numberAt(value, 'updatedDate'),
    value,
  }
}

export function branchesOf(pull: unknown): string {
  return merging(
    branchIn(at(pull, 'source') ?? at(pull, 'fromRef')),
    branchIn(at(pull, 'destination') ?? at(pull, 'toRef')),
  )
}

function branchIn(end: unknown): Branch {
  return {
    name: textAt(end, 'branch', 'name') || textAt(end, 'displayId'),
    repository: nameOf(at(end, 'repository')),
  }
}
