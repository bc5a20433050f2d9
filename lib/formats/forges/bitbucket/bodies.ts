import {
  at,
  type Branch,
  bySomebody,
  changeOf,
  detailsOf,
  entryOf,
  firstText,
  incidentOf,
  isObject,
  listAt,
  merging,
  numbered,
  personIn,
  type Place,
  type Push,
  pushNews,
  refOf,
  runIn,
  runNews,
  shortId,
  type Table,
  type Teller,
  textAt,
  timeAt,
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

export function repositoryOf(body: unknown): unknown {
  const pull = pullIn(body)
  return (
    at(body, 'repository') ??
    at(pull, 'toRef.repository') ??
    at(pull, 'destination.repository') ??
    at(body, 'new')
  )
}

/** `team/repository`, and of Data Center `KEY/repository`. */
export function nameOf(repository: unknown): string {
  const full = textAt(repository, 'full_name')
  if (full !== '') return full
  const name = firstText(repository, 'name', 'slug')
  const project = textAt(repository, 'project.key')
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
  const id = textAt(value, 'id')
  const branches = merging(
    branchIn(value, 'source', 'fromRef'),
    branchIn(value, 'destination', 'toRef'),
  )
  const details = detailsOf(value, branches)
  const isDeclined = textAt(value, 'state') === 'DECLINED'
  return {
    ...bySomebody(place),
    kind,
    label: numbered(id, textAt(value, 'title')),
    incident: incidentOf(place.where, FOLDERS[kind], id),
    comment: at(body, 'comment'),
    ...details,
    end: { ...details.end, text: isDeclined ? textAt(value, 'reason') : '' },
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

/** Pushes to Bitbucket Cloud. */
export const pushed: Teller = (body) =>
  pushNews(placeOf(body), listAt(body, 'push.changes').map(pushOf))

function pushOf(change: unknown): Push {
  const now = at(change, 'new')
  const was = at(change, 'old')
  const ref = isObject(now) ? now : was
  return {
    ref: {
      kind: textAt(ref, 'type') === 'tag' ? 'tag' : 'branch',
      name: textAt(ref, 'name'),
    },
    change: changeOf(!isObject(was), !isObject(now), at(change, 'forced') === true),
    commits: listAt(change, 'commits'),
    isCut: at(change, 'truncated') === true,
    page: urlOf(ref),
    compare: urlOf(change),
    at: timeAt(ref, 'target.date'),
  }
}

const CHANGES: Table<Push['change']> = { ADD: 'created', DELETE: 'deleted' }

/** Pushes to Bitbucket Data Center, whose older versions do not say which commits. */
export const refsChanged: Teller = (body) => {
  const changes = listAt(body, 'changes')
  const commits = changes.length === 1 ? listAt(body, 'commits') : []
  const pushes = changes.map((change): Push => {
    const ref = refOf(firstText(change, 'ref.id', 'refId'))
    return {
      ref: { kind: ref.kind, name: textAt(change, 'ref.displayId') || ref.name },
      change: entryOf(CHANGES, textAt(change, 'type')) ?? 'moved',
      commits,
      page: '',
      at: timeAt(body, 'date'),
    }
  })
  return pushNews(placeOf(body), pushes)
}

/** Cloud sends `fork`; Data Center sends the new repository, with its origin in it. */
export const forkOf: TopicOf = (body) => {
  const repository = at(body, 'repository')
  const fork = at(body, 'fork') ?? repository
  const origin = fork === repository ? at(repository, 'origin') : repository
  return {
    ...bySomebody(placeOf(body)),
    where: nameOf(origin),
    label: nameOf(fork) || 'a repository',
    url: urlOf(fork),
  }
}

/** What a build says of a commit: shown where it failed. */
export const built: Teller = (body) => {
  const status = at(body, 'commit_status')
  const key = textAt(status, 'key')
  const place = placeOf(body, textAt(status, 'url'))
  return runNews({
    ...place,
    label: textAt(status, 'name') || key || 'Build',
    ...runIn(status),
    facts: [textAt(status, 'description')],
    incident: incidentOf(place.where, 'builds', textAt(status, 'commit.hash'), key),
  })
}
