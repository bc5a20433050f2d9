import type {
  ActionIntegration,
  ActionOption,
  ActionPayload,
  AttachmentPayload,
  FieldPayload,
} from '../../model/payload.js'
import { readConfirm } from '../message/confirm.js'
import { type Members, readBlocks, readMembers, type Reading, wrongType } from './reading.js'
import { isJson, isObject } from '../../model/json.js'
import { memberNames } from './member-names.js'

// prettier-ignore
const TEXTS = [
  'fallback', 'color', 'pretext', 'author_name', 'author_link', 'author_icon', 'title',
  'title_link', 'text', 'image_url', 'thumb_url', 'footer', 'footer_icon',
] as const

/** Members that are visible content by themselves. */
const SHOWN = [
  'pretext',
  'author_name',
  'title',
  'text',
  'image_url',
  'thumb_url',
  'footer',
] as const

const ATTACHMENT = new Set<string>([...TEXTS, 'fields', 'ts', 'actions', 'blocks'])
const FIELD = new Set(['title', 'value', 'short'])
const ACTION = memberNames(`
  id type name text value style url tooltip disabled data_source default_option options
  integration confirm
`)
const OPTION = new Set(['text', 'value'])
const INTEGRATION = new Set(['url', 'context'])

/** Reads an attachment in any form that real senders use; null if it is empty. */
export function readAttachment(
  value: unknown,
  path: string,
  reading: Reading,
): AttachmentPayload | null {
  const members = readMembers(value, path, ATTACHMENT, reading)
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
    fields: members.list('fields').map((field) => readField(field.value, field.path, reading)),
    image_url: members.string('image_url'),
    thumb_url: members.string('thumb_url'),
    footer: members.string('footer'),
    footer_icon: members.string('footer_icon'),
    ts: readTime(members, reading),
    actions: members
      .list('actions')
      .map((action) => readAction(action.value, action.path, reading)),
    blocks: readBlocks(members),
  }
  if (isEmpty(attachment)) return null
  if (attachment.fallback !== '' && showsMore(attachment)) reading.ignore(members.at('fallback'))
  return attachment
}

function isEmpty(attachment: AttachmentPayload): boolean {
  return (
    TEXTS.every((name) => attachment[name] === '') &&
    attachment.ts === null &&
    attachment.fields.length + attachment.actions.length + attachment.blocks.length === 0
  )
}

/** Whether there is visible content besides the fallback, which is for clients that show nothing else. */
function showsMore(attachment: AttachmentPayload): boolean {
  return (
    SHOWN.some((name) => attachment[name] !== '') ||
    attachment.fields.length + attachment.actions.length + attachment.blocks.length > 0
  )
}

function readField(value: unknown, path: string, reading: Reading): FieldPayload {
  const members = readMembers(value, path, FIELD, reading)
  return {
    title: members.string('title'),
    value: members.text('value'),
    short: readShort(members),
  }
}

function readShort(members: Members): boolean {
  const value = members.get('short')
  if (value === undefined || value === 0 || value === false) return false
  if (value === 1 || value === true) return true
  const word = typeof value === 'string' ? value.toLowerCase() : ''
  if (word === 'true' || word === 'false') return word === 'true'
  throw wrongType(members.at('short'), 'true or false', value)
}

function readTime(members: Members, reading: Reading): number | null {
  const value = members.get('ts')
  if (value === undefined) return null
  if (typeof value !== 'number' && typeof value !== 'string') {
    throw wrongType(members.at('ts'), 'a number of seconds', value)
  }
  const seconds = typeof value === 'number' || value.trim() !== '' ? Number(value) : NaN
  if (Number.isFinite(seconds)) return seconds
  reading.add(members.at('ts'), 'not a number of seconds')
  return null
}

function readAction(value: unknown, path: string, reading: Reading): ActionPayload {
  const members = readMembers(value, path, ACTION, reading)
  return {
    path,
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
    options: members.list('options').map((o) => readOption(o.value, o.path, reading)),
    integration: readIntegration(members, reading),
    confirm: readConfirm(members, reading),
  }
}

function readOption(value: unknown, path: string, reading: Reading): ActionOption {
  const members = readMembers(value, path, OPTION, reading)
  return { text: members.string('text'), value: members.text('value') }
}

/** The URL to call when a button is pressed; Slack's elements may have it too. */
export function readIntegration(action: Members, reading: Reading): ActionIntegration | null {
  const value = action.get('integration')
  if (value === undefined) return null
  const members = readMembers(value, action.at('integration'), INTEGRATION, reading)
  const context = members.get('context')
  if (context !== undefined && !isObject(context)) {
    throw wrongType(members.at('context'), 'an object', context)
  }
  reading.amounts.take('context members', Object.keys(context ?? {}).length)
  const entries = Object.entries(context ?? {}).flatMap(([name, member]) =>
    name !== '__proto__' && isJson(member) ? [[name, member] as const] : [],
  )
  return { url: members.string('url'), context: Object.fromEntries(entries) }
}
