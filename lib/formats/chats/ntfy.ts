import { isUtf8 } from 'node:buffer'
import { FILES_NOT_KEPT } from '../../native/body/fields.js'
import {
  alike,
  claimed,
  decoded,
  type Draft,
  entryOf,
  type EventFacts,
  firstText,
  type Format,
  type FormatReading,
  type FormatRequest,
  hasStrings,
  isObject,
  jsonIn,
  type JsonMembers,
  link,
  listAt,
  markdown,
  MOST_ELEMENTS,
  namesIn,
  phrase,
  prose,
  refused,
  type Table,
  textAt,
  textOf,
} from '../kit.js'
import { ONLY_LINKS } from './cards.js'
import { chatMessage } from './chat.js'

/** How long ntfy keeps a message, which its answer tells. */
const KEPT_SECONDS = 12 * 3600

/** What its clients show as an emoji before the title; other tags are words. */
const EMOJI = namesIn(
  `warning rotating_light skull tada white_check_mark heavy_check_mark no_entry no_entry_sign +1 -1
  loudspeaker triangular_flag_on_post facepalm partying_face computer fire x bell eyes boom bug rocket
  hourglass lock key email package zap`,
)

/** What no text has. */
const BINARY = /(?![\t-\r])[\p{Cc}\ufffd]/u

/** Members of its JSON, and what headers and words of the query are called besides. */
const NAMES: Table<readonly string[]> = {
  topic: [],
  title: ['t'],
  message: ['m'],
  priority: ['prio', 'p'],
  tags: ['tag', 'ta'],
  click: [],
  icon: [],
  attach: ['a'],
  filename: ['file', 'f'],
  markdown: ['md'],
  delay: ['at', 'in'],
  actions: ['action'],
  email: ['e-mail', 'mail', 'e'],
  call: [],
  sequence_id: ['sequence-id', 'sid'],
}

/** Messages for ntfy: as JSON, or as a text with headers. */
export const ntfy: Format = {
  name: 'ntfy',
  title: 'ntfy',
  methods: ['PUT', 'DELETE'],
  pathWords: ['topic', 'sequence_id'],
  isReplacing: true,
  sayingHeaders: Object.entries(NAMES)
    .flat(2)
    .flatMap((name) => [name, `x-${name}`]),
  detect: claimed((body) => hasStrings(body, 'topic', 'message')),
  read: (request) => {
    const sent = membersIn(request)
    if (request.method === 'DELETE') return deleted(sent)
    if (firstText(sent, 'message', 'title', 'attach') === '') return refused('message')
    return {
      ...chatMessage(draftOf(sent), sent),
      event: { event: 'message', ...about(sent, 'open') },
    }
  },
  answer: ({ request, posts: [post] }) => {
    const sent = membersIn(request)
    const time = Math.floor((post?.createAt ?? 0) / 1000)
    const given = ['sequence_id', 'title'].map((name) => [name, textAt(sent, name)] as const)
    const told = { id: (post?.id ?? '').slice(0, 12), time, topic: textAt(sent, 'topic') }
    return {
      status: 200,
      body: {
        ...told,
        ...Object.fromEntries(given.filter(([, text]) => text !== '')),
        ...(request.method === 'DELETE'
          ? { event: 'message_delete' }
          : { event: 'message', expires: time + KEPT_SECONDS, message: textAt(sent, 'message') }),
      },
    }
  },
}

/** The end of what a sequence has told. Its post stays, and says so. */
function deleted(sent: JsonMembers): FormatReading {
  const draft = { title: `Deleted: ${textAt(sent, 'sequence_id')}` }
  const event = { event: 'delete', isBare: true, ...about(sent, 'closed') }
  return { kind: 'message', draft, event, isSkipped: true }
}

/** Messages of one sequence replace each other. */
function about(sent: JsonMembers, state: 'open' | 'closed'): Partial<EventFacts> {
  const sequence = textAt(sent, 'sequence_id')
  return sequence === '' ? {} : { incident: `${textAt(sent, 'topic')}/${sequence}`, state }
}

/** A notification in the names of its JSON. */
function membersIn(request: FormatRequest): JsonMembers {
  const { body } = request
  const place = givenIn(request, ['topic', 'sequence_id'])
  if (body.kind === 'json' && isNotification(body.value, place)) return { ...place, ...body.value }
  const given = givenIn(request, Object.keys(NAMES))
  const { topic = 'webhook', message = '', filename = '' } = given
  // With a file, the body is the file: it is the message if there is no other, and it is a text.
  const isText = message === '' && body.text !== '' && !BINARY.test(body.text)
  const isFile = filename !== '' && !isText
  const file = message || `${filename} (${FILES_NOT_KEPT})`
  const actions = actionsIn(given['actions'])
  return { ...given, actions, topic, isFile, message: isFile ? file : body.text || message }
}

function isNotification(value: unknown, { topic }: JsonMembers): value is JsonMembers {
  return hasStrings(value, topic === undefined ? 'topic' : 'message')
}

/** What headers, with or without `X-`, and the query say. */
function givenIn(
  { headers, query }: FormatRequest,
  members: readonly string[],
): Readonly<Partial<Record<string, string>>> {
  const found = members.flatMap((member) =>
    [member, ...(entryOf(NAMES, member) ?? [])].flatMap((name) => {
      const header = headers[`x-${name}`] ?? headers[name]
      const text = header === undefined ? (query[name] ?? query[`x-${name}`]) : headerText(header)
      return text === undefined ? [] : [[member, text] as const]
    }),
  )
  // The first name counts.
  return Object.fromEntries(found.reverse())
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

function draftOf(sent: JsonMembers): Draft {
  const title = textAt(sent, 'title')
  const message = textAt(sent, 'message')
  const click = textAt(sent, 'click')
  const attach = textAt(sent, 'attach')
  const tags = wordsOf(sent['tags'])
  const pictures = tags.filter((tag) => EMOJI.has(tag)).map((tag) => `:${tag}:`)
  const words = phrase(
    tags.filter((tag) => !EMOJI.has(tag)),
    ', ',
  )
  const shown = phrase([...pictures, title])
  const actions = actionsIn(sent['actions'])
  const links = actions
    .filter(isView)
    .map((action) => ({ text: textAt(action, 'label'), url: textAt(action, 'url') }))
  const isPicture = /\.(?:png|jpe?g|gif|webp)(?:[?#]|$)/i.test(attach)
  const name = textAt(sent, 'filename') || 'Attachment'
  const card = {
    links: [...links, { text: name, url: isPicture ? '' : attach }],
    imageUrl: isPicture ? attach : '',
    footer: words && prose(`Tags: ${words}`, Infinity),
  }
  const isMarkdown = /^(?:1|yes|true)$/i.test(String(sent['markdown']))
  return {
    title: click === '' ? prose(shown, Infinity) : link(click, shown || click),
    text: isMarkdown ? markdown(message) : prose(message, Infinity),
    cards: [card],
    iconUrl: textAt(sent, 'icon'),
    losses: [
      ...(sent['isFile'] === true ? [{ path: 'filename', reason: FILES_NOT_KEPT }] : []),
      ...(textAt(sent, 'delay') === '' ? [] : [{ path: 'delay', reason: 'it was posted at once' }]),
      ...actions.flatMap((action, at) =>
        isView(action) ? [] : [{ path: `actions[${at}]`, reason: ONLY_LINKS }],
      ),
    ],
    ...entryOf(PRIORITIES, textAt(sent, 'priority').toLowerCase()),
  }
}

/** A list, or words between commas. */
function wordsOf(tags: unknown): readonly string[] {
  if (typeof tags !== 'string') return listAt(tags).map(textOf)
  return tags.split(',').map((tag) => tag.trim())
}

function isView(action: unknown): boolean {
  return textAt(action, 'action') === 'view'
}

const PRIORITIES: Table<Pick<Draft, 'priority' | 'silent'>> = {
  ...alike('5 max urgent', { priority: 'urgent' }),
  ...alike('4 high', { priority: 'important' }),
  ...alike('1 min', { silent: true }),
}

const IN_ORDER = ['action', 'label', 'url']
const ACTION = /(?:"[^"]{0,1000}"|'[^']{0,1000}'|[^;])+/g
const PART = /(?:"[^"]{0,1000}"|'[^']{0,1000}'|[^,])+/g
const NAMED =
  /^(action|label|url|clear|method|body|value|intent|(?:headers|extras)\.[\w-]+)\s*=(.*)$/s

/**
 * The buttons of a notification: a list, or a text that holds one, or has their parts between commas:
 * `view, Open, https://a.test; action=http, label="Close it", url=https://b.test`.
 */
function actionsIn(sent: unknown): readonly JsonMembers[] {
  const list: unknown = typeof sent === 'string' ? (jsonIn(sent) ?? shortActions(sent)) : sent
  return Array.isArray(list) ? list.slice(0, MOST_ELEMENTS).filter(isObject) : []
}

function shortActions(text: string): readonly JsonMembers[] {
  return (text.match(ACTION) ?? [])
    .filter((action) => action.trim() !== '')
    .map((action) =>
      Object.fromEntries(
        (action.match(PART) ?? []).map((part, at) => {
          const [, name = IN_ORDER[at] ?? '', value = part] = NAMED.exec(part.trim()) ?? []
          return [name, value.trim().replace(/^(["'])(.*)\1$/s, '$2')]
        }),
      ),
    )
}
