import {
  APPROVED,
  type Change,
  CHANGED,
  changes,
  CLOSED,
  COMMENT_CHANGED,
  COMMENT_DELETED,
  COMMENTED,
  FORKED,
  MERGED,
  namesIn,
  OBJECTED,
  OPENED,
  REOPENED,
  type Tellers,
  UNAPPROVED,
} from '../kit.js'
import { built, commitOf, forkOf, issueOf, pullOf, pushed, refsChanged } from './bodies.js'

const DECLINED: Change = { ...CLOSED, did: 'declined' }

/** How each event is told: Cloud's names, then those of Data Center. */
export const EVENTS: Tellers = {
  'repo:push': pushed,
  'repo:commit_status_created': built,
  'repo:commit_status_updated': built,
  ...changes(forkOf, { 'repo:fork': FORKED }),
  ...changes(commitOf, { 'repo:commit_comment_created': COMMENTED }),
  ...changes(pullOf, {
    'pullrequest:created': OPENED,
    'pullrequest:updated': CHANGED,
    'pullrequest:fulfilled': MERGED,
    'pullrequest:rejected': DECLINED,
    'pullrequest:approved': APPROVED,
    'pullrequest:unapproved': UNAPPROVED,
    'pullrequest:changes_request_created': OBJECTED,
    'pullrequest:changes_request_removed': { did: 'no longer wants changes in' },
    'pullrequest:comment_created': COMMENTED,
    'pullrequest:comment_updated': COMMENT_CHANGED,
    'pullrequest:comment_deleted': COMMENT_DELETED,
    'pullrequest:comment_resolved': { ...COMMENT_CHANGED, did: 'resolved a comment on' },
    'pullrequest:comment_reopened': { ...COMMENT_CHANGED, did: 'reopened a comment on' },
  }),
  ...changes(issueOf, {
    'issue:created': OPENED,
    'issue:updated': CHANGED,
    'issue:comment_created': COMMENTED,
  }),

  'repo:refs_changed': refsChanged,
  ...changes(forkOf, { 'repo:forked': FORKED }),
  ...changes(commitOf, {
    'repo:comment:added': COMMENTED,
    'repo:comment:edited': COMMENT_CHANGED,
    'repo:comment:deleted': COMMENT_DELETED,
  }),
  ...changes(pullOf, {
    'pr:opened': OPENED,
    'pr:modified': CHANGED,
    'pr:from_ref_updated': { ...CHANGED, did: 'pushed to' },
    'pr:merged': MERGED,
    'pr:declined': DECLINED,
    'pr:deleted': { ...CLOSED, did: 'deleted' },
    'pr:reopened': REOPENED,
    'pr:reviewer:approved': APPROVED,
    'pr:reviewer:unapproved': UNAPPROVED,
    'pr:reviewer:needs_work': OBJECTED,
    'pr:reviewer:changes_requested': OBJECTED,
    'pr:reviewer:updated': { ...CHANGED, did: 'changed the reviewers of' },
    'pr:comment:added': COMMENTED,
    'pr:comment:edited': COMMENT_CHANGED,
    'pr:comment:deleted': COMMENT_DELETED,
  }),

  'diagnostics:ping': () => ({
    title: { where: '', label: 'The webhook of Bitbucket is connected' },
    color: 'good',
    isTest: true,
  }),
}

/** Events without words of their own that nobody wants in a channel unasked. */
export const UNWANTED = namesIn('mirror:repo_synchronized repo:updated repo:modified')
