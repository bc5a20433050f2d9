import type {
  ActionConfirm,
  ActionIntegration,
  ActionPayload,
  AttachmentPayload,
  FieldPayload,
} from '../../model/message.js'
import type { HookProps } from '../../model/records.js'
import { onOneLine } from '../../text/one-line.js'
import { memberNames, type Members, readBlocks } from './reading.js'
import { isJson, isObject } from '../../model/json.js'

// prettier-ignore
const TEXTS = [
  'fallback', 'color', 'pretext', 'author_name', 'author_link', 'author_icon', 'title',
  'title_link', 'text', 'image_url', 'thumb_url', 'footer', 'footer_icon',
] as const

/** Members that are visible content by themselves. */
// prettier-ignore
const SHOWN = [
  'pretext', 'author_name', 'title', 'text', 'image_url', 'thumb_url', 'footer',
] as const

export const ATTACHMENT = new Set<string>([...TEXTS, 'fields', 'ts', 'actions', 'blocks'])
const FIELD = new Set(['title', 'value', 'short'])
const ACTION = memberNames(`
  id type name text value style url tooltip disabled data_source default_option options
  integration confirm
`)
const OPTION = new Set(['text', 'value'])
const INTEGRATION = new Set(['url', 'context'])

/** Reads an attachment in any form that real senders use; null if it is empty. */
export function readAttachment(members: Members): AttachmentPayload | null {
  const attachment: AttachmentPayload = {
    fallback: members.string('fallback'),
    color: members.string('color'),
    pretext: members.string('pretext'),
    author_name: members.string('author_name'),
    author_link: members.string('author_link'),
    author_icon: members.string('author_icon'),
    title: members.string('title'),
    title_link: members.string('title_link'),
    text: members.string('text'),
    fields: members.each('fields', FIELD, readField),
    image_url: members.string('image_url'),
    thumb_url: members.string('thumb_url'),
    footer: members.string('footer'),
    footer_icon: members.string('footer_icon'),
    ts: readTime(members),
    actions: members.each('actions', ACTION, readAction),
    blocks: readBlocks(members),
  }
  const isBare =
    attachment.fields.length + attachment.actions.length + attachment.blocks.length === 0
  const shows = (names: readonly (typeof TEXTS)[number][]) =>
    names.some((name) => attachment[name] !== '')
  if (isBare && attachment.ts === null && !shows(TEXTS)) return null
  // The fallback is for clients that show nothing else.
  if (attachment.fallback !== '' && (!isBare || shows(SHOWN)))
    members.reading.ignore(members.at('fallback'))
  return attachment
}

function readField(members: Members): FieldPayload {
  return {
    title: members.string('title'),
    value: members.text('value'),
    short: readShort(members),
  }
}

function readShort(members: Members) {
  const value = members.get('short') ?? false
  const word = typeof value === 'string' ? value.toLowerCase() : value
  if (word === 0 || word === false || word === 'false') return false
  if (word === 1 || word === true || word === 'true') return true
  throw members.wrong('short', 'true or false')
}

function readTime(members: Members) {
  const value = members.get('ts')
  if (value === undefined) return null
  if (typeof value !== 'number' && typeof value !== 'string') {
    throw members.wrong('ts', 'a number of seconds')
  }
  const seconds = String(value).trim() === '' ? NaN : Number(value)
  if (Number.isFinite(seconds)) return seconds
  members.warn('ts', 'not a number of seconds')
  return null
}

function readAction(members: Members): ActionPayload {
  return {
    path: members.path,
    id: members.string('id'),
    type: members.string('type'),
    name: members.string('name'),
    text: members.string('text'),
    value: members.text('value'),
    style: members.string('style'),
    url: members.string('url'),
    tooltip: members.string('tooltip'),
    disabled: members.boolean('disabled'),
    data_source: members.string('data_source'),
    default_option: members.text('default_option'),
    options: members.each('options', OPTION, (option) => ({
      text: option.string('text'),
      value: option.text('value'),
    })),
    integration: readIntegration(members),
    confirm: readConfirm(members),
  }
}

/** The URL to call when a button is pressed; Slack's elements may have it too. */
export function readIntegration(action: Members): ActionIntegration | null {
  const members = action.inner('integration', INTEGRATION)
  return members && { url: members.string('url'), context: readContext(members) }
}

/** What a call sends besides. */
export function readContext(members: Members): HookProps {
  const context = members.get('context') ?? {}
  if (!isObject(context)) throw members.wrong('context', 'an object')
  const sent = Object.entries(context)
  members.reading.amounts.take('context members', sent.length)
  const entries = sent.flatMap(([name, member]) =>
    name !== '__proto__' && isJson(member) ? [[name, member] as const] : [],
  )
  return Object.fromEntries(entries)
}

const CONFIRM = memberNames('title text confirm deny style ok_text dismiss_text')
/** Slack's limits. */
const MAX_TITLE = 100
const MAX_TEXT = 300
const MAX_ANSWER = 30

/**
 * The question before a button acts, of Block Kit (texts are objects) or of Slack's attachments
 * (texts are strings, with other names). Whatever is wrong with it, the button stays.
 */
export function readConfirm(action: Members): ActionConfirm | null {
  const value = action.get('confirm')
  if (value !== undefined && !isObject(value)) action.warn('confirm', 'not supported')
  const question = isObject(value) ? action.inner('confirm', CONFIRM) : null
  if (question === null) return null
  const words = (name: string, most: number) => {
    const text = wordsOf(question, name)
    return question.shortened(name, (name === 'text' ? text : onOneLine(text)).trim(), most)
  }
  const style = question.get('style')
  return {
    title: words('title', MAX_TITLE),
    text: words('text', MAX_TEXT),
    confirm: words('confirm', MAX_ANSWER) || words('ok_text', MAX_ANSWER),
    deny: words('deny', MAX_ANSWER) || words('dismiss_text', MAX_ANSWER),
    style: style === 'primary' || style === 'danger' ? style : '',
  }
}

function wordsOf(question: Members, name: string) {
  const value = question.get(name)
  const text = isObject(value) ? value['text'] : value
  if (typeof text === 'string') return text
  if (value !== undefined) question.warn(name, 'not a text')
  return ''
}

/** The warning about a button that opens a URL and should ask. */
export const ASKS_NOTHING = 'links open without a question'
