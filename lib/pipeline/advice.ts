import { formatLike } from '../formats/all.js'
import { anyJson } from '../formats/any-json/index.js'
import { text } from '../formats/chats/text.js'
import type { Format } from '../formats/format.js'
import type { Formats } from '../formats/registry.js'
import type { ErrorCode, WebhookError } from '../model/errors.js'
import { isObject } from '../model/json.js'
import { BEARING, holdMessage } from '../native/body/fields.js'
import { readMediaType } from '../native/body/media-type.js'
import { NO_PAYLOAD, type Sent, startsLikeJson } from '../native/body/sent.js'
import { holdsMessage, isPayloadMember, mayShow } from '../native/payload/payload-schema.js'
import { firstNameable } from '../rules/nameable.js'

/** What to do about a body that our own format refuses; null if nothing else is known of it. */
export function adviceOn(
  { code, detail }: WebhookError,
  sent: Sent,
  contentType: string | undefined,
  formats: Formats,
): string | null {
  const like = code === 'no_text' || !holdsMessage(sent) ? likeOther(sent, formats) : null
  if (like !== null || !isPlain(sent)) return like
  const { essence } = readMediaType(contentType)
  if (essence.startsWith('multipart/') || !formats.named(text.name)) return null
  return `${detail}; if the body is plain text, end the URL with /${text.name}`
}

/** What to do about a body that looks like another format, and shows nothing. */
function likeOther(sent: Sent, formats: Formats) {
  const format = formatLike(sent, formats.all)
  if (!format) return null
  const { name, title, detect, advice } = format
  const looks = `this looks like the format of ${title}`
  if (!formats.named(name)) return `${looks}${advice ? `: ${advice}` : ', which is not read here'}`
  if (!detect) {
    return `this looks like a request of ${title}, which only the URL can name: it must end with /${name}`
  }
  return `${looks}, but shows nothing: if the URL ends with /${name}, the error says what is missing`
}

/** What to do about an event that the format of its sender does not know. */
export function unknownEvent(format: Format | null): string | null {
  if (!format) return null
  const { name, title } = format
  return `this looks like ${title}, but not like an event that is known here: to take it all the same, end the URL with /${name}`
}

/** Names what an unknown body has, and what would show it; null if our own format knows all of it. */
export function unknownIn(
  { code, detail }: WebhookError,
  sent: Sent,
  formats: Formats,
): string | null {
  const has = membersIn(code, sent)
  if (has === null) return null
  const { name } = anyJson
  const shown = formats.named(name) ? `End the URL with /${name} to show it, or send` : 'Send'
  const isWrapped = sent.kind === 'json' && isObject(sent.value) && isMessage(sent.value['payload'])
  // Why a form may not be what its sender meant.
  const cause = sent.kind === 'fields' ? (detail.split(NO_PAYLOAD)[1] ?? '') : ''
  return `${has}; ${isWrapped ? WRAPPED : `no format reads it. ${shown} \`text\``}${cause}`
}

/** Null if it has nothing, or only members of our own format. */
function membersIn(code: ErrorCode, sent: Sent) {
  if (sent.kind === 'text') return null
  if (sent.kind === 'fields') {
    const names = sent.fields.map(([name]) => name)
    return names.length === 0 || holdMessage(sent.fields) ? null : `the form has ${named(names)}`
  }
  const { value } = sent
  if (Array.isArray(value)) return value.length > 0 ? `the body has ${elementsOf(value)}` : null
  if (!isObject(value) || (code !== 'no_text' && holdsContent(value))) return null
  const names = Object.keys(value)
  return names.every(isPayloadMember) ? null : `the body has ${named(names)}`
}

const WRAPPED =
  'the message is in the member `payload`: send it as the whole body, without that member'

function elementsOf(list: readonly unknown[]) {
  const [first] = list
  const names = isObject(first) ? Object.keys(first) : []
  const has = names.length > 0 ? `, the first of which has ${named(names)}` : ''
  return `${list.length} ${list.length === 1 ? 'element' : 'elements'}${has}`
}

/** Whether its sender means it as a message of ours, whatever the types of its members are. */
function holdsContent(value: object) {
  return Object.keys(value).some((name) => BEARING.has(name.toLowerCase()))
}

/** Whether a member holds a message of ours, as an object or as JSON in a text. */
function isMessage(member: unknown) {
  return mayShow(member) || (typeof member === 'string' && startsLikeJson(member))
}

/** The names that an error may contain, and how many more there are. */
function named(all: readonly string[]) {
  const { names, others } = firstNameable(all)
  if (names.length === 0) return others === 1 ? '1 member' : `${others} members`
  const more = others > 0 ? ` and ${others} more` : ''
  return names.map((name) => `\`${name}\``).join(', ') + more
}

/** Whether a body is words rather than JSON or a form, whatever it is labelled as. */
function isPlain(sent: Sent) {
  if (sent.text === '' || startsLikeJson(sent.text)) return false
  return sent.kind === 'text' || (sent.kind === 'fields' && !sent.text.includes('='))
}
