import { prose } from '../drafts/pieces.js'
import type { Format } from '../format.js'

/** Any text, from programs that cannot write JSON. Only if the URL asks for it. */
export const text: Format = {
  name: 'text',
  title: 'Plain text',
  read: ({ body }) => {
    const sent = body.text.trim()
    if (sent === '') return { kind: 'refuse', path: '', reason: 'the body is empty' }
    return {
      kind: 'message',
      draft: { text: prose(sent), longest: 15_000 },
      event: { event: 'message' },
    }
  },
}
