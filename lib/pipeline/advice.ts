import { formatLike } from '../formats/all.js'
import { text } from '../formats/chats/text.js'
import type { Formats } from '../formats/registry.js'
import type { WebhookError } from '../model/errors.js'
import { readMediaType } from '../native/body/media-type.js'
import { type Sent, startsLikeJson } from '../native/body/sent.js'
import { holdsMessage } from '../native/payload/may-show.js'

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

/** Whether a body is words rather than JSON or a form, whatever it is labelled as. */
function isPlain(sent: Sent): boolean {
  if (sent.text === '' || startsLikeJson(sent.text)) return false
  return sent.kind === 'text' || (sent.kind === 'fields' && !sent.text.includes('='))
}
