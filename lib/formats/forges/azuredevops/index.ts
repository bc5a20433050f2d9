import { valueOf } from '../../body-value.js'
import type { Format } from '../../format.js'
import { textAt, timeAt } from '../../json-members.js'
import { isObject } from '../../../model/json.js'
import { eventName, messageOf, skipped, spaced, type Teller, tellerOf, capital } from '../news.js'
import { checkedIn, mergeTried, pullCommented, pullOpened, pullUpdated, pushed } from './code.js'
import { pageOf, repositoryUrl, resourceOf, whereOf } from './bodies.js'
import { built, deployed, item, ran } from './work.js'

/** Service hooks of Azure DevOps. */
export const azuredevops: Format = {
  name: 'azuredevops',
  title: 'Azure DevOps',
  detect: ({ body }) => (body.kind === 'json' && isEvent(body.value) ? 'body' : null),
  read: ({ body }) => {
    const value = valueOf(body)
    const type = textAt(value, 'eventType')
    if (type === '') return { kind: 'refuse', path: 'eventType', reason: 'is missing' }
    if (!isObject(resourceOf(value))) {
      return { kind: 'refuse', path: 'resource', reason: 'is missing' }
    }
    const tell = tellerOf(EVENTS, type) ?? toldInItsWords(type)
    return messageOf(eventName(type), tell(value), { deliveryId: deliveryOf(value) })
  },
}

function isEvent(body: unknown): boolean {
  const names = ['eventType', 'publisherId']
  return names.every((name) => textAt(body, name) !== '') && isObject(resourceOf(body))
}

/** Tests of a service hook all have the same ids. */
function deliveryOf(body: unknown): string {
  const subscription = textAt(body, 'subscriptionId')
  const notification = textAt(body, 'notificationId')
  const isTest = /^[0-]*$/.test(subscription)
  return isTest || notification === '' ? '' : `${subscription}/${notification}`
}

/** An event without words of ours has some of its own. */
function toldInItsWords(type: string): Teller {
  return (body) => {
    const [first = ''] = textAt(body, 'message', 'text').trim().split('\n', 1)
    return {
      title: {
        where: whereOf(body),
        label: first || capital(spaced(type)),
        url: pageOf(body) || repositoryUrl(body),
      },
      at: timeAt(body, 'createdDate'),
    }
  }
}

const EVENTS: Readonly<Record<string, Teller>> = {
  'git.push': pushed,
  'git.pullrequest.created': pullOpened,
  'git.pullrequest.updated': pullUpdated,
  'git.pullrequest.merged': mergeTried,
  'ms.vss-code.git-pullrequest-comment-event': pullCommented,
  'tfvc.checkin': checkedIn,

  'workitem.created': item({ did: 'created', state: 'open' }),
  'workitem.updated': item({ did: 'changed', state: 'update' }),
  'workitem.commented': item({ did: 'commented on', state: 'update' }),
  'workitem.deleted': item({ did: 'deleted', state: 'closed' }),
  'workitem.restored': item({ did: 'restored', state: 'open' }),

  'build.complete': built,
  'ms.vss-pipelines.run-state-changed-event': ran('run'),
  'ms.vss-pipelines.stage-state-changed-event': ran('stage'),
  'ms.vss-pipelines.job-state-changed-event': ran('job'),
  'ms.vss-release.deployment-completed-event': deployed,
  'ms.vss-release.deployment-started-event': skipped(deployed),
}
