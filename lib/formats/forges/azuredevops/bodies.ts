import { at, firstText, personIn, type Place, rootUrl, shortLine, textAt } from '../kit.js'

export function resourceOf(body: unknown): unknown {
  return at(body, 'resource')
}

/** The repository that an event is about. */
export function repositoryOf(body: unknown): unknown {
  const resource = resourceOf(body)
  return at(resource, 'repository') ?? at(resource, 'pullRequest', 'repository')
}

/** Where an event happened, who did it, and its page. */
export function placeOf(body: unknown, url: string, ...people: readonly unknown[]): Place {
  return { where: whereOf(body), who: personOf(...people), url }
}

function whereOf(body: unknown): string {
  const resource = resourceOf(body)
  const repository = firstText(repositoryOf(body), 'name')
  const project =
    firstText(repositoryOf(body), 'project.name') ||
    firstText(resource, 'project.name', 'teamProject') ||
    fieldAt(resource, 'System.TeamProject') ||
    fieldAt(at(resource, 'revision'), 'System.TeamProject')
  if (repository === '' || project === '' || repository === project) return repository || project
  return `${project}/${repository}`
}

/** A field of a work item, whose names have dots. */
export function fieldAt(item: unknown, name: string): string {
  return textAt(item, 'fields', name)
}

export function repositoryUrl(body: unknown): string {
  const url = rootUrl(repositoryOf(body), 'webUrl', 'remoteUrl')
  // Addresses to clone from name the organization as a user: `https://acme@dev.azure.com`.
  return url.replace(/^(https?:\/\/)[^/@]{0,200}@/i, '$1')
}

export function webUrl(...values: readonly unknown[]): string {
  const urls = values.map((value) => firstText(value, '_links.web.href', '_links.html.href'))
  return urls.find((url) => url !== '') ?? ''
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
  const own = originOf(firstText(resource, 'url'))
  if (own === '') return ''
  const texts = ['message', 'detailedMessage'].map((name) => firstText(body, `${name}.markdown`))
  const found = [...texts.join('\n').slice(0, MOST_READ).matchAll(LINK)]
  return found.map(([, url = '']) => url).find((url) => originOf(url) === own) ?? ''
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : ''
}

/** The first of several people that has a name. */
function personOf(...people: readonly unknown[]): string {
  return people.map(nameOf).find((name) => name !== '') ?? ''
}

/** Work items name people as `Jamal Hartnett <jamal@example.com>`. */
function nameOf(person: unknown): string {
  if (typeof person !== 'string') return personIn(person)
  const [name = ''] = person.split('<', 1)
  return shortLine(name.trim(), 40)
}
