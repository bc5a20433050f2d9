import {
  APPROVED,
  type Change,
  changed,
  CHANGED,
  CLOSED,
  commented,
  FORKED,
  MERGED,
  OBJECTED,
  OPENED,
  REOPENED,
  skipped,
  type Tellers,
  UNAPPROVED,
} from '../kit.js'
import { commitOf, issueOf, pullOf } from './bodies.js'
import { built, forkOf, pushed, refsChanged } from './repository.js'

const DECLINED: Change = { ...CLOSED, did: 'declined' }
const forked = changed(forkOf, FORKED)

/** How each event is told: Cloud's names, then those of Data Center. */
export const EVENTS: Tellers = {
  'repo:push': pushed,
  'repo:fork': forked,
  'repo:commit_comment_created': commented(commitOf),
  'repo:commit_status_created': built,
  'repo:commit_status_updated': built,
  'pullrequest:created': changed(pullOf, OPENED),
  'pullrequest:fulfilled': changed(pullOf, MERGED),
  'pullrequest:rejected': changed(pullOf, DECLINED),
  'pullrequest:approved': changed(pullOf, APPROVED),
  'pullrequest:unapproved': changed(pullOf, UNAPPROVED),
  'pullrequest:changes_request_created': changed(pullOf, OBJECTED),
  'pullrequest:changes_request_removed': changed(pullOf, { did: 'no longer wants changes in' }),
  'pullrequest:comment_created': commented(pullOf),
  'pullrequest:comment_updated': skipped(commented(pullOf, 'changed a comment on')),
  'pullrequest:comment_deleted': skipped(commented(pullOf, 'deleted a comment on')),
  'pullrequest:comment_resolved': skipped(commented(pullOf, 'resolved a comment on')),
  'pullrequest:comment_reopened': skipped(commented(pullOf, 'reopened a comment on')),
  'pullrequest:updated': skipped(changed(pullOf, CHANGED)),
  'issue:created': changed(issueOf, OPENED),
  'issue:comment_created': commented(issueOf),
  'issue:updated': skipped(changed(issueOf, CHANGED)),

  'repo:refs_changed': refsChanged,
  'repo:forked': forked,
  'repo:comment:added': commented(commitOf),
  'repo:comment:edited': skipped(commented(commitOf, 'changed a comment on')),
  'repo:comment:deleted': skipped(commented(commitOf, 'deleted a comment on')),
  'pr:opened': changed(pullOf, OPENED),
  'pr:merged': changed(pullOf, MERGED),
  'pr:declined': changed(pullOf, DECLINED),
  'pr:deleted': changed(pullOf, { ...CLOSED, did: 'deleted' }),
  'pr:reopened': changed(pullOf, REOPENED),
  'pr:reviewer:approved': changed(pullOf, APPROVED),
  'pr:reviewer:unapproved': changed(pullOf, UNAPPROVED),
  'pr:reviewer:needs_work': changed(pullOf, OBJECTED),
  'pr:reviewer:changes_requested': changed(pullOf, OBJECTED),
  'pr:reviewer:updated': skipped(changed(pullOf, { did: 'changed the reviewers of' })),
  'pr:modified': skipped(changed(pullOf, CHANGED)),
  'pr:from_ref_updated': skipped(changed(pullOf, { did: 'pushed to' })),
  'pr:comment:added': commented(pullOf),
  'pr:comment:edited': skipped(commented(pullOf, 'changed a comment on')),
  'pr:comment:deleted': skipped(commented(pullOf, 'deleted a comment on')),

  'diagnostics:ping': () => ({
    title: { where: '', label: 'The webhook of Bitbucket is connected' },
    color: 'good',
  }),
}

/** Events without words of their own that nobody wants in a channel unasked. */
export const UNWANTED: ReadonlySet<string> = new Set([
  'mirror:repo_synchronized',
  'repo:updated',
  'repo:modified',
])
