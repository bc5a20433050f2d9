import { isObject } from '../../../model/json.js'
import { at, timeAt } from '../../json-members.js'
import { firstText, firstTime } from '../first.js'
import { spaced, type Teller, words } from '../news.js'
import { type Branch, merging, shortId } from '../refs.js'
import {
  commentNews,
  incidentOf,
  numbered,
  openFor,
  type Topic,
  type TopicOf,
} from '../topics.js'
import { pageOf, pathOf, placeOf } from './bodies.js'

type Kind = 'merge_request' | 'issue' | 'work_item'

const FOLDERS = { merge_request: 'merge_requests', issue: 'issues', work_item: '' } as const

function topicOf(body: unknown, value: unknown, kind: Kind): Topic {
  const number = firstText(value, 'iid')
  const mark = kind === 'merge_request' ? '!' : '#'
  const branches = merging(branchAt(value, 'source'), branchAt(value, 'target'))
  const end = firstTime(value, 'closed_at', 'updated_at')
  return {
    ...placeOf(body, firstText(value, 'url', 'web_url') || pageOf(body, FOLDERS[kind], number)),
    kind: spaced(kind),
    label: numbered(number, firstText(value, 'title'), mark),
    incident: incidentOf(pathOf(body), kind, number || firstText(value, 'id')),
    at: firstTime(value, 'updated_at', 'created_at'),
    beginning: { text: firstText(value, 'description'), facts: [branches] },
    end: { facts: [branches, openFor(timeAt(value, 'created_at'), end)] },
  }
}

function branchAt(value: unknown, end: 'source' | 'target'): Branch {
  const repository = firstText(value, `${end}.path_with_namespace`)
  return { name: firstText(value, `${end}_branch`), repository }
}

/** The merge request, issue or work item of an event. */
function subject(kind: Kind): TopicOf {
  return (body) => {
    const value = at(body, 'object_attributes')
    const topic = topicOf(body, value, kind)
    // Issues have types of their own: incidents, tasks.
    const type = kind === 'merge_request' ? '' : firstText(value, 'type', 'work_item_type')
    const noun = /^\w[\w ]{2,20}$/.test(type) ? spaced(type).toLowerCase() : topic.kind
    const named = topic.label === '' ? { kind: 'a', label: noun } : { kind: noun }
    return { ...topic, ...named, who: topic.who || 'Somebody' }
  }
}

export const mergeRequestOf = subject('merge_request')
export const issueOf = subject('issue')
export const workItemOf = subject('work_item')

const NOTED = ['merge_request', 'issue', 'work_item'] as const

/** A comment on anything. */
export const noted: Teller = (body) => {
  const note = at(body, 'object_attributes')
  const topic = notedOf(body)
  return commentNews(
    { ...topic, label: topic.label || 'without a title' },
    {
      url: firstText(note, 'url'),
      text: firstText(note, 'note', 'description'),
      file: firstText(note, 'position.new_path', 'st_diff.new_path'),
      at: firstTime(note, 'updated_at', 'created_at'),
    },
  )
}

function notedOf(body: unknown): Topic {
  const kind = NOTED.find((name) => isObject(at(body, name)))
  if (kind) return topicOf(body, at(body, kind), kind)
  return { ...placeOf(body), kind: notedNoun(body), label: notedLabel(body) }
}

function notedNoun(body: unknown): string {
  const noun = ['commit', 'snippet'].find((name) => isObject(at(body, name)))
  return noun ?? spaced(firstText(body, 'object_attributes.noteable_type')).toLowerCase()
}

function notedLabel(body: unknown): string {
  const id = firstText(body, 'commit.id', 'object_attributes.commit_id')
  if (id === '') return firstText(body, 'snippet.title')
  const [first = ''] = firstText(body, 'commit.message').split('\n', 1)
  return words(shortId(id), firstText(body, 'commit.title') || first)
}
