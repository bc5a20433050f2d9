/**
 * The texts that the field `payload` of an urlencoded form may mean, most likely first: its decoded
 * value, then everything after `payload=` as it stands, for senders that forgot to encode.
 */
export function payloadCandidates(form: string): readonly string[] {
  const decoded = new URLSearchParams(form).get('payload')
  if (decoded === null) return []
  const raw = afterPayload(form)
  return raw === '' || raw === decoded ? [decoded] : [decoded, raw]
}

function afterPayload(form: string): string {
  const at = `&${form}`.indexOf('&payload=')
  return at === -1 ? '' : form.slice(at + 'payload='.length)
}

/** Whether a body without a reliable Content-Type looks like a form with a payload. */
export function looksLikeForm(text: string): boolean {
  return text.startsWith('payload=') || /^[\w.%[\]-]{1,64}=[^{[]*&payload=/.test(text)
}
