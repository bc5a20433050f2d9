import {
  at,
  closed,
  countAt,
  cut,
  entryOf,
  firstText,
  foundAt,
  hasObjects,
  hasTexts,
  isWebUrl,
  joined,
  list,
  listAt,
  type Meaning,
  open,
  phrase,
  prose,
  quote,
  type Report,
  type Table,
  type Text,
  textAt,
  update,
} from '../../kit.js'

/** What is known of all events of an issue. */
const OF_ISSUE = {
  name: (body) => titleOf(body, keyIn(body, '')),
  url: pageIn,
  incident: ['issue.id', 'issue.key'],
  deliveryId: 'deliveryId',
  at: 'timestamp',
} satisfies Partial<Report>

/** A description or a comment is shown as far. */
const LONGEST = 500

/** `TES-41`. */
function keyIn(body: unknown, unknown: string): string {
  return cut(textAt(body, 'issue.key') || unknown, 40)
}

/** What happened, and the summary behind a colon. */
function titleOf(body: unknown, happened: string): string {
  const summary = textAt(body, 'issue.fields.summary')
  return cut(phrase([happened, summary], ': ').replaceAll(/\s+/g, ' '), 180)
}

function personIn(user: unknown): string {
  return firstText(user, 'displayName', 'name')
}

/** `https://shop.example/jira/rest/api/2/issue/1` is part of `https://shop.example/jira`. */
function pageIn(body: unknown): string {
  const self = textAt(body, 'issue.self')
  const end = self.indexOf('/rest/')
  const key = textAt(body, 'issue.key')
  // The address of the gateway is for programs only.
  if (end === -1 || key === '' || self.startsWith('https://api.atlassian.com/')) return ''
  const server = self.slice(0, end)
  const page = encodeURIComponent(key.slice(0, 100).toWellFormed())
  return isWebUrl(server) ? `${server}/browse/${page}` : ''
}

export const ISSUE: Report = {
  ...OF_ISSUE,
  when: (body) => hasObjects(body, 'issue') && textAt(body, 'event').startsWith('issue.'),
  event: (body) => changeOf(body).event,
  meaning: changeOf,
  // `TES-41 reopened: Unit test summary`
  title: (body) => {
    const { word } = changeOf(body)
    return titleOf(body, phrase([keyIn(body, 'An issue'), word]))
  },
  text: (body) =>
    isNew(body) ? prose(cut(fieldIn(body, 'description'), LONGEST)) : changesOf(body),
  fields: (body) => {
    const user = personIn(at(body, 'user'))
    const isSent = changeOf(body).event === 'issue.sent'
    const assignee = changeOf(body).event === 'issue.assigned' ? '' : fieldIn(body, 'assignee')
    if (!isNew(body))
      return [
        ['By', user],
        ['Status', isSent ? fieldIn(body, 'status') : ''],
        ['Assigned to', assignee],
      ]
    return [
      ['Type', fieldIn(body, 'issuetype')],
      ['Priority', fieldIn(body, 'priority')],
      ['Assigned to', assignee],
      ['By', user || fieldIn(body, 'reporter')],
    ]
  },
}

function isNew(body: unknown): boolean {
  return textAt(body, 'event') === 'issue.created'
}

/** A field of an issue that is a text, or an object with a name. */
function fieldIn(body: unknown, name: string): string {
  const value = at(body, `issue.fields.${name}`)
  return textAt(value) || personIn(value)
}

const CATEGORIES: Table<(word: string) => Meaning> = {
  done: closed,
  indeterminate: (word) => update(word, 'warning'),
}

type Change = Meaning & { readonly event: string }

/** What happened to an issue; its word follows the name of the issue. */
function changeOf(body: unknown): Change {
  const event = textAt(body, 'event')
  if (isNew(body)) return { event, ...open('created', 'neutral') }
  if (event === 'issue.deleted') return { event, ...closed('deleted', 'neutral') }
  const status = changed(body, 'status')
  if (status !== undefined) return statusChange(body, status)
  const assignee = changed(body, 'assignee')
  if (assignee !== undefined) {
    const who = textAt(assignee, 'toString')
    const word = who === '' ? 'unassigned' : `assigned to ${cut(who, 60)}`
    return { event: 'issue.assigned', ...update(word) }
  }
  if (event === 'issue.updated') return { event, isSkipped: true, ...update('changed') }
  return { event: 'issue.sent', ...update('') }
}

/** What was changed of a field; undefined if nothing was. */
function changed(body: unknown, field: string): unknown {
  return foundAt(body, 'changelog.items', (item) => textAt(item, 'field') === field)[0]
}

function statusChange(body: unknown, status: unknown): Change {
  const now = textAt(status, 'toString') || textAt(body, 'issue.fields.status.name') || 'changed'
  const meaning =
    entryOf(CATEGORIES, textAt(body, 'issue.fields.status.statusCategory.key')) ?? update
  const resolution = changed(body, 'resolution')
  const isReopened = hasTexts(resolution, 'fromString') && !hasTexts(resolution, 'toString')
  if (isReopened && meaning !== closed) {
    return { event: 'issue.reopened', ...open('reopened', 'warning') }
  }
  return { event: 'issue.status', ...meaning(`is ${cut(now, 60)}`) }
}

/** What was changed, from what to what. */
function changesOf(body: unknown): Text {
  const items = listAt(body, 'changelog.items').map((item) => {
    const before = cut(textAt(item, 'fromString'), 100)
    const now = cut(textAt(item, 'toString'), 100) || 'none'
    return joined([textAt(item, 'field'), before === '' ? now : `${now} (was ${before})`], ': ')
  })
  return list(items, countAt(body, 'changelog.items'))
}

export const COMMENT: Report = {
  ...OF_ISSUE,
  when: (body) => textAt(body, 'event').startsWith('comment.'),
  event: (body) => textAt(body, 'event'),
  meaning: (body) => ({ isSkipped: !isNewComment(body), ...update('Comment') }),
  title: (body) => {
    const changer = at(body, 'user') ?? at(body, 'comment.updateAuthor')
    const author = isNewComment(body) ? at(body, 'comment.author') : changer
    const who = cut(personIn(author) || 'Somebody', 60)
    return titleOf(body, `${who} ${verbOf(body)} ${keyIn(body, 'an issue')}`)
  },
  text: (body) => {
    // What was deleted, or what not everybody may read, is not seen here.
    const isHidden = textAt(body, 'event') === 'comment.deleted' || limitIn(body) !== ''
    return isHidden ? '' : quote(prose(cut(textAt(body, 'comment.body'), LONGEST)))
  },
}

function isNewComment(body: unknown): boolean {
  return textAt(body, 'event') === 'comment.created'
}

const VERBS: Table<string> = {
  'comment.created': 'commented on',
  'comment.updated': 'changed a comment on',
  'comment.deleted': 'deleted a comment on',
}

/** `internal` or `restricted` where only some people may read a comment, else nothing. */
function limitIn(body: unknown): string {
  if (at(body, 'comment.jsdPublic') === false) return 'internal'
  return hasObjects(body, 'comment.visibility') ? 'restricted' : ''
}

function verbOf(body: unknown): string {
  const verb = entryOf(VERBS, textAt(body, 'event')) ?? 'wrote about'
  const kind = limitIn(body)
  if (kind === '') return verb
  const noun = `${kind === 'internal' ? 'an' : 'a'} ${kind} comment`
  return isNewComment(body) ? `wrote ${noun} on` : verb.replace('a comment', noun)
}

const TYPES: Table<string> = {
  issue_commented: 'comment.created',
  issue_comment_edited: 'comment.updated',
  issue_comment_deleted: 'comment.deleted',
}

/** Servers tell of comments as changes of the issue; null if it is none. */
export function commentEvent(event: string, body: unknown): string | null {
  const isBoth = hasObjects(body, 'issue', 'comment')
  if (event !== 'issue.updated' || !isBoth) return null
  if (countAt(body, 'changelog.items') > 0) return null
  const isFirst = textAt(body, 'comment.created') === textAt(body, 'comment.updated')
  const guessed = isFirst ? 'comment.created' : 'comment.updated'
  return entryOf(TYPES, textAt(body, 'issue_event_type_name')) ?? guessed
}
