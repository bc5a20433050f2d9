import { withFencesClosed } from '../text/code-spans.js'
import { withoutTrailing } from '../text/ends.js'
import { withoutEntities } from '../text/entities.js'
import { escapeText } from '../text/escape.js'
import { isLinkTarget, linkAround } from '../text/links.js'
import { onOneLine } from '../text/one-line.js'
import { labelled } from '../text/plain-inline.js'
import { plainText } from '../text/plain-text.js'
import { PostAllowance } from './post-allowance.js'
import type { ShownAction, ShownAttachment, ShownField, ShownPost } from './shown-post.js'

/** How one kind of text writes what attachments hold. Plain members are put on one line. */
type FlatForm = typeof TEXT

/** Text that is shown as it is. */
export const TEXT = {
  /** Between the parts of an attachment, so that none runs into the next. */
  gap: '\n',
  /** A member that is Markdown. */
  markdown: plainWithin,
  /** A message that was stored as plain text. */
  plain: (text: string) => text,
  /** A member that is plain text, of any number of lines. */
  words: (text: string) => withoutEntities(text).trim(),
  /** Plain words that lead to an address; either may be `''`, not both. */
  link: labelledLine,
  strong: (shown: string) => shown,
  /** A plain title above a value that is written already. */
  field: (title: string, value: string) =>
    titled(`${plainLine(withoutColon(title))}:`, value, '\n'),
  /** Plain words for a picture, or `''`. */
  picture: labelledLine,
  linkButton: (label: string, address: string) =>
    titled(label === '' ? '' : `${plainLine(label)}:`, address, '\n'),
  button: (label: string) => `[${plainLine(label)}]`,
}

/** One document of Markdown: no part of it changes what another one means. */
export const MARKDOWN: FlatForm = {
  gap: '\n\n',
  markdown: (text, allowance) => withFencesClosed(allowance.tables(text.trimEnd())),
  plain: plainAsMarkdown,
  words: (text) => escapeText(text.trim()),
  link: markdownLink,
  strong: (shown) => `**${shown}**`,
  field: (title, value) => titled(`**${markdownLine(withoutColon(title))}:**`, value, '\n\n'),
  picture: (words, address) => {
    const label = markdownLine(words)
    return isLinkTarget(address, true)
      ? `!${linkAround(address, label)}`
      : labelled(label, escapeText(address))
  },
  linkButton: markdownLink,
  button: (label) => `[${markdownLine(label)}]`,
}

/** Markdown as plain text, as long as the post may have it converted. */
export function plainWithin(markdown: string, allowance: PostAllowance): string {
  return allowance.converts(markdown) ? plainText(markdown) : markdown
}

/** Plain text as Markdown that shows the same characters. */
export function plainAsMarkdown(text: string): string {
  // `escapeText` leaves these as they are, because in payloads they stand for a character.
  return escapeText(text.replace(/&(?=(?:amp|lt|gt);)/g, '&amp;'))
}

function titled(title: string, value: string, gap: string) {
  if (title === '' || value.trim() === '') return title + value
  return title + (value.includes('\n') ? gap : ' ') + value
}

function withoutColon(title: string) {
  return withoutTrailing(title.trim(), ':')
}

function labelledLine(words: string, address: string) {
  return labelled(plainLine(words), address)
}

function plainLine(words: string) {
  return onOneLine(withoutEntities(words)).trim()
}

function markdownLine(words: string) {
  return escapeText(onOneLine(words).trim(), { label: true })
}

function markdownLink(words: string, address: string) {
  const label = markdownLine(words)
  if (address === '') return label
  if (isLinkTarget(address, true)) return linkAround(address, label || markdownLine(address))
  return labelled(label, escapeText(address))
}

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

function flattenOne(attachment: ShownAttachment, form: FlatForm, allowance: PostAllowance) {
  const { author, title, imageUrl, thumbUrl, thumbAlt, footer, time } = attachment
  const name = form.link(title.words, title.address)
  const markdown = (text: string) => form.markdown(text, allowance)
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
) {
  const rows = fields.map(({ title, value }) =>
    title === '' ? markdown(value) : form.field(title, markdown(value)),
  )
  return joined(rows, rows.some((row) => row.includes('\n')) ? form.gap : '\n')
}

/** Buttons that call an integration in a row; each address on a line of its own. */
function actionsOf(actions: readonly ShownAction[], form: FlatForm) {
  const lines: string[] = []
  let row: string[] = []
  const endRow = () => {
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

function joined(texts: readonly string[], gap: string) {
  return texts.filter((text) => text.trim() !== '').join(gap)
}
