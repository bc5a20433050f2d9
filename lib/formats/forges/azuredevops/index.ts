import {
  at,
  type Branch,
  capital,
  type Change,
  changeOf,
  changes,
  countAt,
  deedOf,
  entryOf,
  excerpt,
  firstLine,
  firstText,
  forge,
  hasObjects,
  hasTexts,
  incidentOf,
  inWords,
  isNoCommit,
  link,
  listAt,
  loginOf,
  merging,
  namedNews,
  type News,
  numberAt,
  numbered,
  openFor,
  type Push,
  pushNews,
  refOf,
  shortId,
  skipped,
  type Table,
  type Tellers,
  type Text,
  textAt,
  timeAt,
  type Topic,
  topicNews,
} from '../kit.js'
import {
  approval,
  built,
  deployed,
  fieldIn,
  item,
  pageOf,
  placeOf,
  ran,
  repositoryOf,
  repositoryUrl,
  resourceOf,
  webUrl,
} from './work.js'

const EVENTS: Tellers = {
  'git.push': pushed,
  'git.pullrequest.created': (body) => pullNews(body, 'opened', 'createdBy'),
  'git.pullrequest.updated': pullUpdated,
  'git.pullrequest.merged': mergeTried,
  'ms.vss-code.git-pullrequest-comment-event': pullCommented,
  ...changes(checkInOf, { 'tfvc.checkin': { did: 'checked in', tells: 'beginning' } }),

  'workitem.created': item('created', 'open'),
  'workitem.updated': item('changed', 'update'),
  'workitem.commented': item('commented on', 'update'),
  'workitem.deleted': item('deleted', 'closed'),
  'workitem.restored': item('restored', 'open'),

  'build.complete': built,
  'ms.vss-pipelines.run-state-changed-event': ran('run'),
  'ms.vss-pipelines.stage-state-changed-event': ran('stage'),
  'ms.vss-pipelines.job-state-changed-event': ran('job'),
  'ms.vss-release.deployment-completed-event': deployed,
  'ms.vss-release.deployment-started-event': skipped(deployed),
  'ms.vss-pipelinechecks-events.approval-pending': approval,
  'ms.vss-pipelinechecks-events.approval-completed': approval,
}

/** Service hooks of Azure DevOps. */
export const azuredevops = forge({
  name: 'azuredevops',
  title: 'Azure DevOps',
  isEvent: (body) => hasTexts(body, 'eventType', 'publisherId') && hasObjects(body, 'resource'),
  eventOf: (body) => {
    const event = textAt(body, 'eventType')
    if (event === '') return 'eventType'
    return hasObjects(body, 'resource') ? { event, deliveryId: deliveryOf(body) } : 'resource'
  },
  facts: {
    branch: (body) =>
      refOf(
        firstText(
          body,
          'resource.pullRequest.targetRefName',
          'resource.targetRefName',
          'resource.refUpdates.0.name',
          'resource.sourceBranch',
        ),
      ).name,
    author: [
      'resource.comment.author.uniqueName',
      'resource.pushedBy.uniqueName',
      'resource.createdBy.uniqueName',
      'resource.requestedFor.uniqueName',
      'resource.revisedBy.uniqueName',
      (body) => loginOf(fieldIn(resourceOf(body), 'System.CreatedBy')),
    ],
    repository: ['resource.pullRequest.repository.name', 'resource.repository.name'],
  },
  people: {
    at: 'resource.url',
    asked: {
      'git.pullrequest.created': 'resource.reviewers',
      'workitem.created': (body) => fieldIn(resourceOf(body), 'System.AssignedTo'),
      'workitem.updated': (body) => at(fieldIn(resourceOf(body), 'System.AssignedTo'), 'newValue'),
    },
  },
  tellers: EVENTS,
  // An event without words of ours has some of its own.
  others: (event, body) => {
    const first = firstLine(textAt(body, 'message.text').trim())
    const place = placeOf(body, pageOf(body) || repositoryUrl(body))
    const topic = { ...place, label: '', at: timeAt(body, 'createdDate') }
    return { ...namedNews(topic, first || capital(inWords(event))), isKnown: first !== '' }
  },
})

/** Tests of a service hook all have the same ids. */
function deliveryOf(body: unknown): string {
  const subscription = textAt(body, 'subscriptionId')
  const notification = textAt(body, 'notificationId')
  const isTest = /^[0-]*$/.test(subscription)
  return isTest || notification === '' ? '' : `${subscription}/${notification}`
}

function pushed(body: unknown): News {
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

/** How the status of a pull request says that it ended. */
const ENDS: Table<string> = { completed: 'merged', abandoned: 'abandoned' }

/** Votes, pushes and new titles are updates like its end. */
function pullUpdated(body: unknown): News {
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
function mergeTried(body: unknown): News {
  const isDone = textAt(body, 'resource.status') === 'completed'
  if (isDone) return pullNews(body, 'merged', 'closedBy')
  const isBad = CONFLICTS.includes(textAt(body, 'resource.mergeStatus'))
  const change: Change = isBad
    ? { did: 'cannot merge', color: 'bad', tells: 'end' }
    : { did: 'tried to merge', tells: 'end' }
  return { ...pullNews(body, change), isSkipped: !isBad }
}

function pullCommented(body: unknown): News {
  const comment = at(body, 'resource.comment')
  const pull = at(body, 'resource.pullRequest')
  return topicNews({ ...pullOf(body, pull, at(comment, 'author')), comment }, 'commented on')
}

/** A check-in of Team Foundation version control. */
function checkInOf(body: unknown): Topic {
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
