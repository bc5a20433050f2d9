import { at, numberAt, textAt, timeAt } from '../../json-members.js'
import { shortId } from '../commits.js'
import { excerpt } from '../excerpt.js'
import { inFile, type Teller, type TopicChange, words } from '../news.js'
import { openFor } from '../times.js'
import { branchesOf, repositoryOf, type Topic, urlOf, whereOf, whoOf } from './bodies.js'

/** A change of a pull request or an issue. */
export function changed(topicOf: (body: unknown) => Topic, change: TopicChange): Teller {
  return (body) => {
    const topic = topicOf(body)
    const { did, state = 'update', color = 'neutral', tells } = change
    const { value } = topic
    const text =
      textAt(value, 'description') ||
      textAt(value, 'content', 'raw') ||
      textAt(value, 'summary', 'raw')
    return {
      title: titleOf(body, topic, did),
      text: excerpt(tells === 'beginning' ? text : tells === 'end' ? reasonOf(value) : ''),
      facts: tells === undefined ? [] : [branchesOf(value), tells === 'end' ? ageOf(value) : ''],
      color,
      state,
      incident: topic.incident,
      at: topic.at,
    }
  }
}

/** Why it was declined. */
function reasonOf(value: unknown): string {
  return textAt(value, 'state') === 'DECLINED' ? textAt(value, 'reason') : ''
}

export function commented(topicOf: (body: unknown) => Topic, did = 'commented on'): Teller {
  return (body) => {
    const comment = at(body, 'comment')
    const topic = topicOf(body)
    return {
      title: titleOf(body, { ...topic, url: urlOf(comment) || topic.url }, did),
      text: excerpt(commentText(comment)),
      facts: [inFile(textAt(comment, 'inline', 'path') || textAt(comment, 'anchor', 'path'))],
      state: 'update',
      incident: topic.incident,
      at: timeAt(comment, 'updated_on') ?? numberAt(comment, 'updatedDate'),
    }
  }
}

export function commentedCommit(did: string): Teller {
  return (body) => {
    const comment = at(body, 'comment')
    const id = textAt(body, 'commit', 'hash') || textAt(body, 'commit')
    return {
      title: {
        where: whereOf(body),
        before: words(whoOf(body), did, 'commit'),
        label: shortId(id) || 'without an id',
        url: urlOf(comment) || urlOf(at(body, 'commit')) || urlOf(repositoryOf(body)),
      },
      text: excerpt(commentText(comment)),
      at: timeAt(comment, 'updated_on') ?? numberAt(comment, 'updatedDate'),
    }
  }
}

function commentText(comment: unknown): string {
  return textAt(comment, 'content', 'raw') || textAt(comment, 'text')
}

function titleOf(body: unknown, topic: Topic, did: string): ReturnType<Teller>['title'] {
  const noun = topic.label === topic.kind ? '' : topic.kind
  const before = words(whoOf(body) || 'Somebody', did, noun)
  return { where: whereOf(body), before, label: topic.label, url: topic.url }
}

function ageOf(value: unknown): string {
  const start = timeAt(value, 'created_on') ?? numberAt(value, 'createdDate')
  const end =
    numberAt(value, 'closedDate') ?? timeAt(value, 'updated_on') ?? numberAt(value, 'updatedDate')
  return openFor(start, end)
}
