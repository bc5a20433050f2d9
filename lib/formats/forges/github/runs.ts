import { between } from '../../drafts/times.js'
import { at, numberAt, timeAt } from '../../json-members.js'
import { firstText, firstTime } from '../first.js'
import { byWhom, skipped, type Teller } from '../news.js'
import { shortId } from '../refs.js'
import { deploymentNews, outcomeOf, runNews } from '../runs.js'
import { incidentOf } from '../topics.js'
import { personAt, placeOf, whereOf } from './bodies.js'

/** A run of a workflow: shown where it failed, and where it passes when it is run again. */
export const workflowRan: Teller = (body) => {
  const run = at(body, 'workflow_run')
  const conclusion = firstText(run, 'conclusion')
  const outcome = outcomeOf(conclusion || firstText(run, 'status'))
  const start = firstTime(run, 'run_started_at', 'started_at')
  const end = firstTime(run, 'completed_at', 'updated_at')
  const attempt = numberAt(run, 'run_attempt') ?? 1
  const place = placeOf(body, firstText(run, 'html_url'))
  const who = personAt(run, 'actor') || place.who
  const news = runNews({
    ...place,
    label: firstText(body, 'workflow_run.name', 'workflow.name') || 'Workflow',
    outcome,
    branch: firstText(run, 'head_branch'),
    milliseconds: between(start, end),
    facts: [firstText(run, 'display_title'), attempt > 1 ? `attempt ${attempt}` : '', byWhom(who)],
    incident: incidentOf(place.where, 'runs', firstText(run, 'id')),
    at: end,
  })
  const isMended = attempt > 1 && outcome.color === 'good'
  const isAsking = conclusion === 'action_required'
  return isMended || isAsking ? { ...news, isSkipped: false } : news
}

/** A check or a job: there are many in each run, so they are never shown unasked. */
export function checked(
  member: 'check_run' | 'check_suite' | 'workflow_job',
  noun: string,
): Teller {
  return skipped((body) => {
    const check = at(body, member)
    const end = timeAt(check, 'completed_at')
    return runNews({
      ...placeOf(body, firstText(check, 'html_url')),
      label: firstText(check, 'name', 'app.name') || noun,
      outcome: outcomeOf(firstText(check, 'conclusion', 'status')),
      branch: firstText(check, 'head_branch', 'check_suite.head_branch'),
      milliseconds: between(timeAt(check, 'started_at'), end),
      facts: [firstText(check, 'output.title')],
      incident: incidentOf(whereOf(body), `${member}s`, firstText(check, 'id')),
      at: end,
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
    outcome: outcomeOf(firstText(body, 'state')),
    branch: shortId(id),
    facts: [firstText(body, 'description')],
    incident: id === '' ? '' : incidentOf(whereOf(body), 'status', id, context),
    at: timeAt(body, 'updated_at'),
  })
}

export const deployed: Teller = (body) => {
  const status = at(body, 'deployment_status')
  const deployment = at(body, 'deployment')
  const place = placeOf(body, firstText(status, 'environment_url', 'log_url', 'target_url'))
  const ref = firstText(deployment, 'ref')
  const start = timeAt(deployment, 'created_at')
  const end = timeAt(status, 'created_at')
  return deploymentNews({
    ...place,
    environment: firstText(body, 'deployment.environment', 'deployment_status.environment'),
    status: firstText(status, 'state') || 'queued',
    milliseconds: between(start, end),
    facts: [
      /^[\da-f]{40}$/.test(ref) ? shortId(ref) : ref,
      byWhom(place.who),
      firstText(status, 'description'),
    ],
    incident: incidentOf(place.where, 'deployments', firstText(deployment, 'id')),
    at: end ?? start,
  })
}
