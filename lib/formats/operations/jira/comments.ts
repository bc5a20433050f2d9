import {
  at,
  countAt,
  cut,
  entryOf,
  hasObjects,
  prose,
  quote,
  type Report,
  type Table,
  textAt,
  update,
} from '../../kit.js'
import { keyIn, LONGEST, OF_ISSUE, personIn, titleOf } from './issues.js'

export const COMMENT: Report = {
  ...OF_ISSUE,
  when: (body) => textAt(body, 'event').startsWith('comment.'),
  event: (body) => textAt(body, 'event'),
  meaning: (body) => ({ isSkipped: !isNew(body), ...update('Comment') }),
  title: (body) => {
    const changer = at(body, 'user') ?? at(body, 'comment.updateAuthor')
    const author = isNew(body) ? at(body, 'comment.author') : changer
    const who = cut(personIn(author) || 'Somebody', 60)
    return titleOf(body, `${who} ${verbOf(body)} ${keyIn(body, 'an issue')}`)
  },
  text: (body) => {
    // What was deleted, or what not everybody may read, is not seen here.
    const isHidden = textAt(body, 'event') === 'comment.deleted' || limitIn(body) !== ''
    return isHidden ? '' : quote(prose(cut(textAt(body, 'comment.body'), LONGEST)))
  },
}

function isNew(body: unknown): boolean {
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
  return isNew(body) ? `wrote ${noun} on` : verb.replace('a comment', noun)
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
