import type { Draft, FormatReading, Whole } from '../kit.js'
import { QUIET_MEMBERS } from './quiet.js'

/** What senders do where a host does not read messages for other chats. */
export const CHOOSE_SLACK = 'choose Slack or Mattermost as the type of the receiver'

/** A message that somebody has written for a chat. `sent`: all that it may show. */
export function chatMessage(
  draft: Draft,
  sent: unknown,
  seen: (text: string) => string = (text) => text,
): Extract<FormatReading, { kind: 'message' }> {
  const whole: Whole = { sent, quiet: QUIET_MEMBERS, seen }
  return { kind: 'message', draft: { ...draft, whole }, event: { event: 'message' } }
}
