import type { Color } from '../../drafts/draft.js'
import { textAt, timeAt } from '../../json-members.js'
import { entryOf } from '../../own-entry.js'
import { excerpt } from '../excerpt.js'
import type { Teller } from '../news.js'
import { pullOf } from './bodies.js'
import { titleOf } from './topics.js'

interface Verdict {
  readonly did: string
  readonly color: Color
}

const COMMENTED: Verdict = { did: 'commented on', color: 'neutral' }

/** What reviewers say, by GitHub's and by Gitea's name of it. */
const VERDICTS: Readonly<Record<string, Verdict>> = {
  approved: { did: 'approved', color: 'good' },
  changes_requested: { did: 'requested changes in', color: 'warning' },
  commented: COMMENTED,
  dismissed: { did: 'dismissed a review of', color: 'neutral' },
  pull_request_review_approved: { did: 'approved', color: 'good' },
  pull_request_review_rejected: { did: 'requested changes in', color: 'warning' },
  pull_request_review_comment: COMMENTED,
}

export const reviewed: Teller = (body) => {
  const topic = pullOf(body)
  const said = textAt(body, 'review', 'state').toLowerCase() || textAt(body, 'review', 'type')
  const verdict = entryOf(VERDICTS, said)
  const { did, color } = verdict ?? COMMENTED
  const url = textAt(body, 'review', 'html_url') || topic.url
  return {
    title: titleOf(body, { ...topic, url }, did),
    text: excerpt(textAt(body, 'review', 'body') || textAt(body, 'review', 'content')),
    color,
    incident: topic.incident,
    state: 'update',
    at: timeAt(body, 'review', 'submitted_at') ?? topic.at,
  }
}
