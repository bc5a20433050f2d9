import { fileNamesOf, FILES_NOT_KEPT } from '../../../native/body/fields.js'
import {
  at,
  type Card,
  type CardLink,
  countAt,
  type Draft,
  fieldValueOf,
  type Format,
  type FormatBody,
  hasStrings,
  isObject,
  listAt,
  markdown,
  numberAt,
  refused,
  textAt,
  valueOf,
} from '../../kit.js'
import { chatMessage, CHOOSE_SLACK } from '../chat.js'
import { readEmbed } from './embeds.js'
import { discordMarkdown } from './markup.js'

const HIDES_EMBEDS = 4
const IS_SILENT = 4_096
const LINK_BUTTON = 5
/** Clients in Python write `True`. */
const WAITS = /^(?:true|1)$/i

/** Messages for a Discord webhook. */
export const discord: Format = {
  name: 'discord',
  title: 'Discord',
  looksLike: (body) =>
    isWithoutOthers(body) && (hasStrings(body, 'content') || Array.isArray(at(body, 'embeds'))),
  advice: `${CHOOSE_SLACK}, or send "text" instead of "content"`,
  detect: ({ body }) => {
    const value = messageIn(body)
    const isOfFiles =
      filesIn(body).length > 0 &&
      (fieldValueOf(body, 'payload_json') !== undefined || at(value, 'tts') !== undefined)
    const isMessage = textAt(value, 'content') !== '' || countAt(value, 'embeds') > 0
    return isOfFiles || (isMessage && isWithoutOthers(value)) ? 'body' : null
  },
  read: ({ body }) => {
    const sent = messageIn(body)
    const draft = draftOf(sent, filesIn(body))
    if (draft) return chatMessage(draft, sent, discordMarkdown)
    return refused('', 'the message has neither `content` nor `embeds`')
  },
  answer: ({ request, posts: [post] }) => {
    // Discord also answers with the message where there are files, and clients count on it.
    const isAwaited = WAITS.test(request.query['wait'] ?? '') || filesIn(request.body).length > 0
    if (!isAwaited) return { status: 204, body: undefined }
    const value = messageIn(request.body)
    return {
      status: 200,
      body: {
        id: post?.id ?? '',
        type: 0,
        channel_id: post?.channelId ?? '',
        webhook_id: post?.webhookId ?? '',
        content: textAt(value, 'content'),
        author: {
          id: post?.webhookId ?? '',
          username: textAt(value, 'username') || 'webhook',
          avatar: null,
          discriminator: '0000',
          bot: true,
        },
        attachments: [],
        embeds: listAt(value, 'embeds').map((embed) => ({ title: textAt(embed, 'title') })),
        mentions: [],
        mention_roles: [],
        mention_everyone: false,
        pinned: false,
        tts: false,
        timestamp: new Date(post?.createAt ?? 0).toISOString(),
        edited_timestamp: null,
        flags: 0,
        components: [],
      },
    }
  },
}

/** With files, the message is a field of a form, or its members are fields. */
function messageIn(body: FormatBody): unknown {
  const sent = fieldValueOf(body, 'payload_json')
  return sent === undefined ? valueOf(body) : sent
}

function filesIn(body: FormatBody): readonly string[] {
  return body.kind === 'fields' ? fileNamesOf(body.fields) : []
}

/** Members of messages for Discord, and those that libraries send beside them. */
const MEMBERS = new Set(
  `
  content username avatar_url tts embeds allowed_mentions components files payload_json attachments
  flags thread_name thread_id threadName applied_tags poll nonce enforce_nonce message_reference
  sticker_ids wait with_components url id
  `
    .trim()
    .split(/\s+/),
)

/** Other programs have a `content` too, beside members that Discord does not know. */
function isWithoutOthers(value: unknown): boolean {
  return isObject(value) && Object.keys(value).every((name) => MEMBERS.has(name))
}

function draftOf(value: unknown, files: readonly string[]): Draft | null {
  const flags = numberAt(value, 'flags') ?? 0
  const content = textAt(value, 'content').trim()
  const embeds = (flags & HIDES_EMBEDS) === 0 ? listAt(value, 'embeds') : []
  const read = embeds.map(readEmbed).filter((card) => card !== null)
  const links = linksOf(value)
  const cards: readonly Card[] = links.length > 0 ? [...read, { links }] : read
  const isEmpty = content === '' && cards.length === 0
  if (isEmpty && files.length === 0) return null
  return {
    text: isEmpty ? `${files.join(', ')} (${FILES_NOT_KEPT})` : markdown(discordMarkdown(content)),
    cards,
    username: textAt(value, 'username'),
    iconUrl: textAt(value, 'avatar_url'),
    silent: (flags & IS_SILENT) !== 0,
    losses: lossesOf(value, files),
  }
}

function lossesOf(value: unknown, files: readonly string[]): NonNullable<Draft['losses']> {
  const buttons = listAt(value, 'components').flatMap((row) => listAt(row, 'components'))
  const others = buttons.filter((button) => numberAt(button, 'style') !== LINK_BUTTON)
  const buttonsLost = { path: 'components', reason: 'only buttons that open an address are shown' }
  const filesLost = { path: 'files', reason: FILES_NOT_KEPT }
  return [...(others.length > 0 ? [buttonsLost] : []), ...(files.length > 0 ? [filesLost] : [])]
}

function linksOf(value: unknown): readonly CardLink[] {
  return listAt(value, 'components')
    .flatMap((row) => listAt(row, 'components'))
    .filter((button) => numberAt(button, 'style') === LINK_BUTTON)
    .map((button) => ({ text: textAt(button, 'label'), url: textAt(button, 'url') }))
}
