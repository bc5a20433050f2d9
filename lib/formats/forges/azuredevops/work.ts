import {
  at,
  byWhom,
  closed,
  entryOf,
  enumerated,
  excerpt,
  firstOf,
  firstText,
  incidentOf,
  type IncidentState,
  isObject,
  listAt,
  type Meaning,
  numbered,
  open,
  personIn,
  type Place,
  refOf,
  rootUrl,
  runIn,
  runNews,
  shortId,
  shortLine,
  type Table,
  type Teller,
  textAt,
  textOf,
  timeAt,
  topicNews,
  words,
} from '../kit.js'

export const built: Teller = (body) => {
  const build = resourceOf(body)
  const [request] = listAt(build, 'requests')
  const { who, ...place } = placeOf(
    body,
    pageOf(body) || textAt(build, 'url'),
    at(build, 'requestedFor'),
    at(build, 'requestedBy'),
    at(request, 'requestedFor'),
  )
  const branch = firstText(build, 'sourceBranch', 'sourceGetVersion')
  return runNews({
    ...place,
    label: words(textAt(build, 'definition.name') || 'Build', textAt(build, 'buildNumber')),
    ...runIn(build),
    branch: branch.startsWith('refs/') ? refOf(branch).name : '',
    facts: [shortId(textAt(build, 'sourceVersion')), byWhom(who)],
    incident: incidentOf('builds', textAt(build, 'id')),
  })
}

/** A run of a pipeline, or one of its stages or jobs, of which there are too many to be shown unasked. */
export function ran(part: 'run' | 'stage' | 'job'): Teller {
  return (body) => {
    const resource = resourceOf(body)
    const run = at(resource, 'run')
    const value = at(resource, part)
    const isRun = part === 'run'
    const pipeline = firstText(resource, 'pipeline.name', 'run.pipeline.name') || 'Pipeline'
    const own = isRun ? '' : `${part} ${firstText(value, 'displayName', 'name')}`
    const news = runNews({
      ...placeOf(body, webUrl(value, run, at(resource, 'pipeline'))),
      label: words(pipeline, textAt(run, 'name'), own),
      ...runIn(value),
      incident: isRun ? incidentOf('runs', textAt(run, 'id')) : '',
    })
    return isRun ? news : { ...news, isSkipped: true }
  }
}

export const deployed: Teller = (body) => {
  const resource = resourceOf(body)
  const environment = at(resource, 'environment')
  const release = at(resource, 'release') ?? at(resource, 'deployment.release')
  const page = webUrl(release, at(environment, 'release'), environment)
  const name = textAt(release, 'name') || textAt(environment, 'release.name')
  return runNews({
    ...placeOf(body, page || pageOf(body)),
    label: words(name, 'to', textAt(environment, 'name') || 'an environment'),
    status: firstText(resource, 'environment.status', 'deployment.deploymentStatus'),
    at: timeAt(body, 'createdDate'),
    incident: incidentOf('environments', textAt(environment, 'id')),
  })
}

/** How far an approval is, and what that means. */
const APPROVALS: Table<Meaning> = {
  pending: open('Waiting for approval:', 'warning'),
  approved: closed('Approved:'),
  rejected: closed('Rejected:', 'bad'),
  timedout: closed('Not approved in time:', 'bad'),
}

/** What somebody must approve, or has approved, before a pipeline goes on. */
export const approval: Teller = (body) => {
  const resource = resourceOf(body)
  const { state, color, word } =
    entryOf(APPROVALS, textAt(resource, 'approval.status').toLowerCase()) ?? closed('Approval:')
  const target = textAt(resource, 'resource.name')
  const people = listAt(resource, 'approval.steps').map(
    (step) => personIn(at(step, 'actualApprover')) || personIn(at(step, 'assignedApprover')),
  )
  return {
    title: {
      where: '',
      before: word,
      label: words(textAt(resource, 'pipeline.name') || 'a pipeline', target && `to ${target}`),
      url: webUrl(at(resource, 'pipeline.owner'), at(resource, 'pipeline')) || pageOf(body),
    },
    color,
    text: excerpt(textAt(resource, 'approval.instructions')),
    facts: [enumerated(people), textAt(resource, 'stage.name')],
    incident: incidentOf('approvals', textAt(resource, 'approval.id')),
    state,
    at: timeAt(body, 'createdDate'),
  }
}

/** A bug, a task, a story. */
export function item(did: string, state: IncidentState): Teller {
  return (body) => {
    const resource = resourceOf(body)
    const revision = at(resource, 'revision')
    const now = isObject(revision) ? revision : resource
    const id = textAt(resource, 'workItemId') || textAt(now, 'id')
    const place = placeOf(
      body,
      pageOf(body) || webUrl(now) || textAt(resource, 'url'),
      at(resource, 'revisedBy'),
      fieldIn(now, 'System.ChangedBy'),
      fieldIn(now, 'System.CreatedBy'),
    )
    const after = movedOf(resource)
    const topic = {
      ...place,
      kind: fieldAt(now, 'System.WorkItemType') || 'work item',
      label: numbered(id, fieldAt(now, 'System.Title')) || 'without a title',
      after,
      incident: incidentOf('items', id),
      at: timeAt(fieldIn(now, 'System.ChangedDate')),
      beginning: {
        text: did === 'commented on' ? fieldAt(now, 'System.History') : '',
        facts: [fieldAt(now, 'System.State'), fieldAt(now, 'Microsoft.VSTS.Common.Severity')],
      },
    }
    const isOver = /closed|done|resolved|removed/i.test(after)
    const change = { did, state: isOver ? 'closed' : state, tells: 'beginning' } as const
    return { ...topicNews(topic, change), isSkipped: did === 'changed' && after === '' }
  }
}

/** `from Active to Closed`. */
function movedOf(resource: unknown): string {
  const state = fieldIn(resource, 'System.State')
  const before = textAt(state, 'oldValue')
  const after = textAt(state, 'newValue')
  return before === '' || after === '' ? '' : `from ${before} to ${after}`
}

export function resourceOf(body: unknown): unknown {
  return at(body, 'resource')
}

/** The repository that an event is about. */
export function repositoryOf(body: unknown): unknown {
  const resource = resourceOf(body)
  return at(resource, 'repository') ?? at(resource, 'pullRequest.repository')
}

/** Where an event happened, the first of several people that has a name, and its page. */
export function placeOf(body: unknown, url: string, ...people: readonly unknown[]): Place {
  return { where: whereOf(body), who: firstOf(people.map(nameOf)), url }
}

function whereOf(body: unknown): string {
  const resource = resourceOf(body)
  const repository = textAt(repositoryOf(body), 'name')
  const project =
    textAt(repositoryOf(body), 'project.name') ||
    firstText(resource, 'project.name', 'teamProject') ||
    fieldAt(resource, 'System.TeamProject') ||
    fieldAt(at(resource, 'revision'), 'System.TeamProject')
  if (repository === '' || project === '' || repository === project) return repository || project
  return `${project}/${repository}`
}

/** A field of a work item, whose names have dots. */
export function fieldIn(item: unknown, name: string): unknown {
  const fields = at(item, 'fields')
  return isObject(fields) ? entryOf(fields, name) : undefined
}

export function fieldAt(item: unknown, name: string): string {
  return textOf(fieldIn(item, name))
}

export function repositoryUrl(body: unknown): string {
  const url = rootUrl(repositoryOf(body), 'webUrl', 'remoteUrl')
  // Addresses to clone from name the organization as a user: `https://acme@dev.azure.com`.
  return url.replace(/^(https?:\/\/)[^/@]{0,200}@/i, '$1')
}

export function webUrl(...values: readonly unknown[]): string {
  return firstOf(values.map((value) => firstText(value, '_links.web.href', '_links.html.href')))
}

const LINK = /\]\((https?:\/\/[^\s()<>]{1,1000})\)/g
const MOST_READ = 4_000

/**
 * The page of what an event is about. Older events name it only in their texts, which strangers write
 * too, so that only the server of the resource itself counts.
 */
export function pageOf(body: unknown): string {
  const resource = resourceOf(body)
  const page = webUrl(resource)
  if (page !== '') return page
  const own = originOf(textAt(resource, 'url'))
  if (own === '') return ''
  const texts = ['message', 'detailedMessage'].map((name) => textAt(body, `${name}.markdown`))
  const found = [...texts.join('\n').slice(0, MOST_READ).matchAll(LINK)]
  return found.map(([, url = '']) => url).find((url) => originOf(url) === own) ?? ''
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : ''
}

/** Work items name people as `Jamal Hartnett <jamal@example.com>`. */
function nameOf(person: unknown): string {
  if (typeof person !== 'string') return personIn(person)
  const [name = ''] = person.split('<', 1)
  return shortLine(name.trim(), 40)
}
