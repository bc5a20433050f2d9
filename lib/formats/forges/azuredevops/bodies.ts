import {
  at,
  entryOf,
  firstOf,
  firstText,
  isObject,
  personIn,
  type Place,
  rootUrl,
  shortLine,
  textAt,
  textOf,
} from '../kit.js'

export function resourceOf(body: unknown): unknown {
  return at(body, 'resource')
}

/** The repository that an event is about. */
export function repositoryOf(body: unknown): unknown {
  const resource = resourceOf(body)
  return at(resource, 'repository') ?? at(resource, 'pullRequest.repository')
}

/** Where an event happened, the first of several people that has a name, and its page. */
export function placeOf(body: unknown, url: string, ...people: readonly unknown[]): Place {
  return { where: whereOf(body), who: firstOf(people.map(nameOf)), url }
}

function whereOf(body: unknown): string {
  const resource = resourceOf(body)
  const repository = textAt(repositoryOf(body), 'name')
  const project =
    textAt(repositoryOf(body), 'project.name') ||
    firstText(resource, 'project.name', 'teamProject') ||
    fieldAt(resource, 'System.TeamProject') ||
    fieldAt(at(resource, 'revision'), 'System.TeamProject')
  if (repository === '' || project === '' || repository === project) return repository || project
  return `${project}/${repository}`
}

/** A field of a work item, whose names have dots. */
export function fieldIn(item: unknown, name: string): unknown {
  const fields = at(item, 'fields')
  return isObject(fields) ? entryOf(fields, name) : undefined
}

export function fieldAt(item: unknown, name: string): string {
  return textOf(fieldIn(item, name))
}

export function repositoryUrl(body: unknown): string {
  const url = rootUrl(repositoryOf(body), 'webUrl', 'remoteUrl')
  // Addresses to clone from name the organization as a user: `https://acme@dev.azure.com`.
  return url.replace(/^(https?:\/\/)[^/@]{0,200}@/i, '$1')
}

export function webUrl(...values: readonly unknown[]): string {
  return firstOf(values.map((value) => firstText(value, '_links.web.href', '_links.html.href')))
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
  const texts = ['message', 'detailedMessage'].map((name) => textAt(body, `${name}.markdown`))
  const found = [...texts.join('\n').slice(0, MOST_READ).matchAll(LINK)]
  return found.map(([, url = '']) => url).find((url) => originOf(url) === own) ?? ''
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : ''
}

/** Work items name people as `Jamal Hartnett <jamal@example.com>`. */
function nameOf(person: unknown): string {
  if (typeof person !== 'string') return personIn(person)
  const [name = ''] = person.split('<', 1)
  return shortLine(name.trim(), 40)
}
