import { type Draft, type FormatReading } from '../kit.js'

/** What senders do where a host does not read messages for other chats. */
export const CHOOSE_SLACK = 'choose Slack or Mattermost as the type of the receiver'

/** A message that somebody has written for a chat. */
export function chatMessage(draft: Draft): FormatReading {
  return { kind: 'message', draft, event: { event: 'message' } }
}
