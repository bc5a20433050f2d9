import {
  at,
  bySomebody,
  changeOf,
  entryOf,
  firstText,
  incidentOf,
  isObject,
  listAt,
  type Push,
  pushNews,
  refOf,
  runIn,
  runNews,
  type Table,
  type Teller,
  timeAt,
  type TopicOf,
} from '../kit.js'
import { nameOf, placeOf, urlOf } from './bodies.js'

/** Pushes to Bitbucket Cloud. */
export const pushed: Teller = (body) =>
  pushNews(placeOf(body), listAt(body, 'push', 'changes').map(pushOf))

function pushOf(change: unknown): Push {
  const now = at(change, 'new')
  const was = at(change, 'old')
  const ref = isObject(now) ? now : was
  return {
    ref: {
      kind: firstText(ref, 'type') === 'tag' ? 'tag' : 'branch',
      name: firstText(ref, 'name'),
    },
    change: changeOf(!isObject(was), !isObject(now), at(change, 'forced') === true),
    commits: listAt(change, 'commits'),
    isCut: at(change, 'truncated') === true,
    page: urlOf(ref),
    compare: urlOf(change),
    at: timeAt(ref, 'target', 'date'),
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
      ref: { kind: ref.kind, name: firstText(change, 'ref.displayId') || ref.name },
      change: entryOf(CHANGES, firstText(change, 'type')) ?? 'moved',
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
    kind: '',
    label: nameOf(fork) || 'a repository',
    url: urlOf(fork),
  }
}

/** What a build says of a commit: shown where it failed. */
export const built: Teller = (body) => {
  const status = at(body, 'commit_status')
  const key = firstText(status, 'key')
  const place = placeOf(body, firstText(status, 'url'))
  return runNews({
    ...place,
    label: firstText(status, 'name') || key || 'Build',
    ...runIn(status),
    facts: [firstText(status, 'description')],
    incident: incidentOf(place.where, 'builds', firstText(status, 'commit.hash'), key),
  })
}
