import { at, listAt, textAt, timeAt } from '../../json-members.js'
import { entryOf } from '../../own-entry.js'
import { isObject } from '../../../model/json.js'
import { type Commit, refOf } from '../commits.js'
import { type Teller, words } from '../news.js'
import { outcomeOf, runNews } from '../outcomes.js'
import { type Push, pushesNews } from '../pushes.js'
import { nameOf, repositoryOf, urlOf, whereOf, whoOf } from './bodies.js'

/** Pushes to Bitbucket Cloud. */
export const pushed: Teller = (body) => {
  const pushes = listAt(body, 'push', 'changes').map((change) => pushOf(body, change))
  const url = urlOf(repositoryOf(body))
  return pushesNews(pushes, { where: whereOf(body), who: whoOf(body), url })
}

function pushOf(body: unknown, change: unknown): Push {
  const now = at(change, 'new')
  const was = at(change, 'old')
  const isGone = !isObject(now)
  const ref = isGone ? was : now
  const isTag = textAt(ref, 'type') === 'tag'
  const isForced = at(change, 'forced') === true
  const commits = listAt(change, 'commits').map(commitOf)
  const page = (isGone ? '' : urlOf(ref)) || urlOf(repositoryOf(body))
  return {
    where: whereOf(body),
    who: whoOf(body),
    ref: { kind: isTag ? 'tag' : 'branch', name: textAt(ref, 'name') },
    change: isGone ? 'deleted' : !isObject(was) ? 'created' : isForced ? 'forced' : 'moved',
    commits,
    total: commits.length,
    isCut: at(change, 'truncated') === true,
    url: urlOf(change) || page,
    refUrl: page,
    at: timeAt(ref, 'target', 'date'),
  }
}

function commitOf(commit: unknown): Commit {
  const author = at(commit, 'author')
  return {
    id: textAt(commit, 'hash') || textAt(commit, 'id'),
    message: textAt(commit, 'message'),
    url: urlOf(commit),
    author:
      textAt(author, 'user', 'display_name') ||
      textAt(author, 'display_name') ||
      textAt(author, 'displayName') ||
      textAt(author, 'name'),
  }
}

const CHANGES: Readonly<Record<string, Push['change']>> = { ADD: 'created', DELETE: 'deleted' }

/** Pushes to Bitbucket Data Center, whose older versions do not say which commits. */
export const refsChanged: Teller = (body) => {
  const changes = listAt(body, 'changes')
  const repository = repositoryOf(body)
  const all = changes.length === 1 ? listAt(body, 'commits').map(commitOf) : []
  const pushes = changes.map((change): Push => {
    const type = textAt(change, 'type')
    const ref = refOf(textAt(change, 'ref', 'id') || textAt(change, 'refId'))
    const known = entryOf(CHANGES, type)
    return {
      where: whereOf(body),
      who: whoOf(body),
      ref: { kind: ref.kind, name: textAt(change, 'ref', 'displayId') || ref.name },
      change: known ?? 'moved',
      commits: all,
      total: all.length,
      url: urlOf(repository),
      refUrl: urlOf(repository),
      at: timeAt(body, 'date'),
    }
  })
  const url = urlOf(repository)
  return pushesNews(pushes, { where: whereOf(body), who: whoOf(body), url })
}

/** Cloud sends `fork`; Data Center sends the new repository, with its origin in it. */
export const forked: Teller = (body) => {
  const repository = at(body, 'repository')
  const fork = at(body, 'fork') ?? repository
  const origin = at(body, 'fork') === undefined ? at(repository, 'origin') : repository
  return {
    title: {
      where: nameOf(origin),
      before: words(whoOf(body) || 'Somebody', 'forked it to'),
      label: nameOf(fork) || 'a repository',
      url: urlOf(fork),
    },
  }
}

/** What a build says of a commit: shown where it failed. */
export const built: Teller = (body) => {
  const status = at(body, 'commit_status')
  const key = textAt(status, 'key')
  const commit = textAt(status, 'commit', 'hash')
  return runNews({
    where: whereOf(body),
    label: textAt(status, 'name') || key || 'Build',
    url: textAt(status, 'url') || urlOf(repositoryOf(body)),
    outcome: outcomeOf(textAt(status, 'state')),
    branch: textAt(status, 'refname'),
    facts: [textAt(status, 'description')],
    incident: key === '' ? '' : `${whereOf(body)}/builds/${commit}/${key}`,
    at: timeAt(status, 'updated_on'),
  })
}
