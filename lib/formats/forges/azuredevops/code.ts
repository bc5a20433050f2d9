import { link, type Text } from '../../drafts/pieces.js'
import { at, countAt, listAt, numberAt, textAt, timeAt } from '../../json-members.js'
import { entryOf } from '../../own-entry.js'
import { type Commit, isNoCommit, refOf, shortId } from '../commits.js'
import { excerpt } from '../excerpt.js'
import { merging, type News, type Teller, words } from '../news.js'
import { type Push, pushesNews } from '../pushes.js'
import { openFor } from '../times.js'
import {
  pageOf,
  repositoryOf,
  repositoryUrl,
  resourceOf,
  webUrl,
  whereOf,
  whoAt,
} from './bodies.js'

export const pushed: Teller = (body) => {
  const resource = resourceOf(body)
  const updates = listAt(resource, 'refUpdates')
  const commits = updates.length === 1 ? listAt(resource, 'commits').map(commitOf) : []
  const pushes = updates.map((update): Push => {
    const ref = refOf(textAt(update, 'name'))
    const isNew = isNoCommit(textAt(update, 'oldObjectId'))
    const isGone = isNoCommit(textAt(update, 'newObjectId'))
    return {
      where: whereOf(body),
      who: whoAt(resource, ['pushedBy']),
      ref,
      change: isGone ? 'deleted' : isNew ? 'created' : 'moved',
      commits,
      total: commits.length === 0 ? 0 : countAt(resource, 'commits'),
      url: refUrl(body, ref.name, isGone),
      refUrl: refUrl(body, ref.name, isGone),
      at: timeAt(resource, 'date'),
    }
  })
  const who = whoAt(resource, ['pushedBy'])
  return pushesNews(pushes, { where: whereOf(body), who, url: repositoryUrl(body) })
}

function refUrl(body: unknown, name: string, isGone: boolean): string {
  const url = repositoryUrl(body)
  if (url === '' || isGone || name === '') return url
  return `${url}?version=GB${encodeURIComponent(name.toWellFormed())}`
}

function commitOf(commit: unknown): Commit {
  return {
    id: textAt(commit, 'commitId'),
    message: textAt(commit, 'comment'),
    url: textAt(commit, 'url'),
    author: textAt(commit, 'author', 'name'),
  }
}

interface Change {
  readonly did: string
  readonly color: NonNullable<News['color']>
  readonly state: NonNullable<News['state']>
}

/** What the status of a pull request means. */
const ENDS: Readonly<Record<string, Change>> = {
  completed: { did: 'merged', color: 'good', state: 'closed' },
  abandoned: { did: 'abandoned', color: 'neutral', state: 'closed' },
}

export const pullOpened: Teller = (body) => {
  const pull = resourceOf(body)
  return {
    ...pullNews(body, pull, { did: 'opened', color: 'neutral', state: 'open' }),
    text: excerpt(textAt(pull, 'description')),
  }
}

/** Votes, pushes and new titles are updates like its end. */
export const pullUpdated: Teller = (body) => {
  const pull = resourceOf(body)
  const status = textAt(pull, 'status')
  const end = entryOf(ENDS, status)
  if (end) return pullNews(body, pull, end)
  const words = textAt(body, 'message', 'text')
  const update = pullNews(body, pull, { did: 'changed', color: 'neutral', state: 'update' })
  return { ...update, text: excerpt(words), isSkipped: !isVote(words) }
}

/** The message is in English whatever the language of the project is. */
function isVote(text: string): boolean {
  return /\b(?:approved|rejected|is waiting for the author|voted)\b/.test(text.slice(0, 500))
}

/** An attempt to merge, which may fail. */
export const mergeTried: Teller = (body) => {
  const pull = resourceOf(body)
  const status = textAt(pull, 'mergeStatus')
  const isDone = textAt(pull, 'status') === 'completed'
  if (isDone) return pullNews(body, pull, { did: 'merged', color: 'good', state: 'closed' })
  const isBad = status === 'conflicts' || status === 'failure' || status === 'rejectedByPolicy'
  const did = isBad ? 'cannot merge' : 'tried to merge'
  const color = isBad ? 'bad' : 'neutral'
  return { ...pullNews(body, pull, { did, color, state: 'update' }), isSkipped: !isBad }
}

export const pullCommented: Teller = (body) => {
  const resource = resourceOf(body)
  const comment = at(resource, 'comment')
  const who = whoAt(comment, ['author'])
  const pull = at(resource, 'pullRequest')
  return {
    ...pullNews(body, pull, { did: 'commented on', color: 'neutral', state: 'update' }, who),
    text: excerpt(textAt(comment, 'content')),
    facts: [],
    at: timeAt(comment, 'lastUpdatedDate'),
  }
}

function pullNews(body: unknown, pull: unknown, change: Change, commenter = ''): News {
  const id = textAt(pull, 'pullRequestId')
  const root = repositoryUrl(body)
  const page = root === '' || !/^\d+$/.test(id) ? root : `${root}/pullrequest/${id}`
  const repository = textAt(repositoryOf(body), 'id') || whereOf(body)
  const who = commenter || whoAt(pull, change.state === 'closed' ? ['closedBy'] : ['createdBy'])
  const isOpening = change.state === 'open'
  const label = words(id === '' ? '' : `#${id}`, textAt(pull, 'title'))
  return {
    title: {
      where: whereOf(body),
      before:
        commenter !== '' || isOpening || (who !== '' && change.state === 'closed')
          ? words(who, change.did, 'pull request')
          : `Pull request ${change.did}:`,
      label: label || 'without a title',
      url: webUrl(pull) || page,
    },
    facts: [
      branchesOf(pull),
      openFor(timeAt(pull, 'creationDate'), timeAt(pull, 'closedDate')),
      commitLink(pull),
    ],
    color: change.color,
    state: change.state,
    incident: id === '' ? '' : `${repository}/pull/${id}`,
    at: timeAt(body, 'createdDate'),
  }
}

function branchesOf(pull: unknown): string {
  const from = refOf(textAt(pull, 'sourceRefName')).name
  const to = refOf(textAt(pull, 'targetRefName')).name
  return merging({ name: from, repository: '' }, { name: to, repository: '' })
}

function commitLink(pull: unknown): Text {
  const id = textAt(pull, 'lastMergeCommit', 'commitId')
  const url = textAt(pull, 'lastMergeCommit', 'url')
  return id === '' ? '' : ['merge commit ', link(url, shortId(id))]
}

/** A check-in of Team Foundation version control. */
export const checkedIn: Teller = (body) => {
  const resource = resourceOf(body)
  const id = numberAt(resource, 'changesetId')
  return {
    title: {
      where: whereOf(body),
      before: words(whoAt(resource, ['checkedInBy'], ['author']), 'checked in'),
      label: id === null ? 'a changeset' : `changeset ${id}`,
      url: pageOf(body) || textAt(resource, 'url'),
    },
    text: excerpt(textAt(resource, 'comment')),
    at: timeAt(resource, 'createdDate'),
  }
}
