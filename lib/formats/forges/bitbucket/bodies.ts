import { at } from '../../json-members.js'
import { firstText } from '../first.js'
import { cut } from '../news.js'
import type { Place } from '../topics.js'

// Bitbucket Cloud and Data Center have different names for the same things: `pullrequest` and `pullRequest`,
// `display_name` and `displayName`, one address and a list of them.

/** Where an event happened, and who did it. `page`: its own, instead of that of the repository. */
export function placeOf(body: unknown, page = ''): Place {
  const repository = repositoryOf(body)
  const who = personAt(body, 'actor')
  return { where: nameOf(repository), who, url: page || urlOf(repository) }
}

/** The request to merge of an event; undefined if it has none. */
export function pullIn(body: unknown): unknown {
  return at(body, 'pullrequest') ?? at(body, 'pullRequest')
}

function repositoryOf(body: unknown): unknown {
  const pull = pullIn(body)
  return (
    at(body, 'repository') ??
    at(pull, 'toRef', 'repository') ??
    at(pull, 'destination', 'repository') ??
    at(body, 'new')
  )
}

/** `team/repository`, and of Data Center `KEY/repository`. */
export function nameOf(repository: unknown): string {
  const full = firstText(repository, 'full_name')
  if (full !== '') return full
  const name = firstText(repository, 'name', 'slug')
  const project = firstText(repository, 'project.key')
  return project === '' || name === '' ? name : `${project}/${name}`
}

export function urlOf(value: unknown): string {
  return firstText(value, 'links.html.href', 'links.self.0.href')
}

const NAMES = ['display_name', 'displayName', 'nickname', 'username', 'name']

function personAt(body: unknown, path: string): string {
  return cut(firstText(body, ...NAMES.map((name) => `${path}.${name}`)), 40)
}
