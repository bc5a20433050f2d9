import { WebhookError } from 'express-incoming-webhooks'
import { type Handlers, text, texts } from './calls.js'

/** `/emoji…`: there are no custom emoji here, and clients know the others themselves. */
export const emojiHandlers = {
  listEmoji: () => [],
  getEmoji: () => {
    throw new WebhookError('not_found', { detail: 'no such custom emoji' })
  },
  getEmojiByNames: ({ body }) => {
    texts(body, 'names')
    return []
  },
  searchEmoji: ({ body }) => {
    text(body, 'term')
    return []
  },
} satisfies Partial<Handlers>
