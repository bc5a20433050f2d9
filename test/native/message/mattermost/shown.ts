import type { Message } from '../../../../lib/model/message.js'
import { translate } from '../../../../lib/native/message/translate.js'
import { readPayload } from '../../../../lib/native/payload/payload-schema.js'
import { Reading } from '../../../../lib/native/payload/reading.js'
import { OPTIONS } from '../../../support/translation.js'
import { told } from '../../payloads.js'

/** An entry that calls somebody. */
export const CALL = { type: 'external', url: 'https://i.example/x' }

export interface Shown {
  readonly message: Message
  /** What is not as usual of each attachment: members that are set, and its text. */
  readonly parts: readonly object[]
  readonly text: string
  /** Buttons and menus as stored, without their ids. */
  readonly actions: readonly object[]
  /** Each as `path: reason`. */
  readonly warnings: readonly string[]
  readonly ignored: readonly string[]
}

/** What these blocks show, with these actions and other members of a payload. */
export function shown(blocks: unknown, actions: object = {}, more: object = {}): Shown {
  const reading = new Reading()
  const props = { mm_blocks: blocks, mm_blocks_actions: actions }
  const payload = readPayload({ props, ...more }, reading)
  const { value, warnings, ignored } = translate(payload, OPTIONS)
  const of = (nodes: Message['text']): string => nodes.map(({ text }) => text).join('')
  const { attachments } = value
  return {
    message: value,
    parts: attachments.map(({ plain, text, fields }) => ({
      ...plain,
      ...(text.length > 0 ? { text: of(text) } : {}),
      ...(fields.length > 0 ? { fields: fields.map((field) => of(field.value)) } : {}),
    })),
    text: attachments.map(({ text }) => of(text)).join('\n\n'),
    actions: attachments.flatMap((each) =>
      each.actions.map(({ stored: { id: _, ...rest } }) => rest),
    ),
    warnings: [...told(reading), ...warnings.map(({ path, reason }) => `${path}: ${reason}`)],
    ignored,
  }
}

export const text = (words: string): object => ({ type: 'text', text: words })
export const container = (color: string, ...content: readonly object[]): object => ({
  type: 'container',
  accent_color: color,
  content,
})
export const columns = (...items: readonly (readonly object[])[]): object => ({
  type: 'column_set',
  columns: items.map((held) => ({ type: 'column', items: held })),
})
