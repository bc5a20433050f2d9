import { DELIVERY_ERRORS } from '../../../../lib/model/delivery-errors.js'
import { isUnknown, type LastResult } from '../../../../lib/model/last-result.js'
import { MAX_KEPT_BODY } from '../../../../lib/model/limits.js'
import { DAY } from 'express-incoming-webhooks-ui'
import type { LoggedRequest } from '../../api/requests.js'
import type { Webhook } from '../../api/webhooks.js'
import { OWN_FORMAT } from '../../program.js'

/** Whether nothing was posted that should have been, as far as is known. */
export function isBad({ outcome }: Pick<LastResult, 'outcome'>): boolean {
  return outcome === 'refused' || outcome === 'failed'
}

/** What a status is like. 429 and 503 pass by themselves. */
export function toneOf(status: number): 'ok' | 'warn' | 'bad' {
  if (status < 400) return 'ok'
  return status === 429 || status === 503 ? 'warn' : 'bad'
}

/** Where the posts of a request are, in words. */
interface Place {
  /** `# deploys` or `@maria`; null if the record does not say. */
  readonly name: string | null
  /** Why it is not the webhook's channel; `''` if it is, or if that is not known. */
  readonly why: string
  /** The same with the name of the webhook's channel. */
  readonly whyInFull: string
}

type ItsChannel = Pick<Webhook, 'channelId' | 'channel'>

/** `webhook`: null if it is not known. */
export function placeOf(
  { postedTo }: Pick<LoggedRequest, 'postedTo'>,
  webhook: ItsChannel | null,
): Place {
  if (!postedTo) return { name: null, why: '', whyInFull: '' }
  if (!webhook) return { name: shown(postedTo.name), why: '', whyInFull: '' }
  const { channelId, channel } = webhook
  if (postedTo.channelId === channelId) return { name: `# ${channel}`, why: '', whyInFull: '' }
  const why = postedTo.requested ? ', as the request asked' : ', its channel at that time'
  const name = shown(postedTo.name)
  return { name, why, whyInFull: `${why} (this webhook's channel is # ${channel})` }
}

/** What became of a request, in a few words. */
export function titleOf(request: LoggedRequest, webhook: ItsChannel | null): string {
  const { outcome, message, errorId, event } = request
  if (isBad(request)) return message || errorId || 'Refused'
  return outcome === 'skipped' ? `Not shown: ${event}` : sentence(deedOf(request, webhook))
}

/** What a delivered request did, without a capital letter: `posted to # deploys in 2 parts`. */
export function deedOf(request: LoggedRequest, webhook: ItsChannel | null): string {
  const { actions, format } = request
  const { name, why } = placeOf(request, webhook)
  const isReplied = actions.includes('replied')
  const where = (word: string) => (name === null ? '' : ` ${word} ${name}${why}`)
  // Other programs change no messages but those of their incidents.
  const what = isReplied || format !== OWN_FORMAT ? 'the incident' : 'the message'
  switch (actions[0]) {
    case 'edited':
      return `updated ${what}${where('in')}${isReplied ? ', and replied' : ''}`
    case 'unchanged':
      return `said nothing new about ${what}${where('in')}`
    case 'deleted':
      return `deleted ${what}${where('in')}`
    default: {
      const parts = partsOf(request)
      return `posted${where('to')}${parts > 1 ? `, in ${parts} parts` : ''}`
    }
  }
}

/** The posts that its message was split into. */
export function partsOf({ actions, postIds }: Pick<LoggedRequest, 'actions' | 'postIds'>): number {
  return postIds.filter((_, at) => (actions[at] ?? 'created') === 'created').length
}

function shown(name: string) {
  if (name === '') return 'another channel'
  return name.startsWith('@') ? name : `# ${name}`
}

/** Why a request was refused, and the consequence. */
interface Reason {
  readonly title: string
  readonly text: string
}

const NOTHING = 'Nothing was posted.'
const UNKNOWN =
  'It is unknown whether the message was posted. Check the channel before you send it again.'
const JSON_FAULT =
  /^not JSON: expected (.+) (?:at the end|at position \d+) \((line \d+, column \d+)\)(?:; (.+))?$/

/** A readable form of known details, otherwise the detail itself. */
export function reasonOf({
  detail,
  message,
  status,
}: Pick<LoggedRequest, 'detail' | 'message' | 'status'>): Reason {
  const [, expected, where, advice] = JSON_FAULT.exec(detail) ?? []
  if (expected !== undefined && where !== undefined) {
    const title = `Not valid JSON at ${where}`
    const more = advice === undefined ? '' : `${sentence(advice)}. `
    return { title, text: `Expected ${expected} there. ${more}${NOTHING}` }
  }
  if (status === 429) {
    const text = `More came than the limit allows and can wait in line. ${NOTHING} Senders should retry after the time in Retry-After.`
    return { title: message, text }
  }
  if (isUnknown(status)) return { title: message, text: UNKNOWN }
  return { title: detail === '' ? message : sentence(detail), text: NOTHING }
}

/** What else is known of the event, by names for readers. */
export function factsIn({ facts }: Pick<LoggedRequest, 'facts'>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [
      sentence(name),
      // Lists are joined by commas; an empty one says nothing.
      fact === true ? 'Yes' : fact === false ? 'No' : String(fact).replaceAll(',', ', '),
    ]),
  )
}

/** With a capital letter, unless it begins with the name of a field: `attachments[0].text: …`. */
export function sentence(text: string): string {
  if (text.split(' ', 1)[0]?.endsWith(':')) return text
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Anybody can send what these answer, so that they say nothing of the program that is connected. */
const UNPROVEN: ReadonlySet<string> = new Set(
  [
    DELIVERY_ERRORS.address_refused,
    DELIVERY_ERRORS.signature_invalid,
    DELIVERY_ERRORS.webhook_unknown,
  ].map(({ id }) => id),
)

export function isUnproven({ errorId }: Pick<LoggedRequest, 'errorId'>): boolean {
  return UNPROVEN.has(errorId)
}

/** Why a request is there without what was sent, as far as can be told. */
export function whyNotKept(
  request: Pick<LoggedRequest, 'time' | 'outcome' | 'size' | 'errorId' | 'replayOf'>,
  now = Date.now(),
): string {
  if (request.replayOf !== null) return 'Kept with the request that it repeats.'
  if (request.size === 0) return 'The request had no body.'
  if (request.time < now - DAY) return 'Not kept any more: it is deleted after 24 hours.'
  if (isUnproven(request))
    return 'Not kept, because the key, the signature or the address was not accepted.'
  if (request.size > MAX_KEPT_BODY) return 'Not kept, because it is longer than 256 KiB.'
  return isBad(request)
    ? 'Not kept: it was not read, an administrator turned this off, or there was no room for it.'
    : 'Not kept, because the request was accepted. An administrator can change this.'
}

/** The message of an error by its id; `''` if this page does not know it. */
export function messageOf(errorId: string, status?: number): string {
  const known = Object.values(DELIVERY_ERRORS).find(
    (error) => error.id === errorId && (status ?? error.status) === error.status,
  )
  // What its placeholders stand for is not kept.
  return known?.message.replace(/ \{\w+\}/g, '') ?? ''
}
