import { textOf } from 'express-incoming-webhooks-ui/wire'
import type { Post } from '../api/shapes.js'

/** The Markdown for the pane beside the messages, or ''. */
export function cardOf({ props }: Pick<Post, 'props'>): string {
  return textOf(props, 'card')
}
