import {
  at,
  byWhom,
  deploymentNews,
  enumerated,
  excerpt,
  firstLine,
  firstText,
  firstTime,
  incidentOf,
  inWords,
  listAt,
  namesIn,
  numberAt,
  refOf,
  runIn,
  runNews,
  shortId,
  shortLine,
  skipped,
  type Teller,
  textAt,
  timeAt,
  topicNews,
  words,
} from '../kit.js'
import { personAt, placeOf, pullOf, whereOf } from './bodies.js'

/** A run of a workflow: shown where it failed, and where it passes when it is run again. */
export const workflowRan: Teller = (body) => {
  const run = at(body, 'workflow_run')
  const attempt = numberAt(run, 'run_attempt') ?? 1
  const place = placeOf(body, textAt(run, 'html_url'))
  const who = personAt(run, 'actor') || place.who
  const news = runNews({
    ...place,
    ...runIn(run),
    label: firstText(body, 'workflow_run.name', 'workflow.name') || 'Workflow',
    at: firstTime(run, 'completed_at', 'updated_at'),
    facts: [textAt(run, 'display_title'), attempt > 1 ? `attempt ${attempt}` : '', byWhom(who)],
    incident: incidentOf(place.where, 'runs', textAt(run, 'id')),
  })
  const isMended = attempt > 1 && news.color === 'good'
  const isAsking = textAt(run, 'conclusion') === 'action_required'
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
      ...placeOf(body, textAt(check, 'html_url')),
      ...runIn(check),
      label: firstText(check, 'name', 'app.name') || noun,
      facts: [textAt(check, 'output.title')],
      incident: incidentOf(whereOf(body), `${member}s`, textAt(check, 'id')),
    })
  })
}

/** The state of a commit, as programs outside report it: shown where it failed. */
export const stateReported: Teller = (body) => {
  const id = textAt(body, 'sha')
  const context = textAt(body, 'context') || 'Status'
  return runNews({
    ...placeOf(body, firstText(body, 'target_url', 'commit.html_url')),
    label: context,
    status: textAt(body, 'state'),
    branch: shortId(id),
    at: timeAt(body, 'updated_at'),
    facts: [textAt(body, 'description')],
    incident: id && incidentOf(whereOf(body), 'status', id, context),
  })
}

export const deployed: Teller = (body) => {
  const status = at(body, 'deployment_status')
  const place = placeOf(body, firstText(status, 'environment_url', 'log_url', 'target_url'))
  const ref = textAt(body, 'deployment.ref')
  const start = timeAt(body, 'deployment.created_at')
  const run = {
    ...place,
    status: textAt(status, 'state') || 'queued',
    start,
    at: timeAt(status, 'created_at') ?? start,
    facts: [
      /^[\da-f]{40}$/.test(ref) ? shortId(ref) : ref,
      byWhom(place.who),
      textAt(status, 'description'),
    ],
    incident: incidentOf(place.where, 'deployments', textAt(body, 'deployment.id')),
  }
  const environment = firstText(body, 'deployment.environment', 'deployment_status.environment')
  return deploymentNews(run, environment)
}

/** Why a merge queue gave up a pull request. Others have been merged, or somebody took them out. */
const GAVE_UP = namesIn(
  'BRANCH_PROTECTIONS CI_FAILURE CI_TIMEOUT GIT_TREE_INVALID INVALID_MERGE_COMMIT MERGE_CONFLICT',
)

export const dequeued: Teller = (body) => {
  const reason = textAt(body, 'reason')
  const after = words('left the merge queue', reason && `(${inWords(reason).toLowerCase()})`)
  const topic = { ...pullOf(body), who: '', kind: '', after }
  const news = topicNews(topic, { did: 'Pull request', color: 'bad' })
  return { ...news, isSkipped: !GAVE_UP.has(reason) }
}

/** Pull requests that a queue would have merged together. */
export const mergeGroupEnded: Teller = (body) => {
  const reason = textAt(body, 'reason')
  const { where, url } = placeOf(body)
  const message = firstLine(textAt(body, 'merge_group.head_commit.message'))
  const branch = refOf(textAt(body, 'merge_group.base_ref')).name
  return {
    title: {
      where,
      label: 'Merge queue',
      url,
      after: words(branch && `of ${branch}:`, 'a group is', reason),
    },
    color: 'bad',
    text: shortLine(message, 100),
    isSkipped: reason !== 'invalidated',
  }
}

/** A deployment that waits for somebody. */
export const reviewRequested: Teller = (body) => {
  const { where, who } = placeOf(body)
  const people = listAt(body, 'reviewers').map((each) => personAt(each, 'reviewer'))
  return {
    title: {
      where,
      before: 'Waiting for approval:',
      label: words('deployment to', textAt(body, 'environment') || 'an environment'),
      url: firstText(body, 'workflow_run.html_url', 'workflow_job_run.html_url'),
    },
    facts: [enumerated(people), byWhom(personAt(body, 'requestor') || who)],
    color: 'warning',
  }
}

/** A build of GitHub Pages: shown where it failed. */
export const pageBuilt: Teller = (body) => {
  const { where, url } = placeOf(body)
  const status = textAt(body, 'build.status')
  return {
    title: {
      where,
      label: 'Pages',
      url,
      after: status === 'errored' ? 'could not be built' : status,
    },
    text: excerpt(textAt(body, 'build.error.message')),
    color: status === 'errored' ? 'bad' : 'neutral',
    at: timeAt(body, 'build.updated_at'),
    isSkipped: status !== 'errored',
  }
}
