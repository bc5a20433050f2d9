import {
  PostAllowance,
  type PostToShow,
  readIncident,
  readPost,
  type ShownAttachment,
} from 'express-incoming-webhooks/render'
import { withoutBeginning } from './web/text/first-line.js'
import { linesOf, withoutEntities } from './web/text/markdown.js'

/**
 * The words that readers see of a post, in order, without marks of Markdown and addresses behind words: for
 * a search, and for what it finds. Emoji are still their names.
 */
export function shownTexts(post: PostToShow): readonly string[] {
  const { message, attachments } = readPost(post)
  const allowance = new PostAllowance()
  const read: Read = (text) => {
    const markdown = allowance.markdown(text)
    return markdown === null ? [text] : linesOf(markdown)
  }
  const incident = readIncident(post)
  const cards = attachments
    .map((each) => (incident ? withoutBeginning(each, incident.since) : each))
    .flatMap((each) => textsOf(each, read))
  const changes = incident?.changes ?? []
  const told = changes.flatMap(({ title, by }) => [title, by])
  return [...read(message), ...cards, ...told].filter((text) => text !== '')
}

/** The lines of a text in Markdown. */
type Read = (markdown: string) => readonly string[]

function textsOf(attachment: ShownAttachment, read: Read): readonly string[] {
  const { pretext, author, title, text, fallback, fields, footer, actions } = attachment
  const rows = fields.map((field) => [withoutEntities(field.title), ...read(field.value)])
  return [
    ...read(pretext),
    withoutEntities(author.words),
    withoutEntities(title.words),
    ...read(text),
    withoutEntities(fallback),
    ...rows.map((row) => row.join(' ').trim()),
    ...read(footer),
    ...actions.flatMap(labelsOf),
  ]
}

/** What a button or a menu says before it is opened. */
function labelsOf({
  label,
  options,
  chosen,
}: ShownAttachment['actions'][number]): readonly string[] {
  const choice = options.find(({ value }) => value === chosen)
  return [label, choice?.label ?? ''].map(withoutEntities)
}
