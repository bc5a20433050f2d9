import { type PostToShow, readPost } from 'express-incoming-webhooks/render'

/** The texts that a post shows, as they are written, in order: for a search, and for what it finds. */
export function shownTexts(post: PostToShow): readonly string[] {
  const { message, attachments } = readPost(post)
  const cards = attachments.flatMap(
    ({ pretext, author, title, text, fallback, fields, footer }) => [
      pretext,
      author.words,
      title.words,
      text,
      fallback,
      ...fields.map(({ title, value }) => `${title}\n${value}`.trim()),
      footer,
    ],
  )
  return [message, ...cards].filter((text) => text !== '')
}
