import type { Draft, Text } from 'express-incoming-webhooks/formats'
import { writeDraft } from '../../lib/formats/drafts/write-draft.js'

/** The Markdown of a text. */
export function markdownOfText(text: Text): string {
  return writeDraft({ text })
    .text.map((node) => node.text)
    .join('')
}

/** All Markdown of a draft: its text, and those of its cards and their fields. */
export function markdownsOf(draft: Draft): readonly string[] {
  const { text, attachments } = writeDraft(draft)
  const all = [
    text,
    ...attachments.flatMap((each) => [
      each.text,
      each.footer,
      ...each.fields.map(({ value }) => value),
    ]),
  ]
  return all.map((nodes) => nodes.map((node) => node.text).join(''))
}
