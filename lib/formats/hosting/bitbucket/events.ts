import { quietly, type Teller } from '../news.js'
import { toldByName } from './other.js'
import { built, forked, pushed, refsChanged } from './refs.js'
import { issueTopic, pullTopic } from './incidents.js'
import { changed, commentedCommit, commented } from './topics.js'

const opened = { did: 'opened', state: 'open', tells: 'beginning' } as const
const merged = { did: 'merged', state: 'closed', color: 'good', tells: 'end' } as const
const declined = { did: 'declined', state: 'closed', tells: 'end' } as const
const approved = { did: 'approved', color: 'good' } as const
const unapproved = { did: 'no longer approves', color: 'warning' } as const
const objected = { did: 'requested changes in', color: 'warning' } as const

/** How each event is told: Cloud's names, then those of Data Center. */
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
  'pullrequest:comment_updated': quietly(commented(pullTopic, 'changed a comment on')),
  'pullrequest:comment_deleted': quietly(commented(pullTopic, 'deleted a comment on')),
  'pullrequest:comment_resolved': quietly(commented(pullTopic, 'resolved a comment on')),
  'pullrequest:comment_reopened': quietly(commented(pullTopic, 'reopened a comment on')),
  'pullrequest:updated': quietly(changed(pullTopic, { did: 'changed' })),
  'issue:created': changed(issueTopic, opened),
  'issue:comment_created': commented(issueTopic),
  'issue:updated': quietly(changed(issueTopic, { did: 'changed' })),

  'repo:refs_changed': refsChanged,
  'repo:forked': forked,
  'repo:comment:added': commentedCommit('commented on'),
  'repo:comment:edited': quietly(commentedCommit('changed a comment on')),
  'repo:comment:deleted': quietly(commentedCommit('deleted a comment on')),
  'pr:opened': changed(pullTopic, opened),
  'pr:merged': changed(pullTopic, merged),
  'pr:declined': changed(pullTopic, declined),
  'pr:deleted': changed(pullTopic, { ...declined, did: 'deleted' }),
  'pr:reopened': changed(pullTopic, { did: 'reopened', state: 'open' }),
  'pr:reviewer:approved': changed(pullTopic, approved),
  'pr:reviewer:unapproved': changed(pullTopic, unapproved),
  'pr:reviewer:needs_work': changed(pullTopic, objected),
  'pr:reviewer:changes_requested': changed(pullTopic, objected),
  'pr:reviewer:updated': quietly(changed(pullTopic, { did: 'changed the reviewers of' })),
  'pr:modified': quietly(changed(pullTopic, { did: 'changed' })),
  'pr:from_ref_updated': quietly(changed(pullTopic, { did: 'pushed to' })),
  'pr:comment:added': commented(pullTopic),
  'pr:comment:edited': quietly(commented(pullTopic, 'changed a comment on')),
  'pr:comment:deleted': quietly(commented(pullTopic, 'deleted a comment on')),

  'diagnostics:ping': () => ({
    title: { where: '', label: 'The webhook of Bitbucket is connected' },
    color: 'good',
  }),
  'mirror:repo_synchronized': quietly(toldByName('mirror:repo_synchronized')),
  'repo:updated': quietly(toldByName('repo:updated')),
  'repo:modified': quietly(toldByName('repo:modified')),
}
