import type { Color, Draft } from '../drafts/draft.js'
import { markdown, prose } from '../drafts/pieces.js'
import { valueOf } from '../body-value.js'
import { FILES_NOT_KEPT } from '../../native/body/fields.js'
import type { Format } from '../format.js'
import { at, countAt, textAt } from '../json-members.js'
import { entryOf } from '../own-entry.js'

const COLORS: Readonly<Partial<Record<string, Color>>> = {
  success: 'good',
  warning: 'warning',
  failure: 'bad',
}

/** `json://` and `form://` of Apprise, which sends for many other programs. */
export const apprise: Format = {
  name: 'apprise',
  title: 'Apprise',
  detect: ({ body }) => {
    const value = valueOf(body)
    const isMessage = ['version', 'title', 'message', 'type'].every(
      (name) => typeof at(value, name) === 'string',
    )
    return isMessage ? 'body' : null
  },
  read: ({ body }) => {
    const value = valueOf(body)
    const title = textAt(value, 'title')
    const message = textAt(value, 'message')
    if (title === '' && message === '')
      return { kind: 'refuse', path: 'message', reason: 'is missing' }
    const type = textAt(value, 'type')
    const color = entryOf(COLORS, type)
    // Apprise tells nobody what its body is written in, so only who adds the member has said it.
    const text = textAt(value, 'format') === 'markdown' ? markdown(message) : prose(message)
    const longest = 12_000
    const losses =
      countAt(value, 'attachments') > 0 ? [{ path: 'attachments', reason: FILES_NOT_KEPT }] : []
    const draft: Draft = color
      ? { title, cards: [{ color, text }], longest, losses }
      : { title, text, longest, losses }
    return { kind: 'message', draft, event: { event: type || 'info' } }
  },
}
