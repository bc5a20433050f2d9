import type { Payload } from '../../lib/model/message.js'
import type { Sender } from '../support/senders.js'
import { type Delivered, type Show, translationOf } from '../support/translation.js'

/** What chats without attachments show. */
export const FLAT = ['markdown', 'text'] as const

/** Short enough that most messages are cut. */
export const SHORT_POST = 300

/** A recorded request, translated once, in the chats that may show it. */
export interface ShownSender extends Pick<Sender, 'name' | 'contains'> {
  readonly payload: Payload
  readonly as: Readonly<Record<Show, Delivered>>
  /** In chats of short posts. */
  readonly short: readonly Delivered[]
}

export function shownSender({ name, contains, request }: Sender): ShownSender {
  const { payload, delivered } = translationOf(request())
  return {
    name,
    contains,
    payload,
    as: {
      attachments: delivered(),
      markdown: delivered(undefined, 'markdown'),
      text: delivered(undefined, 'text'),
    },
    short: FLAT.map((show) => delivered(SHORT_POST, show)),
  }
}
