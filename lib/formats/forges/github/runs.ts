import { between } from '../../drafts/times.js'
import { at, numberAt, textAt, timeAt } from '../../json-members.js'
import { shortId } from '../commits.js'
import { byWhom, type Teller } from '../news.js'
import { isBad, outcomeOf, runNews } from '../outcomes.js'
import { personOf, repositoryUrl, whereOf, whoOf } from './bodies.js'

/** A run of a workflow: shown where it failed, and where it passes when it is run again. */
export const workflowRan: Teller = (body) => {
  const run = at(body, 'workflow_run')
  const conclusion = textAt(run, 'conclusion')
  const outcome = outcomeOf(conclusion || textAt(run, 'status'))
  const name = textAt(run, 'name') || textAt(body, 'workflow', 'name') || 'Workflow'
  const start = timeAt(run, 'run_started_at') ?? timeAt(run, 'started_at')
  const end = timeAt(run, 'completed_at') ?? timeAt(run, 'updated_at')
  const attempt = numberAt(run, 'run_attempt') ?? 1
  const who = personOf(run, 'actor') || whoOf(body)
  const news = runNews({
    where: whereOf(body),
    label: name,
    url: textAt(run, 'html_url') || repositoryUrl(body),
    outcome,
    branch: textAt(run, 'head_branch'),
    milliseconds: between(start, end),
    facts: [textAt(run, 'display_title'), attempt > 1 ? `attempt ${attempt}` : '', byWhom(who)],
    incident: incidentOf(body, 'runs', textAt(run, 'id')),
    at: end,
  })
  const isMended = attempt > 1 && outcome.color === 'good'
  const isShown = isBad(outcome) || isMended || conclusion === 'action_required'
  return { ...news, isSkipped: !isShown }
}

/** A check or a job: there are many in each run, so they are never shown unasked. */
export const checked =
  (member: 'check_run' | 'check_suite' | 'workflow_job', noun: string): Teller =>
  (body) => {
    const check = at(body, member)
    const name = textAt(check, 'name') || textAt(check, 'app', 'name') || noun
    const start = timeAt(check, 'started_at')
    const end = timeAt(check, 'completed_at')
    const news = runNews({
      where: whereOf(body),
      label: name,
      url: textAt(check, 'html_url') || repositoryUrl(body),
      outcome: outcomeOf(textAt(check, 'conclusion') || textAt(check, 'status')),
      branch: textAt(check, 'head_branch') || textAt(check, 'check_suite', 'head_branch'),
      milliseconds: between(start, end),
      facts: [textAt(check, 'output', 'title')],
      incident: incidentOf(body, `${member}s`, textAt(check, 'id')),
      at: end,
    })
    return { ...news, isSkipped: true }
  }

/** The state of a commit, as programs outside report it: shown where it failed. */
export const stateReported: Teller = (body) => {
  const id = textAt(body, 'sha')
  const context = textAt(body, 'context') || 'Status'
  return runNews({
    where: whereOf(body),
    label: context,
    url: textAt(body, 'target_url') || textAt(body, 'commit', 'html_url') || repositoryUrl(body),
    outcome: outcomeOf(textAt(body, 'state')),
    branch: shortId(id),
    facts: [textAt(body, 'description')],
    incident: id === '' ? '' : `${whereOf(body)}/status/${id}/${context}`,
    at: timeAt(body, 'updated_at'),
  })
}

const SHOWN_DEPLOYMENTS = new Set(['success', 'failure', 'error'])

export const deployed: Teller = (body) => {
  const status = at(body, 'deployment_status')
  const deployment = at(body, 'deployment')
  const state = textAt(status, 'state') || 'queued'
  const environment = textAt(deployment, 'environment') || textAt(status, 'environment')
  const ref = textAt(deployment, 'ref')
  const news = runNews({
    where: whereOf(body),
    label: environment === '' ? 'Deployment' : `Deployment to ${environment}`,
    url:
      textAt(status, 'environment_url') ||
      textAt(status, 'log_url') ||
      textAt(status, 'target_url') ||
      repositoryUrl(body),
    outcome: { ...outcomeOf(state), ...(state === 'success' ? { word: 'succeeded' } : {}) },
    milliseconds: between(timeAt(deployment, 'created_at'), timeAt(status, 'created_at')),
    facts: [
      /^[\da-f]{40}$/.test(ref) ? shortId(ref) : ref,
      byWhom(whoOf(body)),
      textAt(status, 'description'),
    ],
    incident: incidentOf(body, 'deployments', textAt(deployment, 'id')),
    at: timeAt(status, 'created_at') ?? timeAt(deployment, 'created_at'),
  })
  return { ...news, isSkipped: !SHOWN_DEPLOYMENTS.has(state) }
}

function incidentOf(body: unknown, kind: string, id: string): string {
  return id === '' ? '' : `${whereOf(body)}/${kind}/${id}`
}
