import { isWebUrl } from '../../../text/links.js'
import { firstText } from '../first.js'
import { cut } from '../news.js'
import type { Place } from '../topics.js'

/** Where an event happened, and who did it. `page`: its own, instead of that of the project. */
export function placeOf(body: unknown, page = ''): Place {
  const who = firstText(body, 'user.name', 'user.username', 'user_name', 'user_username')
  return { where: whereOf(body), who: cut(who, 40), url: page || projectUrl(body) }
}

/** The project of an event as GitLab shows it, or else its group. */
function whereOf(body: unknown): string {
  const name = firstText(body, 'project.name')
  const namespace = firstText(body, 'project.namespace')
  if (name !== '') return namespace === '' ? name : `${cut(namespace, 30)} / ${name}`
  return firstText(
    body,
    'project.path_with_namespace',
    'project_name',
    'repository.name',
    'group.full_path',
    'group.group_path',
  )
}

/** What a project is known by, also when it has a new name. */
export function pathOf(body: unknown): string {
  return firstText(body, 'project.path_with_namespace') || whereOf(body)
}

function projectUrl(body: unknown): string {
  const url = firstText(body, 'project.web_url', 'repository.homepage', 'group.web_url')
  // Paths are added to it: `http:/` and `/-/tree/main` would be a link to a host called -.
  return isWebUrl(url) ? url : ''
}

/** The page of something that has a number; that of the project if it has none. */
export function pageOf(body: unknown, folder: string, number: string): string {
  const url = projectUrl(body)
  return url === '' || folder === '' || !/^\d+$/.test(number) ? url : `${url}/-/${folder}/${number}`
}
