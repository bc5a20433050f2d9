import {
  at,
  type Draft,
  type FormatReading,
  type FormatRequest,
  isObject,
  namesIn,
  textAt,
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

/** Where messages for a chat name a thread: members of the body, and parameters of the address. */
export interface ThreadNames {
  readonly members: readonly string[]
  readonly parameters: readonly string[]
}

/** A draft that tells of the thread that its message names, if it does. */
export function outsideThread(
  draft: Draft,
  sent: unknown,
  { query }: FormatRequest,
  { members, parameters }: ThreadNames,
): Draft {
  const path =
    members.find((name) => textAt(sent, name) !== '' || hasMembers(at(sent, name))) ??
    parameters.find((name) => query[name])
  if (path === undefined) return draft
  const lost = { path, reason: 'not supported: the message is in the channel' }
  return { ...draft, losses: [...(draft.losses ?? []), lost] }
}

function hasMembers(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length > 0
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
