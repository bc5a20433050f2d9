import { FILES_NOT_KEPT } from '../../native/body/fields.js'
import {
  at,
  type Color,
  countAt,
  type Draft,
  entryOf,
  firstText,
  type Format,
  hasStrings,
  markdown,
  prose,
  refused,
  type Table,
  textAt,
  valueOf,
} from '../kit.js'
import { chatMessage } from './chat.js'

const COLORS: Table<Color> = { success: 'good', warning: 'warning', failure: 'bad' }

/** What holds the text: of `json://` and `form://`, and of Apprise's own API. */
const TEXTS = ['message', 'body']

/** `json://` and `form://` of Apprise, which sends for many other programs. */
export const apprise: Format = {
  name: 'apprise',
  title: 'Apprise',
  looksLike: isMessage,
  advice: 'use mmost:// or slack:// instead of json://',
  detect: ({ body }) => {
    const value = valueOf(body)
    return isMessage(value) && hasStrings(value, 'version', 'type') ? 'body' : null
  },
  read: ({ body }) => {
    const value = valueOf(body)
    const title = textAt(value, 'title')
    const message = firstText(value, ...TEXTS)
    const isWithout = TEXTS.every((name) => at(value, name) === undefined)
    if (isWithout || (title === '' && message === '')) return refused('message')
    // Apprise tells nobody what its body is written in, so only who adds the member has said it.
    const text =
      textAt(value, 'format') === 'markdown' ? markdown(message) : prose(message, Infinity)
    const type = textAt(value, 'type')
    const color = entryOf(COLORS, type)
    const isWithFiles = countAt(value, 'attachments') > 0
    const draft: Draft = {
      title: prose(title, Infinity),
      ...(color ? { cards: [{ color, text }] } : { text }),
      losses: isWithFiles ? [{ path: 'attachments', reason: FILES_NOT_KEPT }] : [],
    }
    return { ...chatMessage(draft, value), event: { event: type || 'info' } }
  },
}

function isMessage(body: unknown): boolean {
  return at(body, 'version') !== undefined && hasStrings(body, 'title', 'message')
}
