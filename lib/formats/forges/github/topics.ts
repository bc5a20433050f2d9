import { openFor } from '../times.js'
import { at, textAt, timeAt } from '../../json-members.js'
import { entryOf } from '../../own-entry.js'
import { excerpt } from '../excerpt.js'
import {
  byWhom,
  capital,
  inFile,
  type News,
  spaced,
  type Teller,
  type TopicChange,
  words,
} from '../news.js'
import { branchesOf, issueOf, personOf, sizeOf, type Topic, whereOf, whoOf } from './bodies.js'

/** A change of a pull request, an issue or a discussion. */
export function changed(topicOf: (body: unknown) => Topic, change: TopicChange): Teller {
  return (body) => {
    const topic = topicOf(body)
    const { did, color = 'neutral', state = 'update', tells } = change
    const { value, kind } = topic
    const news = {
      title: titleOf(body, topic, did),
      incident: topic.incident,
      state,
      at: topic.at,
      color,
    }
    if (tells === 'beginning') {
      const facts = kind === 'pull request' ? [branchesOf(value), sizeOf(value)] : []
      return { ...news, text: excerpt(textAt(value, 'body')), facts }
    }
    if (tells === 'end') {
      const facts = [kind === 'pull request' ? branchesOf(value) : '', ageOf(value)]
      return { ...news, facts }
    }
    return news
  }
}

/** Why an issue is closed, where it is not done. */
const UNDONE: Readonly<Record<string, string>> = {
  not_planned: 'as not planned',
  duplicate: 'as a duplicate',
}

export const closedIssue: Teller = (body) => {
  const end = { did: 'closed', state: 'closed', color: 'good', tells: 'end' } as const
  const news = changed(issueOf, end)(body)
  const after = entryOf(UNDONE, textAt(body, 'issue', 'state_reason'))
  if (after === undefined) return news
  return { ...news, title: { ...news.title, after }, color: 'neutral' }
}

/** What happened to it, or to a part of it such as a comment, in the words of the sender. */
export function changedSomehow(topicOf: (body: unknown) => Topic, part = ''): Teller {
  return (body) => {
    const topic = topicOf(body)
    const action = spaced(textAt(body, 'action')) || 'changed'
    const whom = personOf(body, 'requested_reviewer') || personOf(body, 'assignee')
    const what = textAt(body, 'label', 'name') || textAt(body, 'milestone', 'title')
    const about = whom === '' ? what : /assign|review/.test(action) ? whom : what
    return {
      title: {
        where: whereOf(body),
        before: capital(words(part, topic.kind)),
        label: topic.label,
        url: topic.url,
        after: words(action, about === '' ? '' : `(${about})`, byWhom(whoOf(body))),
      },
      incident: topic.incident,
      state: 'update',
      at: topic.at,
    }
  }
}

/** Something written about it. */
export function commented(topicOf: (body: unknown) => Topic, did: string): Teller {
  return (body) => {
    const topic = topicOf(body)
    const comment = at(body, 'comment')
    const url = textAt(comment, 'html_url') || textAt(comment, 'url') || topic.url
    const file = textAt(comment, 'path')
    return {
      title: titleOf(body, { ...topic, url }, did),
      text: excerpt(textAt(comment, 'body')),
      facts: [inFile(file)],
      incident: topic.incident,
      state: 'update',
      at: timeAt(comment, 'updated_at') ?? topic.at,
    }
  }
}

export function titleOf(body: unknown, topic: Topic, did: string): News['title'] {
  const what = topic.label === topic.kind ? '' : topic.kind
  const who = whoOf(body) || personOf(body, 'comment', 'user') || personOf(topic.value, 'user')
  const before = words(who || 'Somebody', did, what)
  return { where: whereOf(body), before, label: topic.label, url: topic.url }
}

function ageOf(value: unknown): string {
  const end = timeAt(value, 'merged_at') ?? timeAt(value, 'closed_at')
  return openFor(timeAt(value, 'created_at'), end)
}
