import { at, numberAt, timeAt } from '../../json-members.js'
import { firstText } from '../first.js'
import type { Teller } from '../news.js'
import { type Branch, merging, shortId } from '../refs.js'
import {
  commentNews,
  incidentOf,
  numbered,
  openFor,
  type Topic,
  type TopicOf,
} from '../topics.js'
import { nameOf, placeOf, pullIn, urlOf } from './bodies.js'

export const pullOf: TopicOf = (body) => topicOf(body, pullIn(body), 'pull request')

export const issueOf: TopicOf = (body) => topicOf(body, at(body, 'issue'), 'issue')

const FOLDERS = { 'pull request': 'pull', issue: 'issues' } as const

function topicOf(body: unknown, value: unknown, kind: keyof typeof FOLDERS): Topic {
  const place = placeOf(body, urlOf(value))
  const id = firstText(value, 'id')
  const branches = merging(branchIn(value, 'source', 'fromRef'), branchIn(value, 'destination', 'toRef'))
  const start = timeAt(value, 'created_on') ?? numberAt(value, 'createdDate')
  const end = numberAt(value, 'closedDate') ?? updatedAt(value)
  const isDeclined = firstText(value, 'state') === 'DECLINED'
  return {
    ...place,
    who: place.who || 'Somebody',
    kind,
    label: numbered(id, firstText(value, 'title')),
    incident: incidentOf(place.where, FOLDERS[kind], id),
    at: updatedAt(value),
    beginning: {
      text: firstText(value, 'description', 'content.raw', 'summary.raw'),
      facts: [branches],
    },
    end: {
      text: isDeclined ? firstText(value, 'reason') : '',
      facts: [branches, openFor(start, end)],
    },
  }
}

function updatedAt(value: unknown): number | null {
  return timeAt(value, 'updated_on') ?? numberAt(value, 'updatedDate')
}

/** Of Cloud, or else of Data Center. */
function branchIn(pull: unknown, ...names: readonly string[]): Branch {
  const end = names.map((name) => at(pull, name)).find((member) => member !== undefined)
  return { name: firstText(end, 'branch.name', 'displayId'), repository: nameOf(at(end, 'repository')) }
}

export function commented(topicOf: TopicOf, did = 'commented on'): Teller {
  return (body) => {
    const comment = at(body, 'comment')
    const written = {
      url: urlOf(comment),
      text: firstText(comment, 'content.raw', 'text'),
      file: firstText(comment, 'inline.path', 'anchor.path'),
      at: updatedAt(comment),
    }
    return commentNews(topicOf(body), written, { did })
  }
}

export const commitOf: TopicOf = (body) => ({
  ...placeOf(body, urlOf(at(body, 'commit'))),
  kind: 'commit',
  label: shortId(firstText(body, 'commit.hash', 'commit')) || 'without an id',
})
