import {
  at,
  type Draft,
  type FormatReading,
  type FormatRequest,
  namesIn,
  type Whole,
} from '../kit.js'

/**
 * Members of messages for chats that readers do not read, by the reason. `height` also means `minHeight`;
 * `Type.member` is a member of that type alone, `holder.member` one in a member of that name.
 */
const QUIET: Readonly<Record<string, string>> = {
  'says what it is': '$schema @context @type type version actions.action',
  'how it looks': `
    layout size spacing style alignment appearance backgroundImage color colorSet height iconUrl
    layouts mode position shape valueFormat weight width markdown header.imageType textSyntax
    openLink.openAs openLink.onClose collapseControl
  `,
  'a name for programs': `
    custom_id id topic Component.name grid.area key labelFor lang os nonce emoji.id sequence_id
    cardId card.name
  `,
  'for the program that sent it': 'data actions.clear',
  'stands in for what is shown': `
    fallbackText speak summary Image.altText fallback header.imageAltText previewText
  `,
  'a picture that says nothing alone': 'Icon.name icon',
  'whom it may notify': 'allowed_mentions',
  'how it is delivered': 'flags priority',
  'where it goes': 'thread_name thread',
  'shown as a time': 'embeds.timestamp',
}

export const QUIET_MEMBERS = namesIn(Object.values(QUIET).join(' '))

const THREADS = ['thread', 'thread_name', 'message_reference']
const THREADS_OF_QUERY = ['threadKey', 'thread_id']
const IN_CHANNEL = 'not supported: the message is in the channel'

/** A draft that tells of the thread that its message names, in its body or its address. */
export function outsideThread(draft: Draft, sent: unknown, { query }: FormatRequest): Draft {
  const named = THREADS.filter((name) => at(sent, name) !== undefined)
  const inQuery = THREADS_OF_QUERY.filter((name) => query[name] !== undefined)
  const lost = [...named, ...inQuery].map((path) => ({ path, reason: IN_CHANNEL }))
  return { ...draft, losses: [...(draft.losses ?? []), ...lost] }
}

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
