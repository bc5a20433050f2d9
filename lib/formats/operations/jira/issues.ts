import type { Card, Color } from '../../drafts/draft.js'
import { joined, list, prose, quote, type Text } from '../../drafts/pieces.js'
import { factsOf } from '../../event-facts.js'
import type { FormatReading } from '../../format.js'
import { at, countAt, foundAt, listAt, textAt } from '../../json-members.js'
import { entryOf } from '../../own-entry.js'
import { isWebUrl } from '../../../text/links.js'
import { isObject } from '../../../model/json.js'
import { cut, fieldsOf, linked, type State } from '../event.js'

/** A request, taken apart. */
export interface JiraEvent {
  readonly name: string
  readonly body: unknown
  readonly issue: unknown
  readonly deliveryId: string
  readonly at: number | null
}

const LONGEST = 500

/** What happened to an issue, as its title says it. */
interface Change {
  readonly event: string
  readonly words: string
  readonly state: State
  readonly color: Color
  readonly isSkipped?: true
}

export function readIssueEvent(event: JiraEvent): FormatReading {
  const comment = commentEvent(event)
  if (comment !== null) return readCommentEvent(event, comment)
  const change = changeOf(event)
  const { issue, body } = event
  const isNew = change.event === 'issue.created'
  const field = (name: string): string => textIn(at(issue, 'fields'), name)
  const card: Card = {
    color: change.color,
    text: isNew ? prose(cut(field('description'), LONGEST)) : changesOf(body),
    fields: isNew
      ? fieldsOf(
          ['Type', field('issuetype')],
          ['Priority', field('priority')],
          ['Assigned to', field('assignee')],
          ['By', person(at(body, 'user')) || field('reporter')],
        )
      : fieldsOf(
          ['By', person(at(body, 'user'))],
          ['Assigned to', change.event === 'issue.assigned' ? '' : field('assignee')],
        ),
  }
  return shown(event, change, titleOf(issue, change.words), card)
}

function shown(event: JiraEvent, change: Change, title: Text, card: Card): FormatReading {
  const { issue, deliveryId, at: when } = event
  const incident = textAt(issue, 'id') || textAt(issue, 'key')
  return {
    kind: 'message',
    draft: { title, cards: [card] },
    event: factsOf(change.event, { incident, state: change.state, deliveryId, at: when }),
    ...(change.isSkipped ? { isSkipped: true } : {}),
  }
}

/** `TES-41 reopened: Unit test summary`, linked. */
function titleOf(issue: unknown, words: string): Text {
  const key = textAt(issue, 'key') || 'An issue'
  const summary = textAt(issue, 'fields', 'summary')
  const label = `${cut(key, 40)}${words === '' ? '' : ` ${words}`}${summary === '' ? '' : `: ${summary}`}`
  return linked(pageOf(issue), cut(label.replaceAll(/\s+/g, ' '), 180))
}

const CATEGORIES: Readonly<Record<string, readonly [State, Color]>> = {
  done: ['closed', 'good'],
  indeterminate: ['update', 'warning'],
  new: ['update', 'neutral'],
}

function changeOf({ name, body, issue }: JiraEvent): Change {
  if (name === 'issue.created') {
    return { event: name, words: 'created', state: 'open', color: 'neutral' }
  }
  if (name === 'issue.deleted') {
    return { event: name, words: 'deleted', state: 'closed', color: 'neutral' }
  }
  const changed = (field: string): unknown =>
    foundAt(body, ['changelog', 'items'], (item) => textAt(item, 'field') === field)[0]
  const status = changed('status')
  if (status !== undefined) return statusChange(issue, status, changed('resolution'))
  const assignee = changed('assignee')
  if (assignee !== undefined) {
    const who = textAt(assignee, 'toString')
    const words = who === '' ? 'unassigned' : `assigned to ${cut(who, 60)}`
    return { event: 'issue.assigned', words, state: 'update', color: 'neutral' }
  }
  const event = name === 'issue.updated' ? name : 'issue.sent'
  const words = event === 'issue.updated' ? 'changed' : ''
  const change: Change = { event, words, state: 'update', color: 'neutral' }
  return name === 'issue.updated' ? { ...change, isSkipped: true } : change
}

function statusChange(issue: unknown, status: unknown, resolution: unknown): Change {
  const now = textAt(status, 'toString') || textAt(issue, 'fields', 'status', 'name') || 'changed'
  const category = textAt(issue, 'fields', 'status', 'statusCategory', 'key')
  const known = entryOf(CATEGORIES, category)
  const [state, color] = known ?? ['update' as const, 'neutral' as const]
  const isReopened =
    resolution !== undefined &&
    textAt(resolution, 'fromString') !== '' &&
    textAt(resolution, 'toString') === ''
  if (isReopened && state !== 'closed') {
    return { event: 'issue.reopened', words: 'reopened', state: 'open', color: 'warning' }
  }
  return { event: 'issue.status', words: `is ${cut(now, 60)}`, state, color }
}

/** What was changed, from what to what. */
function changesOf(body: unknown): Text {
  const items = listAt(body, 'changelog', 'items')
  const lines = items.map((item) => {
    const before = cut(textAt(item, 'fromString'), 100)
    const now = cut(textAt(item, 'toString'), 100)
    const was = before === '' ? '' : ` (was ${before})`
    return joined([textAt(item, 'field'), `${now || 'none'}${was}`], ': ')
  })
  return list(lines, countAt(body, 'changelog', 'items'))
}

/** Servers tell of comments as changes of the issue. */
function commentEvent({ name, body }: JiraEvent): string | null {
  if (name !== 'issue.updated' || !isObject(at(body, 'comment'))) return null
  if (countAt(body, 'changelog', 'items') > 0) return null
  const type = textAt(body, 'issue_event_type_name')
  if (type === 'issue_commented') return 'comment.created'
  if (type === 'issue_comment_edited') return 'comment.updated'
  if (type === 'issue_comment_deleted') return 'comment.deleted'
  const isFirst = textAt(body, 'comment', 'created') === textAt(body, 'comment', 'updated')
  return isFirst ? 'comment.created' : 'comment.updated'
}

const VERBS: Readonly<Record<string, string>> = {
  'comment.created': 'commented on',
  'comment.updated': 'changed a comment on',
  'comment.deleted': 'deleted a comment on',
}

/** `internal` or `restricted` where only some people may read a comment, else nothing. */
function limitOf(comment: unknown): string {
  if (at(comment, 'jsdPublic') === false) return 'internal'
  return isObject(at(comment, 'visibility')) ? 'restricted' : ''
}

function verbOf(name: string, kind: string): string {
  const verb = entryOf(VERBS, name) ?? 'wrote about'
  if (kind === '') return verb
  const article = kind === 'internal' ? 'an' : 'a'
  const noun = `${article} ${kind} comment`
  return name === 'comment.created' ? `wrote ${noun} on` : verb.replace('a comment', noun)
}

export function readCommentEvent(event: JiraEvent, name: string): FormatReading {
  const { body, issue } = event
  const isNew = name === 'comment.created'
  const comment = at(body, 'comment')
  const kind = limitOf(comment)
  const verb = verbOf(name, kind)
  const author = isNew ? at(comment, 'author') : (at(body, 'user') ?? at(comment, 'updateAuthor'))
  const who = cut(person(author) || 'Somebody', 60)
  const summary = textAt(issue, 'fields', 'summary')
  const key = cut(textAt(issue, 'key') || 'an issue', 40)
  const label = `${who} ${verb} ${key}${summary === '' ? '' : `: ${summary}`}`
  // What was deleted, or what not everybody may read, is not seen here.
  const isHidden = name === 'comment.deleted' || kind !== ''
  const text = isHidden ? '' : textAt(comment, 'body')
  const change: Change = {
    event: name,
    words: '',
    state: 'update',
    color: 'neutral',
    ...(isNew ? {} : { isSkipped: true }),
  }
  const title = linked(pageOf(issue), cut(label.replaceAll(/\s+/g, ' '), 180))
  const said = text === '' ? '' : quote(prose(cut(text, LONGEST)))
  return shown(event, change, title, { color: 'neutral', text: said })
}

/** A member that is a text, or an object with a name. */
function textIn(fields: unknown, name: string): string {
  const value = at(fields, name)
  return textAt(value) || textAt(value, 'displayName') || textAt(value, 'name')
}

export function person(user: unknown): string {
  return textAt(user, 'displayName') || textAt(user, 'name')
}

/** `https://shop.example/jira/rest/api/2/issue/1` is part of `https://shop.example/jira`. */
function pageOf(issue: unknown): string {
  const self = textAt(issue, 'self')
  const end = self.indexOf('/rest/')
  const key = textAt(issue, 'key')
  // The address of the gateway is for programs only.
  if (end === -1 || key === '' || self.startsWith('https://api.atlassian.com/')) return ''
  const server = self.slice(0, end)
  if (!isWebUrl(server)) return ''
  return `${server}/browse/${encodeURIComponent(key.slice(0, 100).toWellFormed())}`
}
