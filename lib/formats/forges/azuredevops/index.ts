import {
  at,
  capital,
  firstText,
  changes,
  firstLine,
  forge,
  hasObjects,
  hasTexts,
  inWords,
  loginOf,
  namedNews,
  refOf,
  skipped,
  type Tellers,
  textAt,
  timeAt,
} from '../kit.js'
import { fieldIn, pageOf, placeOf, repositoryUrl, resourceOf } from './bodies.js'
import { checkInOf, mergeTried, pullCommented, pullOpened, pullUpdated, pushed } from './code.js'
import { approval, built, deployed, item, ran } from './work.js'

const EVENTS: Tellers = {
  'git.push': pushed,
  'git.pullrequest.created': pullOpened,
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
