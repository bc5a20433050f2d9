import { WebhookError } from '../model/errors.js'
import type { IncomingWebhook, Verification } from '../model/records.js'
import type { ShownVerification, VerificationInput } from '../model/verification-fields.js'
import type { KeyCipher } from './keys.js'

/** The members of a `VerificationInput`. */
export const VERIFICATION_MEMBERS: readonly (keyof VerificationInput)[] = [
  'scheme',
  'header',
  'secret',
  'previousSecret',
  'keepSecret',
]

/** What a body of the API has as `verification`. */
export function verificationToWire({
  previousSecret,
  keepSecret,
  ...same
}: VerificationInput): Readonly<Record<string, unknown>> {
  return { ...same, previous_secret: previousSecret, keep_secret: keepSecret }
}

type Verified = Pick<IncomingWebhook, 'id' | 'verification'>

/** What is stored of the asked verification; undefined as long as there is nothing to change. */
export function changedVerification(
  cipher: KeyCipher,
  { id, verification: before }: Verified,
  input: VerificationInput | null | undefined,
): Pick<IncomingWebhook, 'verification'> {
  if (input === undefined) return { verification: before }
  if (input === null) return { verification: null }
  const { scheme, header = '', secret, previousSecret, keepSecret = false } = input
  const seal = (text: string): string => cipher.seal(text, nameOf(id))
  if (keepSecret && (secret === undefined || previousSecret)) {
    throw invalid('keep_secret', 'goes with a new secret, and without previous_secret')
  }
  if (secret === undefined) {
    if (before?.scheme !== scheme) throw invalid('secret', 'expected a secret')
    const previous = previousCipher(seal, previousSecret, before.previousSecretCipher)
    return { verification: { ...before, header, previousSecretCipher: previous } }
  }
  const kept = keepSecret && before?.scheme === scheme ? before.secretCipher : ''
  const previousSecretCipher = previousCipher(seal, previousSecret, kept)
  return { verification: { scheme, header, secretCipher: seal(secret), previousSecretCipher } }
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
}: Verification): ShownVerification {
  return { scheme, header, hasPreviousSecret: previousSecretCipher !== '' }
}

/** So that the ciphertext of a key, which others may know, cannot take the place of a secret. */
function nameOf(webhookId: string): string {
  return `${webhookId} verification`
}

function invalid(member: string, reason: string): WebhookError {
  const name = `verification.${member}`
  return new WebhookError('invalid_body', { params: { name }, detail: `${name}: ${reason}` })
}
