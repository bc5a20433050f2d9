import { isWebUrl } from '../../../text/links.js'
import { at, textAt, timeAt } from '../../json-members.js'
import { entryOf } from '../../own-entry.js'
import { cut, words } from '../news.js'

/** The project of an event as GitLab shows it, or else its group. */
export function whereOf(body: unknown): string {
  const name = textAt(body, 'project', 'name')
  const namespace = textAt(body, 'project', 'namespace')
  if (name !== '') return namespace === '' ? name : `${cut(namespace, 30)} / ${name}`
  return (
    textAt(body, 'project', 'path_with_namespace') ||
    textAt(body, 'project_name') ||
    textAt(body, 'repository', 'name') ||
    textAt(body, 'group', 'full_path') ||
    textAt(body, 'group', 'group_path')
  )
}

/** What a project is known by, also when it has a new name. */
export function pathOf(body: unknown): string {
  return textAt(body, 'project', 'path_with_namespace') || whereOf(body)
}

export function projectUrl(body: unknown): string {
  const url =
    textAt(body, 'project', 'web_url') ||
    textAt(body, 'repository', 'homepage') ||
    textAt(body, 'group', 'web_url')
  // Paths are added to it: `http:/` and `/-/tree/main` would be a link to a host called -.
  return isWebUrl(url) ? url : ''
}

export function whoOf(body: unknown): string {
  const user = at(body, 'user')
  const name =
    textAt(user, 'name') ||
    textAt(user, 'username') ||
    textAt(body, 'user_name') ||
    textAt(body, 'user_username')
  return cut(name, 40)
}

/** What an event is about, such as a merge request. */
export interface Topic {
  /** How people write it: `!12 Fix leak`. */
  readonly label: string
  readonly url: string
  readonly incident: string
  readonly value: unknown
  readonly at: number | null
}

/** `object_attributes`, or the merge request or issue of a comment. */
export function topicOf(body: unknown, value: unknown, kind: string): Topic {
  const number = textAt(value, 'iid')
  const mark = kind === 'merge_request' ? '!' : '#'
  const id = number || textAt(value, 'id')
  return {
    label: words(number === '' ? '' : `${mark}${number}`, textAt(value, 'title')),
    url: textAt(value, 'url') || textAt(value, 'web_url') || urlOf(body, kind, number),
    incident: id === '' ? '' : `${pathOf(body)}/${kind}/${id}`,
    value,
    at: timeAt(value, 'updated_at') ?? timeAt(value, 'created_at'),
  }
}

const PAGES: Readonly<Record<string, string>> = { merge_request: 'merge_requests', issue: 'issues' }

/** The page of something whose address was not sent. */
function urlOf(body: unknown, kind: string, number: string): string {
  const project = projectUrl(body)
  const page = entryOf(PAGES, kind)
  if (project === '' || page === undefined || !/^\d+$/.test(number)) return project
  return `${project}/-/${page}/${number}`
}
