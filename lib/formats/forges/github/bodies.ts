import { isWebUrl } from '../../../text/links.js'
import { firstText } from '../first.js'
import { cut } from '../news.js'
import type { Place } from '../topics.js'

/** Where an event happened, and who did it. `page`: its own, instead of that of the repository. */
export function placeOf(body: unknown, page = ''): Place {
  const who = personAt(body, 'sender', 'pusher')
  return { where: whereOf(body), who, url: page || repositoryUrl(body) }
}

/** The repository of an event, or else its organization. */
export function whereOf(body: unknown): string {
  return firstText(
    body,
    'repository.full_name',
    'repository.name',
    'organization.login',
    'organization.username',
    'enterprise.slug',
  )
}

export function repositoryUrl(body: unknown): string {
  const url = firstText(body, 'repository.html_url', 'organization.html_url')
  // Paths are added to it: `http:/` and `/tree/main` would be a link to a host called tree.
  return isWebUrl(url) ? url : ''
}

const NAMES = ['login', 'username', 'name']

/** The first person that has a name: GitHub and Gitea have a `login`, older Gogs a `username`. */
export function personAt(body: unknown, ...paths: readonly string[]): string {
  const all = paths.flatMap((path) => NAMES.map((name) => `${path}.${name}`))
  return cut(firstText(body, ...all), 40)
}
