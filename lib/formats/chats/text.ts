import { type Format, prose, refused } from '../kit.js'
import { chatMessage } from './chat.js'

/** Any text, from programs that cannot write JSON. Only if the URL asks for it. */
export const text: Format = {
  name: 'text',
  title: 'Plain text',
  read: ({ body }) => {
    const sent = body.text.trim()
    if (sent === '') return refused('', 'the body is empty')
    return chatMessage({ text: prose(sent, Infinity) }, null)
  },
}
