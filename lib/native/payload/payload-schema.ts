import { unparsable, WebhookError } from '../../model/errors.js'
import { MAX_OWN_PROPS_BYTES } from '../../model/limits.js'
import type { Payload, PriorityPayload, PropsParts } from '../../model/message.js'
import type { HookProps, JsonValue } from '../../model/records.js'
import { ATTACHMENT, readAttachment } from './attachment-schema.js'
import { isWithoutEffect, memberNames, Members, readBlocks, type Reading } from './reading.js'
import { isJson, isObject } from '../../model/json.js'
import { BEARING, holdMessage, payloadField } from '../body/fields.js'
import { NO_PAYLOAD, payloadOf, type Sent } from '../body/sent.js'

/** Whether a body may hold something that our own format shows. */
export function holdsMessage(sent: Sent): boolean {
  if (sent.kind === 'json') return mayShow(sent.value)
  return sent.kind === 'fields' && holdMessage(sent.fields)
}

/**
 * The same for a value from JSON. Only names and types are looked at, so that a member of another format
 * whose name is known here, such as a `priority` of 5, is no mistake.
 */
export function mayShow(value: unknown): boolean {
  if (!isObject(value)) return false
  return Object.keys(value).some((name) => {
    const lower = name.toLowerCase()
    const member = value[name]
    if (lower === 'props') return mayShowParts(member)
    if (!BEARING.has(lower)) return false
    if (lower === 'text') return typeof member === 'string' && member !== ''
    return Array.isArray(member) && member.length > 0
  })
}

/** Members of `props` that are shown, and not kept. */
const LISTS = memberNames('mm_blocks blocks cards')
const ACTIONS = 'mm_blocks_actions'
/** Those that only Mattermost has. Others of these names may be a host's own, unless they are lists. */
const ONLY_SHOWN = memberNames(`mm_blocks ${ACTIONS}`)
const KNOWN = memberNames(`${[...LISTS].join(' ')} ${ACTIONS}`)

/** Whether this member of `props` is shown rather than kept. */
function isShownProp(name: string, value: unknown) {
  return ONLY_SHOWN.has(name) || (LISTS.has(name) && Array.isArray(value))
}

/** Whether `props` may hold something to show. */
function mayShowParts(props: unknown) {
  if (!isObject(props)) return false
  return [...LISTS].some((name) => {
    const list = Object.hasOwn(props, name) ? props[name] : undefined
    return Array.isArray(list) && list.length > 0
  })
}

/** What the `props` of a payload hold to be shown; null if none of its members is there. */
function readPropsParts(payload: Members): PropsParts | null {
  const props = payload.get('props')
  if (!isObject(props)) return null
  const sent = Object.entries(props).filter(([name, value]) => isShownProp(name, value))
  if (sent.length === 0) return null
  const parts = new Members(Object.fromEntries(sent), 'props', KNOWN, payload.reading)
  const hasBlocks = Array.isArray(parts.get('mm_blocks') ?? [])
  if (!hasBlocks) parts.warn('mm_blocks', 'not a list')
  const actions = parts.get(ACTIONS) ?? {}
  if (!isObject(actions)) parts.warn(ACTIONS, 'not an object')
  return {
    mmBlocks: hasBlocks ? parts.list('mm_blocks') : [],
    blocks: parts.list('blocks'),
    cards: parts.list('cards'),
    actions: isObject(actions) ? actions : {},
  }
}

/** Whether there is a block or a card. */
function showsParts(parts: PropsParts | null) {
  return parts !== null && parts.mmBlocks.length + parts.blocks.length + parts.cards.length > 0
}

const PAYLOAD = memberNames(`
  text channel username icon_url icon_emoji type root_id silent props priority attachments
  blocks fallback correlation_key
`)

const NOTHING = 'a payload needs text, an attachment or a block'

const PRIORITY = new Set(['priority', 'requested_ack', 'persistent_notifications'])

/** Names in `props` that only the server writes. */
const SERVER_OWNED = memberNames(`
  from_webhook from_bot from_plugin from_oauth_app webhook_display_name webhook_part
  webhook_plain_text webhook_incident webhook_thing webhook_changes attachments force_notification
  silent_notification add_channel_member channel_mentions
`)
const SERVER_OWNED_PREFIX = /^(?:override|mm)_/

/** Bytes of `"a":1,`. */
const SHORTEST_MEMBER = 6

/** Whether our own format knows a member of this name, ignoring case. */
export function isPayloadMember(name: string): boolean {
  return PAYLOAD.has(name.toLowerCase()) || isWithoutEffect(name)
}

/** Whether only the server writes this name in `props`. */
export function isServerOwned(name: string): boolean {
  return SERVER_OWNED.has(name) || SERVER_OWNED_PREFIX.test(name)
}

/**
 * Checks a parsed payload and reads its known members. Throws `no_text` if there is nothing to
 * show, with the detail `nothing` if it is given.
 */
export function readPayload(value: unknown, reading: Reading, nothing = NOTHING): Payload {
  const payload = readContent(value, reading)
  const { text, attachments, blocks, parts } = payload
  if (text === '' && attachments.length + blocks.length === 0 && !showsParts(parts)) {
    throw new WebhookError('no_text', { detail: nothing })
  }
  return payload
}

/** The same for a payload that may be empty. A known member of a wrong type is an error with its path. */
export function readContent(value: unknown, reading: Reading): Payload {
  const members = new Members(value, '', PAYLOAD, reading)
  const payload: Payload = {
    text: members.string('text'),
    channel: members.string('channel'),
    username: members.string('username'),
    icon_url: members.string('icon_url'),
    icon_emoji: members.string('icon_emoji'),
    type: members.string('type'),
    root_id: members.string('root_id'),
    silent: members.boolean('silent'),
    props: readProps(members),
    parts: readPropsParts(members),
    priority: readPriority(members),
    attachments: members
      .each('attachments', ATTACHMENT, readAttachment)
      .filter((attachment) => attachment !== null),
    blocks: readBlocks(members),
  }
  // Some senders write `false` for a text that is not set.
  if ((members.get('fallback') ?? false) !== false) reading.ignore(members.at('fallback'))
  return payload
}

function readPriority(members: Members): PriorityPayload | null {
  const inner = members.inner('priority', PRIORITY)
  return (
    inner && {
      priority: readLevel(members.get('priority'), inner),
      requested_ack: inner.boolean('requested_ack'),
      persistent_notifications: inner.boolean('persistent_notifications'),
    }
  )
}

/** Null if it is missing or not a string. */
function readLevel(value: unknown, inner: Members) {
  const level = inner.get('priority')
  if (typeof level === 'string') return level
  // The only member where `""` is a value, the standard priority.
  const standard =
    level === undefined &&
    isObject(value) &&
    Object.keys(value).some((name) => name.toLowerCase() === 'priority' && value[name] === '')
  return standard ? '' : null
}

function readProps(members: Members): HookProps {
  const value = members.get('props')
  if (value === undefined) return {}
  if (!isObject(value)) throw members.wrong('props', 'an object')
  // This many names exceed the limit in bytes, unless they are ignored.
  if (Object.keys(value).length > MAX_OWN_PROPS_BYTES / SHORTEST_MEMBER) {
    throw unparsable('props: too many names')
  }
  const own: [string, JsonValue][] = []
  for (const [name, member] of Object.entries(value)) {
    const path = `props.${name}`
    if (isShownProp(name, member)) continue
    if (isServerOwned(name)) members.warn(path, 'only the server sets this')
    else if (name === '__proto__') members.warn(path, 'not supported')
    else if (name === 'card' && typeof member !== 'string') members.warn(path, 'not a string')
    else if (isJson(member)) own.push([name, member])
    else members.warn(path, 'number out of range')
  }
  const props = Object.fromEntries(own)
  const size = Buffer.byteLength(JSON.stringify(props))
  if (size <= MAX_OWN_PROPS_BYTES) return props
  throw unparsable(`props: ${size} bytes of names and values, at most ${MAX_OWN_PROPS_BYTES}`)
}

/** A body as a payload of our own format. Everything malformed is the same error. */
export function parseNative(sent: Sent, warnings: Reading): Payload {
  return readPayload(payloadOf(sent, warnings), warnings, nothingIn(sent))
}

/** The detail of a body that shows nothing, if it is more exact than that of the payload. */
function nothingIn(sent: Sent): string | undefined {
  if (sent.kind !== 'fields' || holdMessage(sent.fields)) return undefined
  return payloadField(sent.fields) ? undefined : NO_PAYLOAD
}
