import {
  at,
  branchAt,
  byWhom,
  capital,
  counted,
  deedOf,
  detailsOf,
  entryOf,
  firstOf,
  firstText,
  hasObjects,
  incidentOf,
  inWords,
  merging,
  numberAt,
  numbered,
  pageIn,
  personIn,
  type Place,
  rootUrl,
  shortId,
  SOMEBODY,
  type Table,
  type Teller,
  textAt,
  type Topic,
  topicNews,
  type TopicOf,
  unasked,
  words,
} from '../kit.js'

/** Where an event happened, and who did it. `page`: its own, instead of that of the repository. */
export function placeOf(body: unknown, page = ''): Place {
  const who = personAt(body, 'sender', 'pusher')
  return { where: whereOf(body), who, url: page || repositoryUrl(body) }
}

/** The repository of an event, or else its organization. */
export function whereOf(body: unknown): string {
  return firstText(
    body,
    'repository.full_name',
    'repository.name',
    'organization.login',
    'organization.username',
    'enterprise.slug',
  )
}

export function repositoryUrl(body: unknown): string {
  return rootUrl(body, 'repository.html_url', 'organization.html_url')
}

/** The first person that has a name. */
export function personAt(body: unknown, ...paths: readonly string[]): string {
  return firstOf(paths.map((path) => personIn(at(body, path))))
}

export const pullOf: TopicOf = (body) => topicOf(body, 'pull_request', 'pull request')

/** An issue; comments on pull requests name these as issues as well. */
export const issueOf: TopicOf = (body) => {
  const isPull = hasObjects(body, 'issue.pull_request')
  return topicOf(body, 'issue', isPull ? 'pull request' : 'issue')
}

export const discussionOf: TopicOf = (body) => topicOf(body, 'discussion', 'discussion')

const FOLDERS = { 'pull request': 'pull', issue: 'issues', discussion: 'discussions' } as const

function topicOf(body: unknown, member: string, kind: keyof typeof FOLDERS): Topic {
  const value = at(body, member)
  const place = placeOf(body)
  const { where } = place
  const number = textAt(value, 'number')
  const from = branchAt(value, 'head.ref', 'head.repo.full_name')
  const branches = merging(from, branchAt(value, 'base.ref', 'base.repo.full_name'))
  return {
    where,
    who: place.who || personAt(body, 'comment.user', `${member}.user`) || SOMEBODY,
    kind,
    label: numbered(number, textAt(value, 'title')),
    url: pageIn(value),
    incident: where && incidentOf(where, FOLDERS[kind], number),
    comment: at(body, 'comment'),
    ...detailsOf(value, branches, sizeOf(value)),
  }
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
const UNDONE: Table<string> = {
  not_planned: 'as not planned',
  duplicate: 'as a duplicate',
}

export const closedIssue: Teller = (body) => {
  const after = entryOf(UNDONE, textAt(body, 'issue.state_reason'))
  return after === undefined
    ? topicNews(issueOf(body), 'done')
    : topicNews({ ...issueOf(body), after }, 'closed')
}

/** What happened to it, or to a part of it such as a comment, in the words of the sender. Never shown unasked. */
export function changedSomehow(topicOf: TopicOf, part = ''): Teller {
  return (body) => {
    const { kind = '', ...topic } = topicOf(body)
    const action = inWords(textAt(body, 'action')) || 'changed'
    const isAboutSomebody = /assign|review/.test(action)
    const whom = isAboutSomebody ? personAt(body, 'requested_reviewer', 'assignee') : ''
    const about = whom || firstText(body, 'label.name', 'milestone.title')
    const by = byWhom(placeOf(body).who)
    const after = words(action, about && `(${about})`, by)
    return topicNews(
      { ...topic, who: '', label: topic.label || kind, after },
      unasked({ did: capital(words(part, kind)) }),
    )
  }
}

export const commitOf: TopicOf = (body) => {
  const label = shortId(textAt(body, 'comment.commit_id')) || 'without an id'
  return { ...placeOf(body), kind: 'commit', label, comment: at(body, 'comment') }
}

/** What reviewers say, in GitHub's and in Gitea's words. */
const VERDICTS: Table<string> = {
  approved: 'approved',
  changes_requested: 'requested changes in',
  rejected: 'requested changes in',
  dismissed: 'dismissed a review of',
}

export const reviewed: Teller = (body) => {
  const said = firstText(body, 'review.state', 'review.type').toLowerCase()
  const verdict = entryOf(VERDICTS, said.replace('pull_request_review_', '')) ?? 'commented on'
  const topic = { ...pullOf(body), comment: at(body, 'review') }
  return topicNews(topic, { ...deedOf(verdict), tells: 'comment' })
}
