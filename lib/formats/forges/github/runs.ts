import {
  at,
  byWhom,
  deploymentNews,
  firstText,
  firstTime,
  incidentOf,
  numberAt,
  runIn,
  runNews,
  shortId,
  skipped,
  type Teller,
  timeAt,
} from '../kit.js'
import { personAt, placeOf, whereOf } from './bodies.js'

/** A run of a workflow: shown where it failed, and where it passes when it is run again. */
export const workflowRan: Teller = (body) => {
  const run = at(body, 'workflow_run')
  const attempt = numberAt(run, 'run_attempt') ?? 1
  const place = placeOf(body, firstText(run, 'html_url'))
  const who = personAt(run, 'actor') || place.who
  const news = runNews({
    ...place,
    ...runIn(run),
    label: firstText(body, 'workflow_run.name', 'workflow.name') || 'Workflow',
    at: firstTime(run, 'completed_at', 'updated_at'),
    facts: [firstText(run, 'display_title'), attempt > 1 ? `attempt ${attempt}` : '', byWhom(who)],
    incident: incidentOf(place.where, 'runs', firstText(run, 'id')),
  })
  const isMended = attempt > 1 && news.color === 'good'
  const isAsking = firstText(run, 'conclusion') === 'action_required'
  return isMended || isAsking ? { ...news, isSkipped: false } : news
}

/** A check or a job: there are many in each run, so they are never shown unasked. */
export function checked(
  member: 'check_run' | 'check_suite' | 'workflow_job',
  noun: string,
): Teller {
  return skipped((body) => {
    const check = at(body, member)
    return runNews({
      ...placeOf(body, firstText(check, 'html_url')),
      ...runIn(check),
      label: firstText(check, 'name', 'app.name') || noun,
      facts: [firstText(check, 'output.title')],
      incident: incidentOf(whereOf(body), `${member}s`, firstText(check, 'id')),
    })
  })
}

/** The state of a commit, as programs outside report it: shown where it failed. */
export const stateReported: Teller = (body) => {
  const id = firstText(body, 'sha')
  const context = firstText(body, 'context') || 'Status'
  return runNews({
    ...placeOf(body, firstText(body, 'target_url', 'commit.html_url')),
    label: context,
    status: firstText(body, 'state'),
    branch: shortId(id),
    at: timeAt(body, 'updated_at'),
    facts: [firstText(body, 'description')],
    incident: id && incidentOf(whereOf(body), 'status', id, context),
  })
}

export const deployed: Teller = (body) => {
  const status = at(body, 'deployment_status')
  const deployment = at(body, 'deployment')
  const place = placeOf(body, firstText(status, 'environment_url', 'log_url', 'target_url'))
  const ref = firstText(deployment, 'ref')
  const start = timeAt(deployment, 'created_at')
  const run = {
    ...place,
    status: firstText(status, 'state') || 'queued',
    start,
    at: timeAt(status, 'created_at') ?? start,
    facts: [
      /^[\da-f]{40}$/.test(ref) ? shortId(ref) : ref,
      byWhom(place.who),
      firstText(status, 'description'),
    ],
    incident: incidentOf(place.where, 'deployments', firstText(deployment, 'id')),
  }
  const environment = firstText(body, 'deployment.environment', 'deployment_status.environment')
  return deploymentNews(run, environment)
}
