import {
  at,
  type Branch,
  type Change,
  changeOf,
  countAt,
  deedOf,
  entryOf,
  excerpt,
  incidentOf,
  isNoCommit,
  link,
  listAt,
  merging,
  type News,
  numberAt,
  numbered,
  openFor,
  type Push,
  pushNews,
  refOf,
  shortId,
  type Table,
  type Teller,
  type Text,
  textAt,
  timeAt,
  type Topic,
  topicNews,
  type TopicOf,
} from '../kit.js'
import { pageOf, placeOf, repositoryOf, repositoryUrl, resourceOf, webUrl } from './bodies.js'

export const pushed: Teller = (body) => {
  const resource = resourceOf(body)
  const updates = listAt(resource, 'refUpdates')
  const isOne = updates.length === 1
  const url = repositoryUrl(body)
  const commits = (isOne ? listAt(resource, 'commits') : []).map((commit) => ({
    message: textAt(commit, 'comment'),
    author: at(commit, 'author'),
    commitId: textAt(commit, 'commitId'),
    url: commitUrl(url, textAt(commit, 'commitId')),
  }))
  const pushes = updates.map((update): Push => {
    const ref = refOf(textAt(update, 'name'))
    const isNew = isNoCommit(textAt(update, 'oldObjectId'))
    const isGone = isNoCommit(textAt(update, 'newObjectId'))
    const version = encodeURIComponent(ref.name.toWellFormed())
    return {
      ref,
      change: changeOf(isNew, isGone),
      commits,
      total: isOne ? countAt(resource, 'commits') : 0,
      page: url === '' || ref.name === '' ? '' : `${url}?version=GB${version}`,
      at: timeAt(resource, 'date'),
    }
  })
  return pushNews(placeOf(body, url, at(resource, 'pushedBy')), pushes)
}

function pullOf(body: unknown, pull: unknown, person: unknown): Topic {
  const id = textAt(pull, 'pullRequestId')
  const root = repositoryUrl(body)
  const page = root === '' || !/^\d+$/.test(id) ? root : `${root}/pullrequest/${id}`
  const place = placeOf(body, webUrl(pull) || page, person)
  const age = openFor(timeAt(pull, 'creationDate'), timeAt(pull, 'closedDate'))
  const branches = merging(branchAt(pull, 'sourceRefName'), branchAt(pull, 'targetRefName'))
  const facts = [branches, age, mergeCommitOf(pull)]
  return {
    ...place,
    kind: 'pull request',
    label: numbered(id, textAt(pull, 'title')) || 'without a title',
    incident: incidentOf(textAt(repositoryOf(body), 'id') || place.where, 'pull', id),
    at: timeAt(body, 'createdDate'),
    beginning: { text: textAt(pull, 'description'), facts },
    end: { facts },
  }
}

function branchAt(pull: unknown, name: string): Branch {
  return { name: refOf(textAt(pull, name)).name, repository: '' }
}

function mergeCommitOf(pull: unknown): Text {
  const id = textAt(pull, 'lastMergeCommit.commitId')
  const url = textAt(pull, 'lastMergeCommit.url')
  return id && ['merge commit ', link(url, shortId(id))]
}

/** Its page; what Azure DevOps sends itself is the address for programs. */
function commitUrl(root: string, id: string): string {
  return root === '' || !/^[\da-f]{7,64}$/i.test(id)
    ? ''
    : `${root.replace(/\/$/, '')}/commit/${id}`
}

/** `Ann merged pull request [#3]`, or `Pull request merged: [#3]` where nobody is known. */
function pullNews(body: unknown, change: Change, by = ''): News {
  const pull = resourceOf(body)
  const topic = pullOf(body, pull, at(pull, by))
  const deed = deedOf(change)
  if (topic.who !== '' || deed.state === 'open') return topicNews(topic, deed)
  return topicNews({ ...topic, kind: '' }, { ...deed, did: `Pull request ${deed.did}:` })
}

export const pullOpened: Teller = (body) => pullNews(body, 'opened', 'createdBy')

/** How the status of a pull request says that it ended. */
const ENDS: Table<string> = { completed: 'merged', abandoned: 'abandoned' }

/** Votes, pushes and new titles are updates like its end. */
export const pullUpdated: Teller = (body) => {
  const end = entryOf(ENDS, textAt(body, 'resource.status'))
  if (end) return pullNews(body, end, 'closedBy')
  const words = textAt(body, 'message.text')
  const news = pullNews(body, { did: 'changed', tells: 'end' })
  return { ...news, text: excerpt(words), isSkipped: !isVote(words) }
}

/** The message is in English whatever the language of the project is. */
function isVote(text: string): boolean {
  return /\b(?:approved|rejected|is waiting for the author|voted)\b/.test(text.slice(0, 500))
}

const CONFLICTS = ['conflicts', 'failure', 'rejectedByPolicy']

/** An attempt to merge, which may fail. */
export const mergeTried: Teller = (body) => {
  const isDone = textAt(body, 'resource.status') === 'completed'
  if (isDone) return pullNews(body, 'merged', 'closedBy')
  const isBad = CONFLICTS.includes(textAt(body, 'resource.mergeStatus'))
  const change: Change = isBad
    ? { did: 'cannot merge', color: 'bad', tells: 'end' }
    : { did: 'tried to merge', tells: 'end' }
  return { ...pullNews(body, change), isSkipped: !isBad }
}

export const pullCommented: Teller = (body) => {
  const comment = at(body, 'resource.comment')
  const pull = at(body, 'resource.pullRequest')
  return topicNews({ ...pullOf(body, pull, at(comment, 'author')), comment }, 'commented on')
}

/** A check-in of Team Foundation version control. */
export const checkInOf: TopicOf = (body) => {
  const resource = resourceOf(body)
  const id = numberAt(resource, 'changesetId')
  return {
    ...placeOf(
      body,
      pageOf(body) || textAt(resource, 'url'),
      at(resource, 'checkedInBy'),
      at(resource, 'author'),
    ),
    label: id === null ? 'a changeset' : `changeset ${id}`,
    at: timeAt(resource, 'createdDate'),
    beginning: { text: textAt(resource, 'comment') },
  }
}
