import { isUtf8 } from 'node:buffer'
import { FILES_NOT_KEPT } from '../../native/body/fields.js'
import {
  at,
  claimed,
  decoded,
  type Draft,
  type Format,
  type FormatRequest,
  hasStrings,
  link,
  listAt,
  markdown,
  prose,
  refused,
  textAt,
  textOf,
} from '../kit.js'
import { chatMessage } from './chat.js'

/** How long ntfy keeps a message, which its answer tells. */
const KEPT_SECONDS = 12 * 3600

/** What its clients show as an emoji before the title; other tags are words. */
const EMOJI = new Set(
  `warning rotating_light skull tada white_check_mark heavy_check_mark no_entry no_entry_sign +1 -1
  loudspeaker triangular_flag_on_post facepalm partying_face computer fire x bell eyes boom bug rocket
  hourglass lock key email package zap`.split(/\s+/),
)

/** What no text has. */
const BINARY = /(?![\t-\r])[\p{Cc}\ufffd]/u

/** Messages for ntfy: as JSON, or as a text with headers. */
export const ntfy: Format = {
  name: 'ntfy',
  title: 'ntfy',
  methods: ['PUT'],
  detect: claimed((body) => hasStrings(body, 'topic', 'message')),
  read: (request) => {
    const notification = readNotification(request)
    const { message, title } = notification
    return message === '' && title === ''
      ? refused('message')
      : chatMessage(draftOf(notification), notification)
  },
  answer: ({ request, posts: [post] }) => {
    const { topic, title, message } = readNotification(request)
    const time = Math.floor((post?.createAt ?? 0) / 1000)
    return {
      status: 200,
      body: {
        id: (post?.id ?? '').slice(0, 12),
        time,
        expires: time + KEPT_SECONDS,
        event: 'message',
        topic,
        ...(title === '' ? {} : { title }),
        message,
      },
    }
  },
}

interface Notification {
  readonly topic: string
  readonly title: string
  readonly message: string
  readonly priority: string
  readonly tags: readonly string[]
  readonly click: string
  readonly icon: string
  readonly picture: string
  readonly isMarkdown: boolean
  readonly actions: readonly unknown[]
  /** The name of a file whose content is not shown; `''` without one. */
  readonly file: string
}

function readNotification({ headers, query, body }: FormatRequest): Notification {
  if (body.kind === 'json' && hasStrings(body.value, 'topic')) return fromJson(body.value)
  /** A header with or without `X-`, or a parameter of the query. */
  const given = (...names: readonly string[]): string => {
    for (const name of names) {
      const header = headers[`x-${name}`] ?? headers[name]
      const found = header === undefined ? (query[name] ?? query[`x-${name}`]) : headerText(header)
      if (found !== undefined) return found
    }
    return ''
  }
  const beside = given('message', 'm')
  // With a file, the body is the file: it is the message if there is no other, and it is a text.
  const fileName = given('filename', 'file', 'f')
  const isText = beside === '' && body.text !== '' && !BINARY.test(body.text)
  const isFile = fileName !== '' && !isText
  return {
    topic: 'webhook',
    title: given('title', 't'),
    message: isFile ? beside || `${fileName} (${FILES_NOT_KEPT})` : body.text || beside,
    file: isFile ? fileName : '',
    priority: given('priority', 'prio', 'p'),
    tags: given('tags', 'tag', 'ta')
      .split(',')
      .map((tag) => tag.trim()),
    click: given('click'),
    icon: given('icon'),
    picture: given('attach', 'a'),
    isMarkdown: /^(?:1|yes|true)$/i.test(given('markdown', 'md')),
    actions: [],
  }
}

const ENCODED_WORD = /=\?utf-8\?([bq])\?([^\s?]{0,1000})\?=/gi

/** Headers have bytes of UTF-8, or words that are encoded as in mail (RFC 2047). */
function headerText(sent: string): string {
  const bytes = Buffer.from(sent, 'latin1')
  const text = isUtf8(bytes) ? bytes.toString('utf8') : sent
  return text.replace(ENCODED_WORD, (_whole, encoding: string, word: string) =>
    encoding.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString('utf8') : quoted(word),
  )
}

function quoted(word: string): string {
  const escaped = word
    .replaceAll('_', ' ')
    .replace(/%/g, '%25')
    .replace(/=(?=[\da-f]{2})/gi, '%')
  return decoded(escaped, word)
}

function fromJson(value: unknown): Notification {
  return {
    topic: textAt(value, 'topic'),
    title: textAt(value, 'title'),
    message: textAt(value, 'message'),
    priority: textAt(value, 'priority'),
    tags: listAt(value, 'tags').map(textOf),
    click: textAt(value, 'click'),
    icon: textAt(value, 'icon'),
    picture: textAt(value, 'attach'),
    isMarkdown: at(value, 'markdown') === true,
    actions: listAt(value, 'actions'),
    file: '',
  }
}

function draftOf(notification: Notification): Draft {
  const { title, message, tags, click, picture, isMarkdown, actions } = notification
  const pictures = tags.filter((tag) => EMOJI.has(tag)).map((tag) => `:${tag}:`)
  const words = tags.filter((tag) => tag !== '' && !EMOJI.has(tag))
  const shown = [...pictures, title].filter((part) => part !== '').join(' ')
  const links = actions
    .filter((action) => textAt(action, 'action') === 'view')
    .map((action) => ({ text: textAt(action, 'label'), url: textAt(action, 'url') }))
  const isPicture = /\.(?:png|jpe?g|gif|webp)(?:[?#]|$)/i.test(picture)
  const more = picture === '' || isPicture ? [] : [{ text: 'Attachment', url: picture }]
  const card = {
    links: [...links, ...more],
    imageUrl: isPicture ? picture : '',
    footer: words.length > 0 ? `Tags: ${words.join(', ')}` : '',
  }
  const hasCard = card.links.length > 0 || card.imageUrl !== '' || card.footer !== ''
  return {
    title: click === '' ? shown : link(click, shown || click),
    text: isMarkdown ? markdown(message) : prose(message, Infinity),
    ...(hasCard ? { cards: [card] } : {}),
    iconUrl: notification.icon,
    losses: notification.file === '' ? [] : [{ path: 'filename', reason: FILES_NOT_KEPT }],
    ...priorityOf(notification.priority),
  }
}

function priorityOf(priority: string): Pick<Draft, 'priority' | 'silent'> {
  switch (priority.toLowerCase()) {
    case '5':
    case 'max':
    case 'urgent':
      return { priority: 'urgent' }
    case '4':
    case 'high':
      return { priority: 'important' }
    case '1':
    case 'min':
      return { silent: true }
    default:
      return {}
  }
}
