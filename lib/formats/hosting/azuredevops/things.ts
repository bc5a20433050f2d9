import { at, listAt, textAt } from '../../json-members.js'
import { cut } from '../news.js'

export function resourceOf(body: unknown): unknown {
  return at(body, 'resource')
}

/** The repository that an event is about. */
export function repositoryOf(body: unknown): unknown {
  const resource = resourceOf(body)
  return at(resource, 'repository') ?? at(resource, 'pullRequest', 'repository')
}

export function whereOf(body: unknown): string {
  const resource = resourceOf(body)
  const repository = textAt(repositoryOf(body), 'name')
  const project =
    textAt(repositoryOf(body), 'project', 'name') ||
    textAt(resource, 'project', 'name') ||
    textAt(resource, 'teamProject') ||
    textAt(resource, 'fields', 'System.TeamProject') ||
    textAt(resource, 'revision', 'fields', 'System.TeamProject')
  if (repository === '' || project === '' || repository === project) return repository || project
  return `${project}/${repository}`
}

export function repositoryUrl(body: unknown): string {
  return textAt(repositoryOf(body), 'webUrl') || textAt(repositoryOf(body), 'remoteUrl')
}

export function webUrl(value: unknown): string {
  return textAt(value, '_links', 'web', 'href') || textAt(value, '_links', 'html', 'href')
}

export function personOf(value: unknown): string {
  const name = textAt(value, 'displayName') || textAt(value, 'uniqueName') || nameBefore(value)
  return cut(name, 40)
}

/** Work items name people as `Jamal Hartnett <jamal@example.com>`. */
function nameBefore(value: unknown): string {
  if (typeof value !== 'string') return ''
  const [name = ''] = value.split('<', 1)
  return name.trim()
}

/** The person at the first of these paths that has one. */
export function whoAt(value: unknown, ...paths: readonly (readonly string[])[]): string {
  return paths.map((path) => personOf(at(value, ...path))).find((name) => name !== '') ?? ''
}

/** Who asked for a build. */
export function requesterOf(build: unknown): string {
  const [request] = listAt(build, 'requests')
  return whoAt(build, ['requestedFor'], ['requestedBy']) || whoAt(request, ['requestedFor'])
}
