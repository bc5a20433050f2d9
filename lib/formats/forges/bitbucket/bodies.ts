import {
  at,
  type Branch,
  bySomebody,
  detailsOf,
  firstText,
  incidentOf,
  merging,
  numbered,
  personIn,
  type Place,
  shortId,
  type Topic,
  type TopicOf,
} from '../kit.js'

// Bitbucket Cloud and Data Center name the same members differently: `pullrequest` and `pullRequest`,
// `display_name` and `displayName`, one address and a list of them.

/** Where an event happened, and who did it. `page`: its own, instead of that of the repository. */
export function placeOf(body: unknown, page = ''): Place {
  const repository = repositoryOf(body)
  const who = personIn(at(body, 'actor'))
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

export const pullOf: TopicOf = (body) => topicOf(body, pullIn(body), 'pull request')

export const issueOf: TopicOf = (body) => topicOf(body, at(body, 'issue'), 'issue')

const FOLDERS = { 'pull request': 'pull', issue: 'issues' } as const

function topicOf(body: unknown, value: unknown, kind: keyof typeof FOLDERS): Topic {
  const place = placeOf(body, urlOf(value))
  const id = firstText(value, 'id')
  const branches = merging(
    branchIn(value, 'source', 'fromRef'),
    branchIn(value, 'destination', 'toRef'),
  )
  const details = detailsOf(value, branches)
  const isDeclined = firstText(value, 'state') === 'DECLINED'
  return {
    ...bySomebody(place),
    kind,
    label: numbered(id, firstText(value, 'title')),
    incident: incidentOf(place.where, FOLDERS[kind], id),
    comment: at(body, 'comment'),
    ...details,
    end: { ...details.end, text: isDeclined ? firstText(value, 'reason') : '' },
  }
}

/** Of Cloud, or else of Data Center. */
function branchIn(pull: unknown, ...names: readonly string[]): Branch {
  const end = names.map((name) => at(pull, name)).find((member) => member !== undefined)
  return {
    name: firstText(end, 'branch.name', 'displayId'),
    repository: nameOf(at(end, 'repository')),
  }
}

export const commitOf: TopicOf = (body) => ({
  ...placeOf(body, urlOf(at(body, 'commit'))),
  kind: 'commit',
  label: shortId(firstText(body, 'commit.hash', 'commit')) || 'without an id',
  comment: at(body, 'comment'),
})
