import type { WebhookError } from '../model/errors.js'
import type { IncomingWebhook, Verification } from '../model/records.js'
import { errorAt, type Spelling } from '../model/sent.js'
import {
  DEFAULT_STYLE,
  isSchemeName,
  SENDER_SCHEMES,
  type ShownVerification,
  type SignatureStyle,
  type VerificationInput,
  wholeStyle,
} from '../model/verification-fields.js'
import { headerFault } from '../rules/sender-ways.js'
import type { KeyCipher } from './keys.js'

type Verified = Pick<IncomingWebhook, 'id' | 'verification' | 'updateAt'>

/** What is stored of the asked verification; undefined as long as there is nothing to change. */
export function changedVerification(
  cipher: KeyCipher,
  { id, verification, updateAt }: Verified,
  input: VerificationInput | null | undefined,
  spell: Spelling,
  now: number,
): Pick<IncomingWebhook, 'verification'> {
  // An older record does not say, and is at most as old as its last change.
  const before = verification && { ...verification, since: verification.since ?? updateAt }
  if (input === undefined) return { verification: before }
  if (input === null) return { verification: null }
  const { scheme, secret, previousSecret, keepSecret = false } = input
  const isSame = before?.scheme === scheme
  const header = input.header ?? (isSame ? before.header : '')
  const style = styleOf(scheme, input, isSame ? before : {})
  checkStyle(wholeStyle(style), spell)
  checkHeaders(scheme, { header, ...style }, isSame ? before : null, spell)
  const seal = (text: string): string => cipher.seal(text, nameOf(id))
  if (keepSecret && (secret === undefined || previousSecret)) {
    const without = spell('previousSecret')
    throw invalid(spell, 'keepSecret', `goes with a new secret, and without ${without}`)
  }
  if (secret === undefined) {
    if (!isSame) throw invalid(spell, 'secret', 'expected a secret')
    const previous = previousCipher(seal, previousSecret, before.previousSecretCipher)
    return { verification: { ...before, header, ...style, previousSecretCipher: previous } }
  }
  const kept = keepSecret && isSame ? before.secretCipher : ''
  const previousSecretCipher = previousCipher(seal, previousSecret, kept)
  const secretCipher = seal(secret)
  const sealed = { secretCipher, previousSecretCipher }
  return { verification: { scheme, header, ...style, ...sealed, since: now } }
}

/** The style of a scheme that has one. What is not asked for stays: a new secret must not change it. */
function styleOf(scheme: string, asked: SignatureStyle, before: SignatureStyle): SignatureStyle {
  if (!isSchemeName(scheme) || !SENDER_SCHEMES[scheme].isStyled) return {}
  const { timestampHeader = before.timestampHeader } = asked
  // What is signed goes with the time.
  const signed = timestampHeader ? before.signed : DEFAULT_STYLE.signed
  return wholeStyle({ ...before, signed, ...asked, timestampHeader })
}

function checkStyle({ timestampHeader, signed }: SignatureStyle, spell: Spelling): void {
  if (timestampHeader !== '' || signed === DEFAULT_STYLE.signed) return
  const header = spell('timestampHeader')
  throw invalid(
    spell,
    'signed',
    `has a {time}, so it goes with a ${header}; without one, it is null`,
  )
}

type Headers = Pick<Verification, 'header' | 'timestampHeader'>

// What is not changed is not checked either: it may have been stored under earlier rules.
function checkHeaders(scheme: string, asked: Headers, kept: Headers | null, spell: Spelling): void {
  const { header, timestampHeader } = asked
  const isKept = header === kept?.header && timestampHeader === kept.timestampHeader
  if (isKept || !isSchemeName(scheme)) return
  const fault = headerFault(scheme, { header, style: wholeStyle(asked) })
  if (fault) throw invalid(spell, fault.member, fault.reason)
}

function previousCipher(
  seal: (text: string) => string,
  sent: string | null | undefined,
  before: string,
): string {
  if (sent === undefined) return before
  return sent === null ? '' : seal(sent)
}

/** Null if one of them cannot be read, as after a change of the host's secret. */
export function openSecrets(
  cipher: Pick<KeyCipher, 'open'>,
  webhookId: string,
  { secretCipher, previousSecretCipher }: Verification,
): readonly string[] | null {
  const ciphers = [secretCipher, previousSecretCipher].filter((text) => text !== '')
  const secrets = ciphers.flatMap((text) => cipher.open(text, nameOf(webhookId)) ?? [])
  return secrets.length === ciphers.length && secrets.length > 0 ? secrets : null
}

export function shownVerification({
  scheme,
  header,
  previousSecretCipher,
  ...stored
}: Verification): ShownVerification {
  const style = styleOf(scheme, stored, {})
  return { scheme, header, ...style, hasPreviousSecret: previousSecretCipher !== '' }
}

/** So that the ciphertext of a key, which others may know, cannot take the place of a secret. */
function nameOf(webhookId: string): string {
  return `${webhookId} verification`
}

function invalid(spell: Spelling, member: keyof VerificationInput, reason: string): WebhookError {
  return errorAt(spell, `verification.${member}`, reason)
}
