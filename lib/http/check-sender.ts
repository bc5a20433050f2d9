import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { TellMistake } from '../host/host-mistakes.js'
import type { KeyCipher } from '../manage/keys.js'
import { openSecrets } from '../manage/verification.js'
import { WebhookError } from '../model/errors.js'
import type { IncomingWebhook, Verification } from '../model/records.js'
import { isSchemeName } from '../model/verification-fields.js'
import { headerOf, type SenderFault, senderFault, TOLERANCE } from '../rules/signatures.js'

/**
 * The error for a request that its sender has not signed as the webhook wants it, or null. `body`: the
 * bytes that were sent, or null if they are gone.
 */
export type CheckSender = (
  req: IncomingMessage,
  webhook: Pick<IncomingWebhook, 'id'>,
  verification: Verification,
  body: Uint8Array | null,
) => WebhookError | null

/** `cipher`: null if there is no secret that could read those of senders. */
export function createCheckSender(
  cipher: Pick<KeyCipher, 'open'> | null,
  clock: () => number,
  tell: TellMistake,
): CheckSender {
  return (req, { id }, verification, body) => {
    const { scheme, header } = verification
    const secrets = cipher && openSecrets(cipher, id, verification)
    if (!secrets) {
      tell('EIW_SENDER_SECRET', { webhook: id })
      return refusal('the server cannot read the secret of this webhook: it must be set again')
    }
    const now = Math.floor(clock() / 1000)
    const fault = senderFault({ scheme, header, secrets }, { headers: req.headers, body, now })
    if (fault === null) return null
    if (fault === 'no_body') tell('EIW_SIGNED_BODY_PARSED')
    return refusal(DETAILS[fault])
  }
}

const DETAILS: Readonly<Record<SenderFault, string>> = {
  missing: 'the request is not signed: set the secret of the webhook in the sending program',
  wrong:
    'the signature does not match: the sending program has another secret, or signs differently',
  late: `the signed time is more than ${TOLERANCE} s from the clock of this server`,
  no_body: 'a body parser before the webhooks router replaced the bytes that were signed',
  unknown: 'this server does not know how the senders of this webhook sign',
}

function refusal(detail: string): WebhookError {
  return new WebhookError('signature_invalid', { detail })
}

/** The headers as they may be shown: some senders prove themselves by the secret itself. */
export function withoutSecret(
  headers: IncomingHttpHeaders,
  verification: Verification | null,
): IncomingHttpHeaders {
  if (!verification || !isSchemeName(verification.scheme)) return headers
  const name = headerOf(verification.scheme, verification.header)
  return headers[name] === undefined ? headers : { ...headers, [name]: '[redacted]' }
}
