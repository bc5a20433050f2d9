import { skipped, type Teller } from '../news.js'
import { shownByName } from './other.js'
import { built, forked, pushed, refsChanged } from './refs.js'
import { issueTopic, pullTopic } from './bodies.js'
import { changed, commentedCommit, commented } from './topics.js'

const opened = { did: 'opened', state: 'open', tells: 'beginning' } as const
const merged = { did: 'merged', state: 'closed', color: 'good', tells: 'end' } as const
const declined = { did: 'declined', state: 'closed', tells: 'end' } as const
const approved = { did: 'approved', color: 'good' } as const
const unapproved = { did: 'no longer approves', color: 'warning' } as const
const objected = { did: 'requested changes in', color: 'warning' } as const

/** How each event is shown: Cloud's names, then those of Data Center. */
export const EVENTS: Readonly<Record<string, Teller>> = {
  'repo:push': pushed,
  'repo:fork': forked,
  'repo:commit_comment_created': commentedCommit('commented on'),
  'repo:commit_status_created': built,
  'repo:commit_status_updated': built,
  'pullrequest:created': changed(pullTopic, opened),
  'pullrequest:fulfilled': changed(pullTopic, merged),
  'pullrequest:rejected': changed(pullTopic, declined),
  'pullrequest:approved': changed(pullTopic, approved),
  'pullrequest:unapproved': changed(pullTopic, unapproved),
  'pullrequest:changes_request_created': changed(pullTopic, objected),
  'pullrequest:changes_request_removed': changed(pullTopic, { did: 'no longer wants changes in' }),
  'pullrequest:comment_created': commented(pullTopic),
  'pullrequest:comment_updated': skipped(commented(pullTopic, 'changed a comment on')),
  'pullrequest:comment_deleted': skipped(commented(pullTopic, 'deleted a comment on')),
  'pullrequest:comment_resolved': skipped(commented(pullTopic, 'resolved a comment on')),
  'pullrequest:comment_reopened': skipped(commented(pullTopic, 'reopened a comment on')),
  'pullrequest:updated': skipped(changed(pullTopic, { did: 'changed' })),
  'issue:created': changed(issueTopic, opened),
  'issue:comment_created': commented(issueTopic),
  'issue:updated': skipped(changed(issueTopic, { did: 'changed' })),

  'repo:refs_changed': refsChanged,
  'repo:forked': forked,
  'repo:comment:added': commentedCommit('commented on'),
  'repo:comment:edited': skipped(commentedCommit('changed a comment on')),
  'repo:comment:deleted': skipped(commentedCommit('deleted a comment on')),
  'pr:opened': changed(pullTopic, opened),
  'pr:merged': changed(pullTopic, merged),
  'pr:declined': changed(pullTopic, declined),
  'pr:deleted': changed(pullTopic, { ...declined, did: 'deleted' }),
  'pr:reopened': changed(pullTopic, { did: 'reopened', state: 'open' }),
  'pr:reviewer:approved': changed(pullTopic, approved),
  'pr:reviewer:unapproved': changed(pullTopic, unapproved),
  'pr:reviewer:needs_work': changed(pullTopic, objected),
  'pr:reviewer:changes_requested': changed(pullTopic, objected),
  'pr:reviewer:updated': skipped(changed(pullTopic, { did: 'changed the reviewers of' })),
  'pr:modified': skipped(changed(pullTopic, { did: 'changed' })),
  'pr:from_ref_updated': skipped(changed(pullTopic, { did: 'pushed to' })),
  'pr:comment:added': commented(pullTopic),
  'pr:comment:edited': skipped(commented(pullTopic, 'changed a comment on')),
  'pr:comment:deleted': skipped(commented(pullTopic, 'deleted a comment on')),

  'diagnostics:ping': () => ({
    title: { where: '', label: 'The webhook of Bitbucket is connected' },
    color: 'good',
  }),
  'mirror:repo_synchronized': skipped(shownByName('mirror:repo_synchronized')),
  'repo:updated': skipped(shownByName('repo:updated')),
  'repo:modified': skipped(shownByName('repo:modified')),
}
