import { type FlatForm, MARKDOWN, TEXT } from './flat-forms.js'
import type { ShownAction, ShownAttachment, ShownField, ShownPost } from './shown-post.js'

/** Whether the reader shows text as it is, or renders Markdown. */
export type Flat = 'text' | 'markdown'

const FORMS: Readonly<Record<Flat, FlatForm>> = { text: TEXT, markdown: MARKDOWN }

/** All that a post shows as one text, for chats whose messages hold nothing else. */
export function flatten({ message, isPlain, attachments }: ShownPost, flat: Flat): string {
  const form = FORMS[flat]
  const shown = isPlain ? form.plain(message) : form.markdown(message)
  const flattened = attachments.map((attachment) => flattenOne(attachment, form))
  return joined([shown, ...flattened], '\n\n')
}

function flattenOne(attachment: ShownAttachment, form: FlatForm): string {
  const { author, title, imageUrl, thumbUrl, thumbAlt, footer, time } = attachment
  const name = form.link(title.words, title.address)
  return joined(
    [
      form.markdown(attachment.pretext),
      form.link(author.words, author.address),
      name === '' ? '' : form.strong(name),
      form.markdown(attachment.text),
      fieldsOf(attachment.fields, form),
      imageUrl === '' ? '' : form.picture('', imageUrl),
      thumbUrl === '' ? '' : form.picture(thumbAlt, thumbUrl),
      joined([form.markdown(footer), minuteOf(time)], ' · '),
      actionsOf(attachment.actions, form),
      form.words(attachment.fallback),
    ],
    form.gap,
  )
}

function fieldsOf(fields: readonly ShownField[], form: FlatForm): string {
  const rows = fields.map(({ title, value }) =>
    title === '' ? form.markdown(value) : form.field(title, form.markdown(value)),
  )
  return joined(rows, rows.some((row) => row.includes('\n')) ? form.gap : '\n')
}

/** Buttons that call an integration in a row; each address on a line of its own. */
function actionsOf(actions: readonly ShownAction[], form: FlatForm): string {
  const lines: string[] = []
  let row: string[] = []
  const endRow = (): void => {
    if (row.length > 0) lines.push(row.join(' '))
    row = []
  }
  for (const { label, address } of actions) {
    if (address === '') row.push(form.button(label))
    else {
      endRow()
      lines.push(form.linkButton(label, address))
    }
  }
  endRow()
  return lines.join('\n')
}

/** `2026-09-20 10:26 UTC` */
export function minuteOf(time: string): string {
  return time === '' ? '' : `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`
}

function joined(texts: readonly string[], gap: string): string {
  return texts.filter((text) => text.trim() !== '').join(gap)
}
