import {
  at,
  branchAt,
  bySomebody,
  type Change,
  detailsOf,
  firstLine,
  firstText,
  hasObjects,
  incidentOf,
  inWords,
  isNoCommit,
  merging,
  numbered,
  pageNews,
  type Place,
  pushIn,
  pushNews,
  releaseLabel,
  rootUrl,
  shortId,
  shortLine,
  type Teller,
  textAt,
  timeAt,
  type Topic,
  type TopicOf,
  urlPath,
  words,
} from '../kit.js'

/** Where an event happened, and who did it. `page`: its own, instead of that of the project. */
export function placeOf(body: unknown, page = ''): Place {
  const who = firstText(body, 'user.name', 'user.username', 'user_name', 'user_username')
  return { where: whereOf(body), who: shortLine(who, 40), url: page || projectUrl(body) }
}

/** The project of an event as GitLab shows it, or else its group. */
function whereOf(body: unknown): string {
  const name = textAt(body, 'project.name')
  const namespace = textAt(body, 'project.namespace')
  if (name !== '') return namespace === '' ? name : `${shortLine(namespace, 30)} / ${name}`
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
  return textAt(body, 'project.path_with_namespace') || whereOf(body)
}

function projectUrl(body: unknown): string {
  return rootUrl(body, 'project.web_url', 'repository.homepage', 'group.web_url')
}

/** The page of something that has a number; that of the project if it has none. */
export function pageOf(body: unknown, folder: string, number: string): string {
  const url = projectUrl(body)
  return url === '' || folder === '' || !/^\d+$/.test(number) ? url : `${url}/-/${folder}/${number}`
}

type Kind = 'merge_request' | 'issue' | 'work_item'

const FOLDERS = { merge_request: 'merge_requests', issue: 'issues', work_item: '' } as const

function topicOf(body: unknown, value: unknown, kind: Kind): Topic {
  const number = textAt(value, 'iid')
  const mark = kind === 'merge_request' ? '!' : '#'
  const from = branchAt(value, 'source_branch', 'source.path_with_namespace')
  const branches = merging(from, branchAt(value, 'target_branch', 'target.path_with_namespace'))
  return {
    ...placeOf(body, firstText(value, 'url', 'web_url') || pageOf(body, FOLDERS[kind], number)),
    kind: inWords(kind),
    label: numbered(number, textAt(value, 'title'), mark),
    incident: incidentOf(pathOf(body), kind, number || textAt(value, 'id')),
    ...detailsOf(value, branches),
  }
}

/** The merge request, issue or work item of an event. */
function subject(kind: Kind): TopicOf {
  return (body) => {
    const value = at(body, 'object_attributes')
    const topic = topicOf(body, value, kind)
    // Issues have types of their own: incidents, tasks.
    const type = kind === 'merge_request' ? '' : firstText(value, 'type', 'work_item_type')
    const noun = /^\w[\w ]{2,20}$/.test(type) ? inWords(type).toLowerCase() : inWords(kind)
    const named = topic.label === '' ? { kind: 'a', label: noun } : { kind: noun }
    return { ...bySomebody(topic), ...named }
  }
}

export const mergeRequestOf = subject('merge_request')
export const issueOf = subject('issue')
export const workItemOf = subject('work_item')

const NOTED = ['merge_request', 'issue', 'work_item'] as const

/** A comment on anything. */
export const notedOf: TopicOf = (body) => {
  const topic = subjectOf(body)
  const label = topic.label || 'without a title'
  return { ...topic, label, comment: at(body, 'object_attributes') }
}

function subjectOf(body: unknown): Topic {
  const kind = NOTED.find((name) => hasObjects(body, name))
  if (kind) return topicOf(body, at(body, kind), kind)
  return { ...placeOf(body), kind: notedNoun(body), label: notedLabel(body) }
}

function notedNoun(body: unknown): string {
  const noun = ['commit', 'snippet'].find((name) => hasObjects(body, name))
  return noun ?? inWords(textAt(body, 'object_attributes.noteable_type')).toLowerCase()
}

function notedLabel(body: unknown): string {
  const id = firstText(body, 'commit.id', 'object_attributes.commit_id')
  if (id === '') return textAt(body, 'snippet.title')
  return words(
    shortId(id),
    textAt(body, 'commit.title') || firstLine(textAt(body, 'commit.message')),
  )
}

/** Commits of a branch, or a tag. GitLab has no other event for new and deleted ones. */
export const pushed: Teller = (body) => {
  const push = pushIn(body)
  const place = placeOf(body)
  const { url } = place
  return pushNews(place, [
    {
      ...push,
      commits: push.commits.toReversed(),
      page: url && `${url}/-/tree/${urlPath(push.ref.name)}`,
      compare: comparison(url, textAt(body, 'before'), textAt(body, 'after')),
      at: push.commits.reduce(laterTime, 0) || null,
    },
  ])
}

function laterTime(time: number, commit: unknown): number {
  return Math.max(time, timeAt(commit, 'timestamp') ?? 0)
}

/** The page that shows what is new; `''` if there is nothing to compare. */
function comparison(url: string, before: string, after: string): string {
  const isComparable = [before, after].every((id) => id !== '' && !isNoCommit(id))
  if (url === '' || !isComparable) return ''
  return `${url}/-/compare/${encodeURIComponent(before)}...${encodeURIComponent(after)}`
}

export function released(did: string): Change {
  return { did: `Release ${did}`, color: 'good', tells: 'beginning' }
}

export const releaseOf: TopicOf = (body) => ({
  ...placeOf(body, textAt(body, 'url')),
  who: '',
  label: releaseLabel(textAt(body, 'tag'), textAt(body, 'name')),
  at: timeAt(body, 'released_at'),
  beginning: { text: textAt(body, 'description') },
})

export function pageChanged(did: string): Teller {
  return (body) => {
    const place = placeOf(body, textAt(body, 'object_attributes.url'))
    const beginning = { text: textAt(body, 'object_attributes.message') }
    return pageNews({ ...place, label: textAt(body, 'object_attributes.title'), beginning }, did)
  }
}
