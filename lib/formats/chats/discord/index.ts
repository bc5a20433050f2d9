import { fileNamesOf } from '../../../native/body/fields.js'
import { withoutEmpty } from '../../../native/message/actions.js'
import {
  at,
  countAt,
  fieldValueOf,
  firstText,
  type Format,
  type FormatBody,
  type FormatChange,
  hasStrings,
  hasTexts,
  isEmpty,
  isObject,
  listAt,
  namesIn,
  numberAt,
  type ReceiptPost,
  refused,
  textAt,
  valueOf,
  wordsIn,
} from '../../kit.js'
import { chatMessage, CHOOSE_SLACK, outsideThread, type ThreadNames } from '../chat.js'
import { draftOf, isOfComponents, isPoll } from './draft.js'
import { discordMarkdown } from './markup.js'

/** Clients in Python write `True`. */
const WAITS = /^(?:true|1)$/i

/** What its messages have; others that have a `content` have other members besides. */
const MEMBERS = namesIn(
  `content username avatar_url tts embeds allowed_mentions components files attachments payload_json
  flags thread_name thread_id applied_tags poll nonce enforce_nonce wait message_reference`,
)

const NOTHING = { status: 204, body: undefined }

const THREADS: ThreadNames = {
  members: ['thread_name', 'thread_id'],
  parameters: ['thread_id'],
}

/** Messages for a Discord webhook. */
export const discord: Format = {
  name: 'discord',
  title: 'Discord',
  looksLike: (body) =>
    isOurs(body, hasStrings(body, 'content')) || Array.isArray(at(body, 'embeds')),
  advice: `${CHOOSE_SLACK}, or send "text" instead of "content"`,
  detect: ({ body }) => {
    const value = messageIn(body)
    const isOfFiles =
      filesIn(body).length > 0 &&
      (fieldValueOf(body, 'payload_json') !== undefined || at(value, 'tts') !== undefined)
    const isMarked =
      isOfFiles || isOfComponents(value) || isPoll(value) || countAt(value, 'embeds') > 0
    const isMessage = isMarked || isOurs(value, hasTexts(value, 'content'))
    return isMessage && isWithoutOthers(value) ? 'body' : null
  },
  read: (request) => {
    const sent = messageIn(request.body)
    const draft = draftOf(sent, filesIn(request.body))
    const { text = '', cards = [] } = draft
    return isEmpty(text) && cards.length === 0
      ? refused('', 'the message has neither `content`, `embeds`, `components` nor `poll`')
      : chatMessage(outsideThread(draft, sent, request, THREADS), sent, discordMarkdown)
  },
  answer: ({ request, posts: [post] }) => {
    // Discord also answers with the message where there are files, and clients count on it.
    const isAwaited = WAITS.test(request.query['wait'] ?? '') || filesIn(request.body).length > 0
    if (!post || !isAwaited) return NOTHING
    const content = textAt(messageIn(request.body), 'content')
    return { status: 200, body: { ...shownMessage(post), content } }
  },
  messages: {
    show: (post) => ({ status: 200, body: shownMessage(post) }),
    deleted: NOTHING,
    change: ({ body }) => {
      const sent = messageIn(body)
      return isObject(sent) ? changeOf(sent, filesIn(body)) : null
    },
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

/** A member that other formats have, and Discord's does not. */
function isWithoutOthers(value: unknown): boolean {
  return ['text', 'blocks', 'message', 'topic'].every((name) => at(value, name) === undefined)
}

function isOurs(value: unknown, hasContent: boolean): boolean {
  return hasContent && isObject(value) && Object.keys(value).every((name) => MEMBERS.has(name))
}

const ROW = 1

/** A post as Discord shows its messages. */
function shownMessage(post: ReceiptPost) {
  const { id, channelId, webhookId, createAt, updateAt, message, props } = post
  const attachments = listAt(props, 'attachments')
  return {
    id,
    type: 0,
    channel_id: channelId,
    webhook_id: webhookId,
    content: message,
    author: {
      id: webhookId,
      username: textAt(props, 'override_username') || 'webhook',
      avatar: null,
      discriminator: '0000',
      bot: true,
    },
    attachments: [],
    embeds: attachments.filter(isEmbed).map(embedOf),
    mentions: [],
    mention_roles: [],
    mention_everyone: false,
    pinned: false,
    tts: false,
    timestamp: new Date(createAt).toISOString(),
    edited_timestamp: updateAt > createAt ? new Date(updateAt).toISOString() : null,
    flags: 0,
    components: attachments.flatMap((each) => listAt(each, 'actions')).map(rowOf),
  }
}

/** What stands in a change replaces what the post has of it. */
function changeOf(sent: unknown, files: readonly string[]): FormatChange {
  const isSent = (member: string): boolean => at(sent, member) !== undefined
  const isRow = (component: unknown): boolean => numberAt(component, 'type') === ROW
  const isWhole = isOfComponents(sent) || !listAt(sent, 'components').every(isRow)
  const { draft } = chatMessage(draftOf(sent, files), sent, discordMarkdown)
  return {
    draft,
    merge: (before, after) => {
      if (isWhole) return after
      const embeds = (isSent('embeds') ? after : before).attachments.filter(isEmbed)
      const rows = (isSent('components') ? after : before).attachments.filter(
        (each) => !isEmbed(each),
      )
      const { message } = isSent('content') ? after : before
      return { message, attachments: [...embeds, ...rows] }
    },
  }
}

const SHOWN = wordsIn('title text author_name footer image_url thumb_url')

/** Rows of buttons have nothing but them. */
function isEmbed(attachment: unknown): boolean {
  const text = firstText(attachment, ...SHOWN)
  return text !== '' || countAt(attachment, 'fields') > 0
}

type JsonTexts = ReturnType<typeof withoutEmpty>

function embedOf(attachment: unknown) {
  const textsOf = (names: Readonly<Record<string, string>>): JsonTexts | null => {
    const texts = Object.entries(names).map(([name, ours]): [string, string] => [
      name,
      textAt(attachment, ours),
    ])
    const given = withoutEmpty(Object.fromEntries(texts))
    return Object.keys(given).length > 0 ? given : null
  }
  const color = /^#[\da-f]{6}$/i.exec(textAt(attachment, 'color'))?.[0]
  const seconds = numberAt(attachment, 'ts')
  return withoutEmpty({
    type: 'rich',
    ...textsOf({ title: 'title', url: 'title_link', description: 'text' }),
    color: color === undefined ? null : Number.parseInt(color.slice(1), 16),
    timestamp: seconds === null ? null : new Date(seconds * 1000).toISOString(),
    author: textsOf({ name: 'author_name', url: 'author_link', icon_url: 'author_icon' }),
    footer: textsOf({ text: 'footer', icon_url: 'footer_icon' }),
    image: textsOf({ url: 'image_url' }),
    thumbnail: textsOf({ url: 'thumb_url' }),
    fields: listAt(attachment, 'fields').map((field) => ({
      name: textAt(field, 'title'),
      value: textAt(field, 'value'),
      inline: at(field, 'short') === true,
    })),
  })
}

function rowOf(action: unknown) {
  const button = { type: 2, style: 5, label: textAt(action, 'name'), url: textAt(action, 'url') }
  return { type: ROW, components: [button] }
}
