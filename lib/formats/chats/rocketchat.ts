import {
  at,
  claimed,
  entryOf,
  type Format,
  hasStrings,
  isObject,
  namesIn,
  refused,
  type Table,
  valueOf,
} from '../kit.js'

/** Rocket.Chat's names for members of our own format. */
const NAMES: Table<string> = {
  msg: 'text',
  alias: 'username',
  avatar: 'icon_url',
  emoji: 'icon_emoji',
  tmid: 'root_id',
}
/** What has no effect here. */
const UNUSED = namesIn('roomId rid parseUrls groupable bot customFields')

/** Messages for Rocket.Chat, whose format is like our own with other names. */
export const rocketchat: Format = {
  name: 'rocketchat',
  title: 'Rocket.Chat',
  // Alertmanager adds it to its api_url.
  paths: ['/api/v1/chat.postMessage'],
  // Uptime Kuma has a member of this name, too.
  detect: claimed((body) => hasStrings(body, 'msg') && at(body, 'heartbeat') === undefined),
  read: ({ body }) => {
    const sent = valueOf(body)
    if (!isObject(sent)) return refused('', 'the body is not a JSON object')
    return { kind: 'payload', payload: payloadOf(sent), event: { event: 'message' } }
  },
  answer: () => ({ status: 200, body: { success: true } }),
}

function payloadOf(sent: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const members = new Map<string, unknown>()
  for (const [name, value] of Object.entries(sent)) {
    if (UNUSED.has(name)) continue
    const ours = entryOf(NAMES, name)
    if (ours === undefined) members.set(name, name === 'attachments' ? cardsOf(value) : value)
    else if (sent[ours] === undefined) members.set(ours, value)
  }
  // It sends to several channels; the first one counts.
  const channel = members.get('channel')
  if (Array.isArray(channel)) members.set('channel', channel[0])
  return Object.fromEntries(members)
}

const CARD_UNUSED = namesIn('collapsed message_link author_subname image_preview')

function cardsOf(attachments: unknown): unknown {
  if (!Array.isArray(attachments)) return attachments
  return attachments.map((attachment: unknown) =>
    isObject(attachment)
      ? Object.fromEntries(Object.entries(attachment).filter(([name]) => !CARD_UNUSED.has(name)))
      : attachment,
  )
}
