import { at, numberAt, timeAt } from '../../json-members.js'
import { isObject } from '../../../model/json.js'
import { entryOf } from '../../own-entry.js'
import { APPROVED, CLOSED, DONE, OBJECTED } from '../changes.js'
import { firstText, firstTime } from '../first.js'
import { byWhom, capital, counted, spaced, type Teller, words } from '../news.js'
import { type Branch, merging, shortId } from '../refs.js'
import {
  type Change,
  COMMENTED,
  commentNews,
  incidentOf,
  numbered,
  openFor,
  type Topic,
  topicNews,
  type TopicOf,
} from '../topics.js'
import { personAt, placeOf } from './bodies.js'

export const pullOf: TopicOf = (body) => topicOf(body, 'pull_request', 'pull request')

/** An issue; comments on pull requests name these as issues as well. */
export const issueOf: TopicOf = (body) => {
  const isPull = isObject(at(body, 'issue', 'pull_request'))
  return topicOf(body, 'issue', isPull ? 'pull request' : 'issue')
}

export const discussionOf: TopicOf = (body) => topicOf(body, 'discussion', 'discussion')

const FOLDERS = { 'pull request': 'pull', issue: 'issues', discussion: 'discussions' } as const

function topicOf(body: unknown, member: string, kind: keyof typeof FOLDERS): Topic {
  const value = at(body, member)
  const place = placeOf(body)
  const { where } = place
  const number = firstText(value, 'number')
  const branches = merging(branchAt(value, 'head'), branchAt(value, 'base'))
  const end = firstTime(value, 'merged_at', 'closed_at')
  return {
    where,
    who: place.who || personAt(body, 'comment.user', `${member}.user`) || 'Somebody',
    kind,
    label: numbered(number, firstText(value, 'title')),
    url: firstText(value, 'html_url', 'url'),
    incident: where === '' ? '' : incidentOf(where, FOLDERS[kind], number),
    at: firstTime(value, 'updated_at', 'created_at'),
    beginning: { text: firstText(value, 'body'), facts: [branches, sizeOf(value)] },
    end: { facts: [branches, openFor(timeAt(value, 'created_at'), end)] },
  }
}

function branchAt(pull: unknown, end: 'head' | 'base'): Branch {
  const repository = firstText(pull, `${end}.repo.full_name`)
  return { name: firstText(pull, `${end}.ref`), repository }
}

/** `+10 −2 in 3 files`. */
function sizeOf(pull: unknown): string {
  const added = numberAt(pull, 'additions')
  const removed = numberAt(pull, 'deletions')
  const files = numberAt(pull, 'changed_files')
  if (added === null || removed === null || files === null || files === 0) return ''
  return `+${added} −${removed} in ${counted(files, 'file')}`
}

/** Why an issue is closed, where it is not done. */
const UNDONE: Readonly<Record<string, string>> = {
  not_planned: 'as not planned',
  duplicate: 'as a duplicate',
}

export const closedIssue: Teller = (body) => {
  const after = entryOf(UNDONE, firstText(body, 'issue.state_reason'))
  return after === undefined
    ? topicNews(issueOf(body), DONE)
    : topicNews({ ...issueOf(body), after }, CLOSED)
}

/** What happened to it, or to a part of it such as a comment, in the words of the sender. */
export function changedSomehow(topicOf: TopicOf, part = ''): Teller {
  return (body) => {
    const topic = topicOf(body)
    const action = spaced(firstText(body, 'action')) || 'changed'
    const isAboutSomebody = /assign|review/.test(action)
    const whom = isAboutSomebody ? personAt(body, 'requested_reviewer', 'assignee') : ''
    const about = whom || firstText(body, 'label.name', 'milestone.title')
    const by = byWhom(placeOf(body).who)
    const after = words(action, about === '' ? '' : `(${about})`, by)
    const did = capital(words(part, topic.kind))
    return topicNews({ ...topic, who: '', kind: '', label: topic.label || topic.kind, after }, { did })
  }
}

/** Something written about it. */
export function commented(topicOf: TopicOf): Teller {
  return (body) => {
    const topic = topicOf(body)
    return commentNews(topic, {
      url: firstText(body, 'comment.html_url', 'comment.url'),
      text: firstText(body, 'comment.body'),
      file: firstText(body, 'comment.path'),
      at: firstTime(body, 'comment.updated_at') ?? topic.at ?? null,
    })
  }
}

export const commitOf: TopicOf = (body) => {
  const label = shortId(firstText(body, 'comment.commit_id')) || 'without an id'
  return { ...placeOf(body), kind: 'commit', label, at: firstTime(body, 'comment.created_at') }
}

/** What reviewers say, in GitHub's and in Gitea's words. */
const VERDICTS: Readonly<Record<string, Change>> = {
  approved: APPROVED,
  changes_requested: OBJECTED,
  rejected: OBJECTED,
  dismissed: { did: 'dismissed a review of' },
}

export const reviewed: Teller = (body) => {
  const review = at(body, 'review')
  const said = firstText(review, 'state', 'type').toLowerCase()
  const verdict = entryOf(VERDICTS, said.replace('pull_request_review_', ''))
  const pull = pullOf(body)
  const written = {
    url: firstText(review, 'html_url'),
    text: firstText(review, 'body', 'content'),
    at: timeAt(review, 'submitted_at') ?? pull.at ?? null,
  }
  return commentNews(pull, written, verdict ?? COMMENTED)
}
