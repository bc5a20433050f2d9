import { between } from '../../drafts/times.js'
import type { EventFacts } from '../../format.js'
import { at, textAt, timeAt } from '../../json-members.js'
import { isObject } from '../../../model/json.js'
import { refOf, shortId } from '../commits.js'
import { excerpt } from '../excerpt.js'
import { byWhom, type Teller, words } from '../news.js'
import { outcomeOf, runNews } from '../outcomes.js'
import { pageOf, personOf, requesterOf, resourceOf, webUrl, whereOf, whoAt } from './bodies.js'

export const built: Teller = (body) => {
  const build = resourceOf(body)
  const number = textAt(build, 'buildNumber')
  const definition = textAt(build, 'definition', 'name')
  const start = timeAt(build, 'startTime')
  const end = timeAt(build, 'finishTime')
  const branch = textAt(build, 'sourceBranch') || textAt(build, 'sourceGetVersion')
  return runNews({
    where: whereOf(body),
    label: words(definition || 'Build', number),
    url: pageOf(body) || textAt(build, 'url'),
    outcome: outcomeOf(textAt(build, 'result') || textAt(build, 'status')),
    branch: branch.startsWith('refs/') ? refOf(branch).name : '',
    milliseconds: between(start, end),
    facts: [shortId(textAt(build, 'sourceVersion')), byWhom(requesterOf(build))],
    incident: incidentOf('builds', textAt(build, 'id')),
    at: end,
  })
}

/** A run of a pipeline, or one of its stages. */
export const ran =
  (part: 'run' | 'stage' | 'job'): Teller =>
  (body) => {
    const resource = resourceOf(body)
    const run = at(resource, 'run')
    const value = at(resource, part)
    const pipeline =
      textAt(resource, 'pipeline', 'name') || textAt(run, 'pipeline', 'name') || 'Pipeline'
    const own =
      part === 'run' ? '' : `${part} ${textAt(value, 'displayName') || textAt(value, 'name')}`
    const start = timeAt(value, 'createdDate') ?? timeAt(value, 'startTime')
    const end = timeAt(value, 'finishedDate') ?? timeAt(value, 'finishTime')
    const news = runNews({
      where: whereOf(body),
      label: words(pipeline, textAt(run, 'name'), own),
      url: webUrl(value) || webUrl(run) || webUrl(at(resource, 'pipeline')),
      outcome: outcomeOf(textAt(value, 'result') || textAt(value, 'state')),
      milliseconds: between(start, end),
      facts: [],
      incident: part === 'run' ? incidentOf('runs', textAt(run, 'id')) : '',
      at: end,
    })
    return part === 'run' ? news : { ...news, isSkipped: true }
  }

export const deployed: Teller = (body) => {
  const resource = resourceOf(body)
  const environment = at(resource, 'environment')
  const release = at(resource, 'release') ?? at(resource, 'deployment', 'release')
  const name = textAt(release, 'name') || textAt(environment, 'release', 'name')
  const id = textAt(environment, 'id')
  return runNews({
    where: whereOf(body),
    label: words(name, 'to', textAt(environment, 'name') || 'an environment'),
    url:
      webUrl(release) || webUrl(at(environment, 'release')) || webUrl(environment) || pageOf(body),
    outcome: outcomeOf(
      textAt(environment, 'status') || textAt(resource, 'deployment', 'deploymentStatus'),
    ),
    incident: incidentOf('environments', id),
    at: timeAt(body, 'createdDate'),
  })
}

interface ItemChange {
  readonly did: string
  readonly state: NonNullable<EventFacts['state']>
}

/** A bug, a task, a story. */
export const item =
  ({ did, state }: ItemChange): Teller =>
  (body) => {
    const resource = resourceOf(body)
    const now = isObject(at(resource, 'revision')) ? at(resource, 'revision') : resource
    const field = (name: string): unknown => at(now, 'fields', name)
    const id = textAt(resource, 'workItemId') || textAt(now, 'id')
    const who =
      whoAt(resource, ['revisedBy']) ||
      personOf(field('System.ChangedBy')) ||
      personOf(field('System.CreatedBy'))
    const moved = movedOf(resource)
    const title = words(id === '' ? '' : `#${id}`, textAt(now, 'fields', 'System.Title'))
    return {
      title: {
        where: whereOf(body),
        before: words(who, did, textAt(now, 'fields', 'System.WorkItemType') || 'work item'),
        label: title || 'without a title',
        url: pageOf(body) || webUrl(now) || textAt(resource, 'url'),
        after: moved,
      },
      text: did === 'commented on' ? excerpt(textAt(now, 'fields', 'System.History')) : '',
      facts: [
        textAt(now, 'fields', 'System.State'),
        textAt(now, 'fields', 'Microsoft.VSTS.Common.Severity'),
      ],
      state: moved !== '' && /closed|done|resolved|removed/i.test(moved) ? 'closed' : state,
      incident: incidentOf('items', id),
      at: timeAt(now, 'fields', 'System.ChangedDate'),
      isSkipped: did === 'changed' && moved === '',
    }
  }

/** `from Active to Closed`. */
function movedOf(resource: unknown): string {
  const before = textAt(resource, 'fields', 'System.State', 'oldValue')
  const after = textAt(resource, 'fields', 'System.State', 'newValue')
  return before === '' || after === '' ? '' : `from ${before} to ${after}`
}

function incidentOf(kind: string, id: string): string {
  return id === '' ? '' : `${kind}/${id}`
}
