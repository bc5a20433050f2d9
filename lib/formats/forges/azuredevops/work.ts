import type { IncidentState } from '../../../model/incidents.js'
import { isObject } from '../../../model/json.js'
import { between } from '../../drafts/times.js'
import { at, listAt, textAt, timeAt } from '../../json-members.js'
import { firstText, firstTime } from '../first.js'
import { byWhom, type Teller, words } from '../news.js'
import { refOf, shortId } from '../refs.js'
import { outcomeOf, runNews } from '../runs.js'
import { incidentOf, numbered, topicNews } from '../topics.js'
import { fieldAt, pageOf, personOf, resourceOf, webUrl, whereOf } from './bodies.js'

export const built: Teller = (body) => {
  const build = resourceOf(body)
  const end = timeAt(build, 'finishTime')
  const branch = firstText(build, 'sourceBranch', 'sourceGetVersion')
  // Who asked for it.
  const people = ['requestedFor', 'requestedBy'].map((name) => at(build, name))
  const [request] = listAt(build, 'requests')
  return runNews({
    where: whereOf(body),
    label: words(firstText(build, 'definition.name') || 'Build', firstText(build, 'buildNumber')),
    url: pageOf(body) || firstText(build, 'url'),
    outcome: outcomeOf(firstText(build, 'result', 'status')),
    branch: branch.startsWith('refs/') ? refOf(branch).name : '',
    milliseconds: between(timeAt(build, 'startTime'), end),
    facts: [
      shortId(firstText(build, 'sourceVersion')),
      byWhom(personOf(...people, at(request, 'requestedFor'))),
    ],
    incident: incidentOf('builds', firstText(build, 'id')),
    at: end,
  })
}

/** A run of a pipeline, or one of its stages or jobs, of which there are too many to be shown unasked. */
export function ran(part: 'run' | 'stage' | 'job'): Teller {
  return (body) => {
    const resource = resourceOf(body)
    const run = at(resource, 'run')
    const value = at(resource, part)
    const isRun = part === 'run'
    const start = firstTime(value, 'createdDate', 'startTime')
    const end = firstTime(value, 'finishedDate', 'finishTime')
    const pipeline = firstText(resource, 'pipeline.name', 'run.pipeline.name') || 'Pipeline'
    const own = isRun ? '' : `${part} ${firstText(value, 'displayName', 'name')}`
    const news = runNews({
      where: whereOf(body),
      label: words(pipeline, firstText(run, 'name'), own),
      url: webUrl(value, run, at(resource, 'pipeline')),
      outcome: outcomeOf(firstText(value, 'result', 'state')),
      milliseconds: between(start, end),
      incident: isRun ? incidentOf('runs', firstText(run, 'id')) : '',
      at: end,
    })
    return isRun ? news : { ...news, isSkipped: true }
  }
}

export const deployed: Teller = (body) => {
  const resource = resourceOf(body)
  const environment = at(resource, 'environment')
  const release = at(resource, 'release') ?? at(resource, 'deployment', 'release')
  const name = firstText(release, 'name') || firstText(environment, 'release.name')
  return runNews({
    where: whereOf(body),
    label: words(name, 'to', firstText(environment, 'name') || 'an environment'),
    url: webUrl(release, at(environment, 'release'), environment) || pageOf(body),
    outcome: outcomeOf(firstText(resource, 'environment.status', 'deployment.deploymentStatus')),
    incident: incidentOf('environments', firstText(environment, 'id')),
    at: timeAt(body, 'createdDate'),
  })
}

/** A bug, a task, a story. */
export function item(did: string, state: IncidentState): Teller {
  return (body) => {
    const resource = resourceOf(body)
    const revision = at(resource, 'revision')
    const now = isObject(revision) ? revision : resource
    const id = firstText(resource, 'workItemId') || firstText(now, 'id')
    const changes = ['System.ChangedBy', 'System.CreatedBy'].map((name) => at(now, 'fields', name))
    const after = movedOf(resource)
    const news = topicNews(
      {
        where: whereOf(body),
        who: personOf(at(resource, 'revisedBy'), ...changes),
        kind: fieldAt(now, 'System.WorkItemType') || 'work item',
        label: numbered(id, fieldAt(now, 'System.Title')) || 'without a title',
        url: pageOf(body) || webUrl(now) || firstText(resource, 'url'),
        after,
        incident: incidentOf('items', id),
        at: timeAt(now, 'fields', 'System.ChangedDate'),
        beginning: {
          text: did === 'commented on' ? fieldAt(now, 'System.History') : '',
          facts: [fieldAt(now, 'System.State'), fieldAt(now, 'Microsoft.VSTS.Common.Severity')],
        },
      },
      { did, state: /closed|done|resolved|removed/i.test(after) ? 'closed' : state, tells: 'beginning' },
    )
    return { ...news, isSkipped: did === 'changed' && after === '' }
  }
}

/** `from Active to Closed`. */
function movedOf(resource: unknown): string {
  const before = textAt(resource, 'fields', 'System.State', 'oldValue')
  const after = textAt(resource, 'fields', 'System.State', 'newValue')
  return before === '' || after === '' ? '' : `from ${before} to ${after}`
}
