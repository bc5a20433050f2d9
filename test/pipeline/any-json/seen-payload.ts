import { renderText } from 'express-incoming-webhooks/render'
import { textAt } from '../../../lib/formats/json-members.js'
import type { AnyPayload } from '../../support/any-payloads.js'
import { pipeline } from '../pipeline.js'

/** The message as a reader sees it in a chat that shows plain text, with its warnings. */
export async function seenOf({ sender, body, form = '' }: AnyPayload): Promise<{
  readonly text: string
  /** Of the bar beside it; `''` for none. */
  readonly color: string
  readonly warnings: readonly string[]
}> {
  const { send, posts } = pipeline()
  const sent = body ?? Object.fromEntries(new URLSearchParams(form))
  const { warnings } = await send(sent, { webhook: { format: 'json', displayName: sender } })
  const [post, ...others] = posts()
  if (!post || others.length > 0) throw new Error(`${sender}: not one post`)
  const color = textAt(post.props, 'attachments.0.color')
  return { text: renderText(post), color, warnings: warnings.map(({ reason }) => reason) }
}

/** The first line, without the address that it leads to. */
export function titleOf(text: string): string {
  const [line = ''] = text.split('\n', 1)
  return line.replace(/ \(https?:\/\/[^ ]*\)$/, '')
}

export function isRight({ titles }: AnyPayload, text: string): boolean {
  const title = titleOf(text).toLowerCase()
  return titles.some((each) => each.toLowerCase() === title)
}
