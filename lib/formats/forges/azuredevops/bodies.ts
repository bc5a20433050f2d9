import { isWebUrl } from '../../../text/links.js'
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
  const url = textAt(repositoryOf(body), 'webUrl') || textAt(repositoryOf(body), 'remoteUrl')
  // Paths are added to it: `http:/` and `/pullrequest/1` would be a link to another host.
  return isWebUrl(url) ? withoutUser(url) : ''
}

/** Addresses to clone from name the organization as a user: `https://acme@dev.azure.com`. */
function withoutUser(url: string): string {
  return url.replace(/^(https?:\/\/)[^/@]{0,200}@/i, '$1')
}

export function webUrl(value: unknown): string {
  return textAt(value, '_links', 'web', 'href') || textAt(value, '_links', 'html', 'href')
}

const LINK = /\]\((https?:\/\/[^\s()<>]{1,1000})\)/g
const MOST_READ = 4_000

/**
 * The page of what an event is about. Older events name it only in their texts, which strangers write
 * too, so that only the server of the resource itself counts.
 */
export function pageOf(body: unknown): string {
  const resource = resourceOf(body)
  const page = webUrl(resource)
  if (page !== '') return page
  const own = originOf(textAt(resource, 'url'))
  if (own === '') return ''
  const texts = ['message', 'detailedMessage'].map((name) => textAt(body, name, 'markdown'))
  const found = [...texts.join('\n').slice(0, MOST_READ).matchAll(LINK)]
  return found.map(([, url = '']) => url).find((url) => originOf(url) === own) ?? ''
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : ''
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
