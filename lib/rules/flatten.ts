import { type FlatForm, MARKDOWN, TEXT } from './flat-forms.js'
import { PostAllowance } from './post-allowance.js'
import type { ShownAction, ShownAttachment, ShownField, ShownPost } from './shown-post.js'

/** Whether the reader shows text as it is, or renders Markdown. */
export type Flat = 'text' | 'markdown'

const FORMS: Readonly<Record<Flat, FlatForm>> = { text: TEXT, markdown: MARKDOWN }

/**
 * All that a post shows as one text, for chats whose messages hold nothing else. What is too large is shown
 * with less formatting, which the allowance then tells.
 */
export function flatten(
  { message, isPlain, attachments }: ShownPost,
  flat: Flat,
  allowance = new PostAllowance(),
): string {
  const form = FORMS[flat]
  const shown = isPlain ? form.plain(message) : form.markdown(message, allowance)
  const flattened = attachments.map((attachment) => flattenOne(attachment, form, allowance))
  return joined([shown, ...flattened, allowance.note()], '\n\n')
}

function flattenOne(attachment: ShownAttachment, form: FlatForm, allowance: PostAllowance): string {
  const { author, title, imageUrl, thumbUrl, thumbAlt, footer, time } = attachment
  const name = form.link(title.words, title.address)
  const markdown = (text: string): string => form.markdown(text, allowance)
  return joined(
    [
      markdown(attachment.pretext),
      form.link(author.words, author.address),
      name === '' ? '' : form.strong(name),
      markdown(attachment.text),
      fieldsOf(attachment.fields, form, markdown),
      imageUrl === '' ? '' : form.picture('', imageUrl),
      thumbUrl === '' ? '' : form.picture(thumbAlt, thumbUrl),
      joined([markdown(footer), minuteOf(time)], ' · '),
      actionsOf(attachment.actions, form),
      form.words(attachment.fallback),
    ],
    form.gap,
  )
}

function fieldsOf(
  fields: readonly ShownField[],
  form: FlatForm,
  markdown: (text: string) => string,
): string {
  const rows = fields.map(({ title, value }) =>
    title === '' ? markdown(value) : form.field(title, markdown(value)),
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
