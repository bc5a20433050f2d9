import { fileNamesOf } from '../../../native/body/fields.js'
import {
  at,
  countAt,
  fieldValueOf,
  type Format,
  type FormatBody,
  hasStrings,
  hasTexts,
  isEmpty,
  isObject,
  namesIn,
  refused,
  textAt,
  valueOf,
} from '../../kit.js'
import { chatMessage, CHOOSE_SLACK } from '../chat.js'
import { draftOf, isOfComponents, isPoll } from './draft.js'
import { discordMarkdown } from './markup.js'
import { changeOf, shownMessage } from './messages.js'

/** Clients in Python write `True`. */
const WAITS = /^(?:true|1)$/i

/** What its messages have; others that have a `content` have other members besides. */
const MEMBERS = namesIn(
  `content username avatar_url tts embeds allowed_mentions components files attachments payload_json
  flags thread_name thread_id applied_tags poll nonce enforce_nonce wait message_reference`,
)

const NOTHING = { status: 204, body: undefined }

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
  read: ({ body }) => {
    const sent = messageIn(body)
    const draft = draftOf(sent, filesIn(body))
    const { text = '', cards = [] } = draft
    return isEmpty(text) && cards.length === 0
      ? refused('', 'the message has neither `content`, `embeds`, `components` nor `poll`')
      : chatMessage(draft, sent, discordMarkdown)
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
