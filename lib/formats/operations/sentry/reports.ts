import {
  at,
  capital,
  closed,
  code,
  entryOf,
  firstOf,
  firstText,
  hasTexts,
  joined,
  levelColor,
  listAt,
  type Meaning,
  note,
  notKnown,
  open,
  phrase,
  prose,
  quote,
  type Report,
  type Table,
  type Text,
  textAt,
  textOf,
  update,
  worded,
} from '../../kit.js'

/** Whether a request is of one of these resources. */
function isOf(...resources: readonly string[]): (body: unknown) => boolean {
  return (body) => resources.includes(textAt(body, 'resource'))
}

/** Its page; the address of the API is for programs. */
function pageIn(member: 'data' | 'found'): (body: unknown) => string {
  return (body) => {
    const url = textAt(body, `${member}.url`)
    return (
      firstText(at(body, member), 'web_url', 'permalink') || (url.includes('/api/0/') ? '' : url)
    )
  }
}

/** A text that is code, such as where an error happened. */
function codeIn(path: string): (body: unknown) => Text {
  return (body) => code(textAt(body, path))
}

/** The value of a tag, such as the environment: `['environment', 'prod']`, or with a key. */
function tagIn(name: string): (body: unknown) => string {
  return (body) => {
    const tags = listAt(body, 'found.tags')
    const tag = tags.find((each) => [at(each, '0'), at(each, 'key')].includes(name))
    return firstText(tag, '1', 'value')
  }
}

/** What happened to an issue. One that is open has the colour of its level. */
const ACTIONS: Table<Meaning> = {
  created: open('New issue'),
  unresolved: open('Unresolved again'),
  resolved: closed('Resolved'),
  archived: closed('Archived', 'neutral'),
  ignored: closed('Archived', 'neutral'),
  assigned: update('Assigned', 'warning'),
}

const SUBSTATUS: Table<string> = {
  regressed: 'Regressed',
  escalating: 'Escalating',
}

const ISSUE: Partial<Report> = {
  when: isOf('issue', 'activity_alert'),
  meaning: (body) => {
    const action = textAt(body, 'action')
    const level = textAt(body, 'found.level') || 'error'
    // A rule tells of an issue: its title begins like that of an error that a rule tells of.
    const known = action === 'triggered' ? open(worded(level)) : entryOf(ACTIONS, action)
    if (!known) return notKnown(update(worded(action)))
    if (known.state !== 'open') return known
    const substatus = action === 'created' ? '' : textAt(body, 'found.substatus')
    return open(entryOf(SUBSTATUS, substatus) ?? known.word, levelColor(level))
  },
  name: 'found.title',
  url: pageIn('found'),
  began: 'found.firstSeen',
  text: (body) => {
    const release = textAt(body, 'found.statusDetails.inRelease')
    const actor = textAt(body, 'actor')
    const by = phrase([actor && `by ${actor}`, release && `in ${release}`])
    return joined([codeIn('found.culprit')(body), capital(by)], '\n')
  },
  fields: {
    Rule: 'data.triggered_rule',
    Project: ['found.project.name', 'found.project.slug'],
    Issue: 'found.shortId',
    'Assigned to': 'found.assignedTo.name',
    Priority: 'found.priority',
  },
  incident: 'found.id',
}

const COMMENT: Partial<Report> = {
  when: isOf('comment'),
  meaning: (body) => {
    const action = textAt(body, 'action')
    const isSkipped = action !== 'created'
    const isKnown = !isSkipped || ['updated', 'deleted'].includes(action)
    return { isSkipped, isKnown, ...update('Comment') }
  },
  title: (body) => {
    if (!hasTexts(body, 'found')) return ''
    const action = textAt(body, 'action')
    const verb = action === 'created' ? 'commented on' : `${action} a comment on`
    const project = textAt(body, 'data.project_slug')
    const where = project === '' ? 'an issue' : `an issue of ${project}`
    return `${textAt(body, 'actor') || 'Somebody'} ${verb} ${where}`
  },
  text: (body) => quote(prose(textAt(body, 'found'))),
  incident: 'data.issue_id',
}

/** An error that a rule tells of, or one of all. */
const SEEN_ERROR: Partial<Report> = {
  when: isOf('event_alert', 'error'),
  meaning: (body) => meaningOf(textAt(body, 'found.level')),
  name: ['found.title', 'found.message'],
  url: pageIn('found'),
  text: codeIn('found.culprit'),
  fields: {
    Environment: ['found.environment', tagIn('environment')],
    Release: ['found.release', tagIn('release')],
    Rule: 'data.triggered_rule',
    Project: projectOf,
    Platform: 'found.platform',
  },
  incident: 'found.issue_id',
  at: ['at', 'found.datetime'],
}

/** What the older plugin sends. */
const LEGACY_ERROR: Partial<Report> = {
  when: isOf('legacy'),
  event: () => 'event_alert.triggered',
  meaning: (body) => meaningOf(textAt(body, 'data.level')),
  name: ['found.title', 'data.message', () => 'An error'],
  url: pageIn('data'),
  text: codeIn('data.culprit'),
  fields: {
    Project: ['data.project_name', 'data.project_slug'],
    Environment: ['found.environment', tagIn('environment')],
    Release: 'found.release',
  },
  incident: 'data.id',
}

function meaningOf(level: string): Meaning {
  const known = level || 'error'
  return open(worded(known), levelColor(known))
}

const PROJECT = /\/projects\/[^/]{1,100}\/([^/]{1,100})\//

/** Errors name their project only in addresses of the API. */
function projectOf(body: unknown): string {
  const urls = ['url', 'issue_url'].map((name) => textAt(body, `found.${name}`).slice(0, 1_000))
  return firstOf(urls.map((url) => PROJECT.exec(url)?.[1] ?? ''))
}

const METRIC_STATES: Table<Meaning> = {
  critical: open('Critical'),
  open: open('Alert'),
  warning: open('Warning', 'warning'),
  resolved: closed('Resolved'),
}

/** A number of errors or a duration that crossed a limit. */
const METRIC_ALERT: Partial<Report> = {
  when: isOf('metric_alert'),
  meaning: (body) => {
    const action = textAt(body, 'action')
    return entryOf(METRIC_STATES, action) ?? update(worded(action))
  },
  name: ['found.title', 'found.alert_rule.name', 'data.description_title'],
  url: pageIn('data'),
  text: 'data.description_text',
  fields: {
    Projects: (body) => joined(listAt(body, 'found.projects').map(textOf).slice(0, 5), ', '),
    Environment: 'found.alert_rule.environment',
    Query: codeIn('found.alert_rule.query'),
  },
  incident: (body) => {
    const id = firstText(body, 'found.id', 'found.identifier')
    return id && `metric_alert ${id}`
  },
  at: ['at', 'found.date_detected'],
  began: 'found.date_started',
  ended: ['found.date_closed', 'at'],
}

/** The integration was set up, or removed. */
const INSTALLATION: Partial<Report> = {
  when: isOf('installation'),
  title: (body) => {
    const organization = textAt(body, 'found.organization.slug')
    const whose = organization && ` of ${organization}`
    return `Sentry${whose} is ${textAt(body, 'action') === 'deleted' ? 'disconnected' : 'connected'}`
  },
}

/** What became of a build of an app, which `completed` says also where it failed. */
const BUILD: Partial<Report> = {
  when: isOf('preprod_artifact'),
  meaning: (body) => {
    const work = worded(textAt(body, 'action').replace(/_completed$/, ''))
    const isBad = textAt(body, 'data.state') === 'FAILED'
    return isBad ? note(`${work} failed`, 'bad') : { isSkipped: true, ...note(`${work} completed`) }
  },
  name: (body) =>
    phrase([
      firstText(body, 'data.appInfo.name', 'data.projectSlug', 'data.buildId'),
      textAt(body, 'data.appInfo.version'),
    ]),
  text: ['data.errorMessage', 'data.errorCode'],
  fields: { Project: 'data.projectSlug', Platform: 'data.platform' },
}

/** Of any other resource, nothing else is known: there is nothing to show. */
const ALL: Report = { event: (body) => textAt(body, 'event'), deliveryId: 'deliveryId', at: 'at' }

export const REPORTS: readonly Report[] = [
  ...[LEGACY_ERROR, ISSUE, SEEN_ERROR, METRIC_ALERT, COMMENT, INSTALLATION, BUILD].map(
    (report) => ({
      ...ALL,
      ...report,
    }),
  ),
  { event: ALL.event },
]
