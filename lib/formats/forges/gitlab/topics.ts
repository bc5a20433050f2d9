import { at, textAt, timeAt } from '../../json-members.js'
import { isObject } from '../../../model/json.js'
import { shortId } from '../commits.js'
import { excerpt } from '../excerpt.js'
import {
  type Branch,
  inFile,
  merging,
  spaced,
  type Teller,
  type TopicChange,
  words,
} from '../news.js'
import { openFor } from '../times.js'
import { projectUrl, topicOf, whereOf, whoOf } from './bodies.js'

const NOUNS: Readonly<Record<string, string>> = {
  merge_request: 'merge request',
  issue: 'issue',
  work_item: 'work item',
}

/** A change of a merge request or an issue. */
export function changed(kind: string, change: TopicChange): Teller {
  return (body) => {
    const topic = topicOf(body, at(body, 'object_attributes'), kind)
    const { did, state = 'update', color = 'neutral', tells } = change
    const noun = nounOf(kind, topic.value)
    return {
      title: {
        where: whereOf(body),
        before: words(whoOf(body) || 'Somebody', did, topic.label === '' ? 'a' : noun),
        label: topic.label || noun,
        url: topic.url,
      },
      text: tells === 'beginning' ? excerpt(textAt(topic.value, 'description')) : '',
      facts: tells === undefined ? [] : [branchesOf(topic.value), ageOf(topic.value, change)],
      color,
      state,
      incident: topic.incident,
      at: topic.at,
    }
  }
}

/** Issues have types of their own: incidents, tasks. */
function nounOf(kind: string, value: unknown): string {
  const type = textAt(value, 'type') || textAt(value, 'work_item_type')
  if (kind !== 'merge_request' && /^\w[\w ]{2,20}$/.test(type)) return spaced(type).toLowerCase()
  return NOUNS[kind] ?? spaced(kind)
}

function branchesOf(value: unknown): string {
  return merging(branchAt(value, 'source'), branchAt(value, 'target'))
}

function branchAt(value: unknown, end: 'source' | 'target'): Branch {
  const repository = textAt(value, end, 'path_with_namespace')
  return { name: textAt(value, `${end}_branch`), repository }
}

function ageOf(value: unknown, { state }: TopicChange): string {
  if (state !== 'closed') return ''
  const end = timeAt(value, 'closed_at') ?? timeAt(value, 'updated_at')
  return openFor(timeAt(value, 'created_at'), end)
}

const NOTED: readonly (readonly [member: string, kind: string])[] = [
  ['merge_request', 'merge_request'],
  ['issue', 'issue'],
  ['work_item', 'work_item'],
]

/** A comment on anything. */
export const noted: Teller = (body) => {
  const note = at(body, 'object_attributes')
  const found = NOTED.find(([member]) => isObject(at(body, member)))
  const topic = found ? topicOf(body, at(body, found[0]), found[1]) : null
  const noun = found ? (NOUNS[found[1]] ?? '') : notedNoun(body)
  return {
    title: {
      where: whereOf(body),
      before: words(whoOf(body), 'commented on', noun),
      label: (topic ? topic.label : notedLabel(body)) || 'without a title',
      url: textAt(note, 'url') || topic?.url || projectUrl(body),
    },
    text: excerpt(textAt(note, 'note') || textAt(note, 'description')),
    facts: [inFile(textAt(note, 'position', 'new_path') || textAt(note, 'st_diff', 'new_path'))],
    ...(topic ? { incident: topic.incident, state: 'update' as const } : {}),
    at: timeAt(note, 'updated_at') ?? timeAt(note, 'created_at'),
  }
}

function notedNoun(body: unknown): string {
  if (isObject(at(body, 'commit'))) return 'commit'
  if (isObject(at(body, 'snippet'))) return 'snippet'
  return spaced(textAt(body, 'object_attributes', 'noteable_type')).toLowerCase()
}

function notedLabel(body: unknown): string {
  const id = textAt(body, 'commit', 'id') || textAt(body, 'object_attributes', 'commit_id')
  if (id === '') return textAt(body, 'snippet', 'title')
  const [first = ''] = textAt(body, 'commit', 'message').split('\n', 1)
  return words(shortId(id), textAt(body, 'commit', 'title') || first)
}
