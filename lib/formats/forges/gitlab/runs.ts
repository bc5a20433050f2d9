import {
  at,
  byWhom,
  deploymentNews,
  firstLine,
  firstText,
  firstTime,
  foundAt,
  incidentOf,
  link,
  list,
  MOST_LINES,
  numberAt,
  runIn,
  runNews,
  shortId,
  shortLine,
  skipped,
  type Teller,
  type Text,
  textAt,
  timeAt,
  words,
} from '../kit.js'
import { pageOf, pathOf, placeOf } from './bodies.js'

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
