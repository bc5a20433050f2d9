import type { Signal } from '../log/signals.js'
import { ERRORS } from '../model/errors.js'
import type { HookUser, IncomingWebhook } from '../model/records.js'
import type { HandedOver } from './webhooks.js'

/** Webhooks that are named. */
const MOST_NAMED = 20

type Named = Pick<IncomingWebhook, 'displayName'>

/** What the owner of a webhook is told when something begins; `''` for nothing. */
export function signalText({ signal, reason, count, since }: Signal, webhook: Named): string {
  const name = codeSpan(webhook.displayName)
  switch (signal) {
    case 'failing': {
      const error = Object.values(ERRORS).find(({ id }) => id === reason)
      const why = error ? `: ${error.message}` : '.'
      return (
        `Your webhook ${name} keeps failing. ${count} requests since ${inWords(since)} were refused, and ` +
        `none was accepted${why}\n\nIts log of requests shows what exactly was wrong, and what was sent.`
      )
    }
    case 'expiring':
      return (
        `Your webhook ${name} expires within three days. Its senders then get an error. If they should ` +
        'go on, change the time at which it expires.'
      )
    default:
      return ''
  }
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
