import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { TellMistake } from '../host/host-mistakes.js'
import type { KeyCipher } from '../manage/keys.js'
import { openSecrets } from '../manage/verification.js'
import { WebhookError } from '../model/errors.js'
import type { IncomingWebhook, Verification } from '../model/records.js'
import { isSchemeName } from '../model/verification-fields.js'
import { headerOf, type SenderFault } from '../rules/sender-ways.js'
import { checkSignature, type Covered, TOLERANCE } from '../rules/signatures.js'

/** What the proof of a sender covers, or the error for a request that has not the one its webhook wants. */
type CheckedSender =
  | { readonly covers: Covered }
  | {
      readonly refusal: WebhookError
    }

export type CheckSender = ReturnType<typeof createCheckSender>

/** `cipher`: null if there is no secret that could read those of senders. */
export function createCheckSender(
  cipher: Pick<KeyCipher, 'open'> | null,
  clock: () => number,
  tell: TellMistake,
) {
  /** Checks who sent a request. `body`: the bytes that were sent, or null if they are gone. */
  return (
    req: IncomingMessage,
    { id }: Pick<IncomingWebhook, 'id'>,
    verification: Verification,
    body: Uint8Array | null,
  ): CheckedSender => {
    const secrets = cipher && openSecrets(cipher, id, verification)
    if (!secrets) {
      tell('EIW_SENDER_SECRET', { webhook: id })
      return refusal('the server cannot read the secret of this webhook: it must be set again')
    }
    const now = Math.floor(clock() / 1000)
    const check = checkSignature({ ...verification, secrets }, { headers: req.headers, body, now })
    if ('covers' in check) return check
    const { fault } = check
    if (fault === 'no_body') tell('EIW_SIGNED_BODY_PARSED')
    return refusal(DETAILS[fault])
  }
}

const DETAILS: Readonly<Record<SenderFault, string>> = {
  missing: 'the request is not signed: set the secret of the webhook in the sending program',
  wrong:
    'the signature does not match: the sending program has another secret, or signs differently',
  unreadable:
    'the signature is written otherwise than this webhook expects: check its prefix, in which upper ' +
    'and lower case differ, and its encoding',
  untimed: 'the headers lack the time, which is signed too',
  not_seconds: 'the signed time is not in whole seconds since 1970',
  moved:
    'the body begins with a time, which counts only in the header X-Grafana-Alerting-Timestamp; ' +
    'other programs than Grafana need the scheme hmac',
  late: `the signed time is more than ${TOLERANCE} s from the clock of this server`,
  no_body: 'a body parser before the webhooks router replaced the bytes that were signed',
  unknown: 'this server does not know how the senders of this webhook sign',
}

function refusal(detail: string): CheckedSender {
  return { refusal: new WebhookError('signature_invalid', { detail }) }
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
