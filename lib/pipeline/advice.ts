import { formatLike } from '../formats/all.js'
import { text } from '../formats/chats/text.js'
import type { Formats } from '../formats/registry.js'
import type { WebhookError } from '../model/errors.js'
import { isObject } from '../model/json.js'
import { readMediaType } from '../native/body/media-type.js'
import { type Sent, startsLikeJson } from '../native/body/sent.js'
import { holdsMessage } from '../native/payload/may-show.js'
import { isPayloadMember } from '../native/payload/payload-schema.js'
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
function likeOther(sent: Sent, formats: Formats): string | null {
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

/** Names what our own format does not know of a body that shows nothing; null if it knows all of it. */
export function unknownIn({ code }: WebhookError, sent: Sent): string | null {
  if (code !== 'no_text' || sent.kind !== 'json' || !isObject(sent.value)) return null
  const unknown = Object.keys(sent.value).filter((name) => !isPayloadMember(name))
  const [first, ...rest] = unknown
  if (first === undefined) return null
  const { names, others } = firstNameable(unknown)
  const named = names.map((name) => `\`${name}\``)
  const more = others > 0 ? [names.length > 0 ? `${others} more` : countedMembers(others)] : []
  const verb = rest.length > 0 ? 'are' : 'is'
  return `${inWords([...named, ...more])} ${verb} not known: send \`text\`, \`attachments\` or \`blocks\``
}

function countedMembers(count: number): string {
  return count === 1 ? 'the only member' : `all ${count} members`
}

/** `a, b and c`. */
function inWords(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}

/** Whether a body is words rather than JSON or a form, whatever it is labelled as. */
function isPlain(sent: Sent): boolean {
  if (sent.text === '' || startsLikeJson(sent.text)) return false
  return sent.kind === 'text' || (sent.kind === 'fields' && !sent.text.includes('='))
}
