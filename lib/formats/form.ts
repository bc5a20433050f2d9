import { decodeText, isUtf8 } from './charset.js'

/**
 * The texts that the field `payload` of an urlencoded form may mean, most likely first: its decoded
 * value, then everything after `payload=` as it stands, for senders that forgot to encode.
 */
export function payloadCandidates(form: string, charset = ''): readonly string[] {
  const decoded = isUtf8(charset)
    ? new URLSearchParams(form).get('payload')
    : decodedIn(form, charset)
  if (decoded === null) return []
  const raw = afterPayload(form)
  return raw === '' || raw === decoded ? [decoded] : [decoded, raw]
}

// URLSearchParams takes every escape for UTF-8.
function decodedIn(form: string, charset: string): string | null {
  const field = form.split('&').find((pair) => pair.startsWith('payload='))
  if (field === undefined) return null
  const value = field.slice('payload='.length).replaceAll('+', ' ')
  return value.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) =>
    decodeText(Buffer.from(escapes.replaceAll('%', ''), 'hex'), charset),
  )
}

function afterPayload(form: string): string {
  const at = `&${form}`.indexOf('&payload=')
  return at === -1 ? '' : form.slice(at + 'payload='.length)
}

/** Whether a body without a reliable Content-Type looks like a form with a payload. */
export function looksLikeForm(text: string): boolean {
  return text.startsWith('payload=') || /^[\w.%[\]-]{1,64}=[^{[]*&payload=/.test(text)
}
