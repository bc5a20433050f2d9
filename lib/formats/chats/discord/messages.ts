import { withoutEmpty } from '../../../native/message/actions.js'
import {
  at,
  countAt,
  firstText,
  type FormatChange,
  listAt,
  numberAt,
  type ReceiptPost,
  textAt,
  wordsIn,
} from '../../kit.js'
import { chatMessage } from '../chat.js'
import { draftOf, isOfComponents } from './draft.js'
import { discordMarkdown } from './markup.js'

const ROW = 1

/** A post as Discord shows its messages. */
export function shownMessage(post: ReceiptPost) {
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
export function changeOf(sent: unknown, files: readonly string[]): FormatChange {
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
