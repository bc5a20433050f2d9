import { withFencesClosed } from '../text/code-spans.js'
import { withoutTrailing } from '../text/ends.js'
import { withoutEntities } from '../text/entities.js'
import { escapeText } from '../text/escape.js'
import { isLinkTarget, linkAround } from '../text/links.js'
import { onOneLine } from '../text/one-line.js'
import { labelled } from '../text/plain-inline.js'
import { plainText } from '../text/plain-text.js'
import type { PostAllowance } from './post-allowance.js'

/** How one kind of text writes what attachments hold. Plain members are put on one line. */
export type FlatForm = typeof TEXT

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

function titled(title: string, value: string, gap: string): string {
  if (title === '' || value.trim() === '') return title + value
  return title + (value.includes('\n') ? gap : ' ') + value
}

function withoutColon(title: string): string {
  return withoutTrailing(title.trim(), ':')
}

function labelledLine(words: string, address: string): string {
  return labelled(plainLine(words), address)
}

function plainLine(words: string): string {
  return onOneLine(withoutEntities(words)).trim()
}

function markdownLine(words: string): string {
  return escapeText(onOneLine(words).trim(), { label: true })
}

function markdownLink(words: string, address: string): string {
  const label = markdownLine(words)
  if (address === '') return label
  if (isLinkTarget(address, true)) return linkAround(address, label || markdownLine(address))
  return labelled(label, escapeText(address))
}
