import { type Text, link, list, MOST_LINES } from '../../drafts/pieces.js'
import { between } from '../../drafts/times.js'
import { at, foundAt, numberAt, textAt, timeAt } from '../../json-members.js'
import { shortId } from '../commits.js'
import { byWhom, cut, type News, type Teller, words } from '../news.js'
import { outcomeOf, runNews } from '../outcomes.js'
import { pathOf, projectUrl, whereOf, whoOf } from './bodies.js'

/** A pipeline, with one line for each job that failed. */
export const pipelineRan: Teller = (body) => {
  const pipeline = at(body, 'object_attributes')
  const id = textAt(pipeline, 'iid') || textAt(pipeline, 'id')
  const url = pageOf(body, 'pipelines', textAt(pipeline, 'id'))
  const seconds = numberAt(pipeline, 'duration')
  const end = timeAt(pipeline, 'finished_at')
  const [message = ''] = textAt(body, 'commit', 'message').trim().split('\n', 1)
  const news = runNews({
    where: whereOf(body),
    label: words(textAt(pipeline, 'name') || 'Pipeline', id === '' ? '' : `#${id}`),
    url: textAt(pipeline, 'url') || url,
    outcome: outcomeOf(textAt(pipeline, 'status')),
    branch: textAt(pipeline, 'ref'),
    milliseconds: seconds === null ? between(timeAt(pipeline, 'created_at'), end) : seconds * 1000,
    facts: [cut(message, 80), byWhom(whoOf(body))],
    incident: incidentOf(body, 'pipelines', textAt(pipeline, 'id')),
    at: end ?? timeAt(pipeline, 'created_at'),
  })
  return { ...news, text: failedJobs(body) }
}

function failedJobs(body: unknown): Text {
  const failed = foundAt(
    body,
    ['builds'],
    (job) => textAt(job, 'status') === 'failed' && at(job, 'allow_failure') !== true,
  )
  if (failed.length === 0) return ''
  return list(
    failed.slice(0, MOST_LINES).map((job) => {
      const name = cut(textAt(job, 'name') || 'Job', 80)
      const stage = textAt(job, 'stage')
      const reason = textAt(job, 'failure_reason').replaceAll('_', ' ')
      return [
        link(pageOf(body, 'jobs', textAt(job, 'id')), name),
        stage === '' || stage === name ? ' failed' : ` failed in ${cut(stage, 40)}`,
        reason === '' ? '' : ` (${cut(reason, 60)})`,
      ]
    }),
    failed.length,
  )
}

/** A job: there are many in each pipeline, so it is never shown unasked. */
export const jobRan: Teller = (body) => {
  const id = textAt(body, 'build_id')
  const status = textAt(body, 'build_status')
  const seconds = numberAt(body, 'build_duration')
  const news: News = runNews({
    where: whereOf(body),
    label: words('Job', textAt(body, 'build_name') || (id === '' ? '' : `#${id}`)),
    url: pageOf(body, 'jobs', id),
    outcome: outcomeOf(status),
    branch: textAt(body, 'ref'),
    milliseconds: seconds === null ? null : seconds * 1000,
    facts: [byWhom(whoOf(body))],
    incident: incidentOf(body, 'jobs', id),
    at: timeAt(body, 'build_finished_at') ?? timeAt(body, 'build_started_at'),
  })
  return { ...news, isSkipped: true }
}

const ENDED = new Set(['success', 'failed'])

export const deployed: Teller = (body) => {
  const status = textAt(body, 'status')
  const environment = textAt(body, 'environment')
  const outcome = outcomeOf(status)
  const news = runNews({
    where: whereOf(body),
    label: environment === '' ? 'Deployment' : `Deployment to ${environment}`,
    url:
      textAt(body, 'environment_external_url') ||
      textAt(body, 'deployable_url') ||
      projectUrl(body),
    outcome: status === 'success' ? { ...outcome, word: 'succeeded' } : outcome,
    branch: textAt(body, 'ref'),
    facts: [
      words(shortId(textAt(body, 'short_sha')), cut(textAt(body, 'commit_title'), 80)),
      byWhom(whoOf(body)),
    ],
    incident: incidentOf(body, 'deployments', textAt(body, 'deployment_id')),
    at: timeAt(body, 'status_changed_at'),
  })
  return { ...news, isSkipped: !ENDED.has(status) }
}

function pageOf(body: unknown, kind: 'pipelines' | 'jobs', id: string): string {
  const url = projectUrl(body)
  return url === '' || !/^\d+$/.test(id) ? url : `${url}/-/${kind}/${id}`
}

function incidentOf(body: unknown, kind: string, id: string): string {
  return id === '' ? '' : `${pathOf(body)}/${kind}/${id}`
}
