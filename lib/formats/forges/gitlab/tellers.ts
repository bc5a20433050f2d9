import {
  acknowledged,
  at,
  bySomebody,
  byWhom,
  capital,
  closed,
  deploymentNews,
  entryOf,
  firstLine,
  firstText,
  firstTime,
  foundAt,
  incidentOf,
  inFile,
  inWords,
  levelColor,
  link,
  list,
  type Meaning,
  MOST_LINES,
  namedNews,
  nameIn,
  type News,
  numberAt,
  open,
  runIn,
  runNews,
  shortId,
  shortLine,
  skipped,
  type Table,
  type Teller,
  type Text,
  textAt,
  timeAt,
  topicNews,
  type TopicOf,
  update,
  words,
  wordsIn,
} from '../kit.js'
import { pageOf, pathOf, placeOf } from './bodies.js'

const NAMES = wordsIn('title name display_name token_name path username')

export function toldByName(event: string, body: unknown): News {
  const value = at(body, 'object_attributes')
  const done = firstText(body, 'object_attributes.action', 'action')
  const action = inWords(entryOf(DONE, done) ?? done)
  const folder = event === 'milestone' ? 'milestones' : ''
  const topic = {
    ...placeOf(body, textAt(value, 'url') || pageOf(body, folder, textAt(value, 'iid'))),
    label: nameIn(value, NAMES),
    at: timeAt(value, 'updated_at'),
  }
  return namedNews(topic, capital(words(inWords(event), action)))
}

export const flagOf: TopicOf = (body) => {
  return {
    ...bySomebody(placeOf(body)),
    kind: 'the feature flag',
    label: textAt(body, 'object_attributes.name') || 'without a name',
    after: at(body, 'object_attributes.active') === true ? 'on' : 'off',
  }
}

export const emojiOf: TopicOf = (body) => ({
  ...placeOf(body, textAt(body, 'object_attributes.awarded_on_url')),
  label: textAt(body, 'object_attributes.name') || 'an emoji',
})

/** A token that soon works no more. */
export function tokenExpires(noun: string): Teller {
  return (body) => {
    const day = shortLine(textAt(body, 'object_attributes.expires_at'), 10)
    const isExpiring = textAt(body, 'event_name').startsWith('expiring_')
    if (!isExpiring && day === '') return toldByName(textAt(body, 'object_kind'), body)
    const topic = {
      ...placeOf(body),
      who: '',
      kind: `The ${noun}`,
      label: textAt(body, 'object_attributes.name') || 'without a name',
      after: day === '' ? 'expires soon' : `expires on ${day}`,
      incident: incidentOf(pathOf(body), 'tokens', textAt(body, 'object_attributes.id')),
    }
    return topicNews(topic, { did: '', color: 'warning', state: 'open' })
  }
}

/** How far people are with it; while it is open, its colour is that of its severity. */
const STAGES: Table<Meaning> = {
  detected: open('was found'),
  confirmed: acknowledged('is confirmed'),
  dismissed: closed('was dismissed', 'neutral'),
  resolved: closed('is resolved'),
}

export const vulnerabilityChanged: Teller = (body) => {
  const found = at(body, 'object_attributes')
  const severity = textAt(found, 'severity').toLowerCase()
  const written = textAt(found, 'state')
  const stage = entryOf(STAGES, written.toLowerCase())
  const topic = {
    ...placeOf(body, textAt(found, 'url')),
    who: '',
    kind: 'The vulnerability',
    label: textAt(found, 'title') || 'without a title',
    after: stage?.word ?? (written && `is ${inWords(written)}`),
    incident: incidentOf(pathOf(body), 'vulnerabilities', firstText(found, 'id', 'url')),
    at: timeAt(found, 'updated_at'),
    beginning: {
      facts: [
        severity && `${inWords(severity)} severity`,
        inWords(textAt(found, 'report_type')),
        inFile(textAt(found, 'location.file')),
      ],
    },
  }
  const { state = 'update', color } = stage ?? update('')
  const shown = state === 'closed' ? color : (levelColor(severity) ?? 'neutral')
  return topicNews(topic, { did: '', state, color: shown, tells: 'beginning' })
}

/** Who is in a group or a project. */
const MEMBER = /^user_(?:add_to|remove_from|update_for|access_request)_/

const DONE: Table<string> = {
  close: 'closed',
  reopen: 'reopened',
  create: 'created',
  destroy: 'deleted',
  rename: 'renamed',
  transfer: 'transferred',
  update: 'changed',
  add: 'added',
  remove: 'removed',
  team: 'project',
}

/** `project_destroy` as people write it; GitLab calls projects teams here. */
function systemWords(event: string): string {
  const all = event.split('_').map((word) => entryOf(DONE, word) ?? word)
  return capital(all.join(' '))
}

const PLACES = ['project_path_with_namespace', 'group_name', 'project_name', 'path_with_namespace']

/** A system hook: events of a whole instance, for its administrators. */
export function systemNews(event: string, body: unknown): News {
  const place = firstText(body, ...PLACES)
  const user = firstText(body, 'user_name', 'username')
  const isMember = MEMBER.test(event)
  const old = firstText(body, 'old_path_with_namespace', 'old_full_path')
  const topic = {
    where: isMember ? place : '',
    who: '',
    url: '',
    label: isMember ? user : firstText(body, 'name', 'full_path', 'path') || user || place,
    after: old && `(was ${old})`,
    at: firstTime(body, 'updated_at', 'created_at'),
  }
  return { ...namedNews(topic, systemWords(event)), isKnown: true }
}

/** A pipeline, with one line for each job that failed. */
export const pipelineRan: Teller = (body) => {
  const pipeline = at(body, 'object_attributes')
  const id = textAt(pipeline, 'id')
  const number = textAt(pipeline, 'iid') || id
  const place = placeOf(body, textAt(pipeline, 'url') || pageOf(body, 'pipelines', id))
  const start = timeAt(pipeline, 'created_at')
  const message = firstLine(textAt(body, 'commit.message').trim())
  const news = runNews({
    ...place,
    label: words(textAt(pipeline, 'name') || 'Pipeline', number && `#${number}`),
    ...runIn(pipeline),
    start,
    at: timeAt(pipeline, 'finished_at') ?? start,
    milliseconds: secondsAt(pipeline, 'duration'),
    facts: [shortLine(message, 80), byWhom(place.who)],
    incident: incidentOf(pathOf(body), 'pipelines', id),
  })
  return { ...news, text: failedJobs(body) }
}

/** In milliseconds. */
function secondsAt(value: unknown, name: string): number | null {
  const seconds = numberAt(value, name)
  return seconds === null ? null : seconds * 1000
}

function failedJobs(body: unknown): Text {
  const failed = foundAt(
    body,
    'builds',
    (job) => textAt(job, 'status') === 'failed' && at(job, 'allow_failure') !== true,
  )
  if (failed.length === 0) return ''
  return list(
    failed.slice(0, MOST_LINES).map((job) => {
      const name = shortLine(textAt(job, 'name') || 'Job', 80)
      const stage = textAt(job, 'stage')
      const reason = textAt(job, 'failure_reason').replaceAll('_', ' ')
      return [
        link(pageOf(body, 'jobs', textAt(job, 'id')), name),
        stage === '' || stage === name ? ' failed' : ` failed in ${shortLine(stage, 40)}`,
        reason && ` (${shortLine(reason, 60)})`,
      ]
    }),
    failed.length,
  )
}

/** A job: there are many in each pipeline, so it is never shown unasked. */
export const jobRan = skipped((body) => {
  const id = textAt(body, 'build_id')
  const place = placeOf(body, pageOf(body, 'jobs', id))
  return runNews({
    ...place,
    label: words('Job', textAt(body, 'build_name') || (id && `#${id}`)),
    status: textAt(body, 'build_status'),
    branch: textAt(body, 'ref'),
    milliseconds: secondsAt(body, 'build_duration'),
    facts: [byWhom(place.who)],
    incident: incidentOf(pathOf(body), 'jobs', id),
    at: firstTime(body, 'build_finished_at', 'build_started_at'),
  })
})

export const deployed: Teller = (body) => {
  const place = placeOf(body, firstText(body, 'environment_external_url', 'deployable_url'))
  const commit = shortId(textAt(body, 'short_sha'))
  const run = {
    ...place,
    ...runIn(body),
    at: timeAt(body, 'status_changed_at'),
    facts: [words(commit, shortLine(textAt(body, 'commit_title'), 80)), byWhom(place.who)],
    incident: incidentOf(pathOf(body), 'deployments', textAt(body, 'deployment_id')),
  }
  return deploymentNews(run, textAt(body, 'environment'))
}
