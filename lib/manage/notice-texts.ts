import type { Failure, Signal } from '../log/signals.js'
import type { DeliveryRecord } from '../model/deliveries.js'
import { DELIVERY_ERRORS } from '../model/delivery-errors.js'
import { fieldNames } from '../model/fields.js'
import { isForNow } from '../model/last-result.js'
import type { HookUser, IncomingWebhook } from '../model/records.js'
import type { HandedOver } from './webhooks.js'

/** Webhooks that are named. */
const MOST_NAMED = 20

type Named = Pick<IncomingWebhook, 'displayName'>

/** What the owner of a webhook is told when something begins; `''` for nothing. */
export function signalText({ signal }: Pick<Signal, 'signal'>, webhook: Named): string {
  if (signal !== 'expiring') return ''
  return (
    `Your webhook ${codeSpan(webhook.displayName)} expires within three days. Its senders then get an ` +
    'error. If they should go on, change the time at which it expires.'
  )
}

/** What would work, by the error that requests get. */
const REMEDIES: Readonly<Partial<Record<keyof typeof DELIVERY_ERRORS, string>>> = {
  payload_unparsable:
    'Correct what the sender sends, or set the format of the webhook to the one that it sends.',
  format_unknown: 'Correct the end of the URL that the sender uses, or leave it out.',
  no_text: 'Set `text` at the sender, or end its URL with `/json`, which shows any JSON.',
  signature_invalid: 'Enter the same secret at the sender and in the webhook.',
  address_refused: "Add the sender's address to the allowed addresses of the webhook.",
  post_not_found: 'The sender can only change posts that this webhook has written.',
  channel_not_found:
    'Restore or join the channel, choose another one for the webhook, or correct `channel` at the sender.',
  user_not_found: 'Correct the username in `channel` at the sender.',
  channel_locked: 'Leave out `channel` at the sender, or turn off the lock of the webhook.',
  channel_not_permitted: 'Join the channel of the webhook again, or choose another one.',
  props_too_long: 'Send fewer fields or shorter values.',
  idempotency_mismatch: 'Use a new `Idempotency-Key` at the sender for each message.',
  method_not_allowed: 'Use `POST` and the final URL at the sender: redirects turn it into a `GET`.',
  body_timeout: 'Check the connection of the sender: its requests arrive too slowly.',
  body_too_large: 'Send less in one request.',
  unsupported_encoding: 'Send UTF-8, uncompressed or with gzip.',
  rate_limited:
    'Send several lines in one message, or ask an administrator for a higher rate limit.',
  webhooks_disabled: 'Ask an administrator to turn on incoming webhooks.',
  storage_unavailable: 'Ask the operator of this chat: it cannot store messages.',
  storage_timeout: 'Ask the operator of this chat: it cannot store messages.',
}
const OTHER_REMEDY = 'The log of its requests shows what was sent, and what was wrong.'

/**
 * What the owner of a webhook is told while it fails, and once it works again. `last` is one of the
 * refused requests, `left` how many contents can be sent again.
 */
export function failureText(
  { reason, count, since, worksSince }: Failure,
  webhook: Named,
  { last, left }: { readonly last: Refused | null; readonly left: number },
): string {
  const name = codeSpan(webhook.displayName)
  const code = fieldNames(REMEDIES).find((each) => DELIVERY_ERRORS[each].id === reason)
  const detail = last?.detail ? ` (${codeSpan(last.detail)})` : ''
  const why = last?.message ? `: ${last.message}${detail}` : ''
  const refused = `${count} requests since ${inWords(since)} were refused`
  if (worksSince !== null) {
    // Equal contents count once, whoever sent them.
    const which = left < count ? 'Without repetitions, ' : ''
    const rest = left === 0 ? '' : `\n\n${which}${left} of them can be sent again.`
    return `Your webhook ${name} works again since ${inWords(worksSince)}. Before, ${refused}${why}.${rest}`
  }
  const remedy = (code && REMEDIES[code]) ?? OTHER_REMEDY
  return `Your webhook ${name} keeps failing. ${refused}, and none was accepted${why}.\n\n${remedy}`
}

type Refused = Pick<DeliveryRecord, 'message' | 'detail'>

/** What whoever has sent requests again is told. */
export function replayedText(replayed: readonly { readonly status: number }[]): string {
  if (replayed.length === 0) return 'There is nothing left to send again.'
  const held = replayed.filter(({ status }) => isForNow(status)).length
  const refused = replayed.filter(({ status }) => status >= 400).length - held
  return [
    `${replayed.length - refused - held} of ${replayed.length} were sent again.`,
    refused > 0 && `${wasOrWere(refused)} refused again: the log shows why.`,
    held > 0 && `${wasOrWere(held)} not sent, because the limit is used up: try again in a minute.`,
  ]
    .filter((text) => text !== false)
    .join(' ')
}

function wasOrWere(count: number): string {
  return `${count} ${count === 1 ? 'was' : 'were'}`
}

/** What the former owner of webhooks is told. */
export function givenText({ webhooks, by, to }: HandedOver & { readonly by: HookUser }): string {
  return (
    `@${by.username} has handed ${listed(webhooks)} over to @${to.username}, in whose name messages now appear. ` +
    'The URL stays, so that senders go on. You cannot manage it any more. If you have kept the URL ' +
    'somewhere, delete it there.'
  )
}

/** What the new owner of webhooks is told. */
export function takenText({ webhooks, by }: HandedOver): string {
  const taken = by
    ? `@${by.username} has handed ${listed(webhooks)} over to you.`
    : `You now own ${listed(webhooks)}, because the former owner has left.`
  return (
    `${taken} Messages now appear in your name, and ` +
    'you manage it.\n\nThe URL stays, so that senders go on. The former owner may still know it, and so ' +
    'may everybody who set up a sender. If one of them should not post any more, choose Regenerate: ' +
    'the old URL can work for up to 24 hours more, in which you give the new one to the senders.'
  )
}

function listed(webhooks: readonly Named[]): string {
  const names = webhooks.slice(0, MOST_NAMED).map(({ displayName }) => codeSpan(displayName))
  const more = webhooks.length - names.length
  return `${webhooks.length === 1 ? 'the webhook' : `${webhooks.length} webhooks:`} ${names.join(', ')}${
    more > 0 ? ` and ${more} more` : ''
  }`
}

/** In a code span, no part of a name is read as markup. */
export function codeSpan(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``
}

function inWords(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
