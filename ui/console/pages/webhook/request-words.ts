import { isUnknown } from '../../../../lib/model/last-result.js'
import type { RecentRequest } from '../../api/requests.js'
import type { Webhook } from '../../api/webhooks.js'
import { OWN_FORMAT } from '../../program.js'

export function isRefused({ status }: RecentRequest): boolean {
  return status >= 400
}

/** What a status is like. 429 and 503 pass by themselves. */
export function toneOf(status: number): 'ok' | 'warn' | 'bad' {
  if (status < 400) return 'ok'
  return status === 429 || status === 503 ? 'warn' : 'bad'
}

export function hasWarnings({ warnings }: RecentRequest): boolean {
  return warnings.length > 0
}

/** Where the posts of a request are, in words. */
export interface Place {
  /** `# deploys` or `@maria`; null if the record does not say. */
  readonly name: string | null
  /** Why it is not the webhook's channel; `''` if it is, or if the record does not say. */
  readonly why: string
  /** The same with the name of the webhook's channel. */
  readonly whyInFull: string
}

export function placeOf(
  { postedTo }: Pick<RecentRequest, 'postedTo'>,
  { channelId, channel }: Pick<Webhook, 'channelId' | 'channel'>,
): Place {
  if (!postedTo) return { name: null, why: '', whyInFull: '' }
  if (postedTo.channelId === channelId) return { name: `# ${channel}`, why: '', whyInFull: '' }
  const why = postedTo.requested ? ', as the request asked' : ', its channel at that time'
  const name = shown(postedTo.name)
  return { name, why, whyInFull: `${why} (this webhook's channel is # ${channel})` }
}

/** What a delivered request did, without a capital letter: `posted to # deploys in 2 parts`. */
export function deedOf(request: RecentRequest, webhook: Webhook): string {
  const { actions, format } = request
  const { name, why } = placeOf(request, webhook)
  const isReplied = actions.includes('replied')
  const where = (word: string): string => (name === null ? '' : ` ${word} ${name}${why}`)
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
export function partsOf({ actions, postIds }: Pick<RecentRequest, 'actions' | 'postIds'>): number {
  return postIds.filter((_, at) => (actions[at] ?? 'created') === 'created').length
}

function shown(name: string): string {
  if (name === '') return 'another channel'
  return name.startsWith('@') ? name : `# ${name}`
}

/** Why a request was refused, and the consequence. */
export interface Reason {
  readonly title: string
  readonly text: string
}

const NOTHING = 'Nothing was posted.'
const UNKNOWN =
  'It is unknown whether the message was posted. Check the channel before you send it again.'
const JSON_FAULT =
  /^not JSON: expected (.+) (?:at the end|at position \d+) \((line \d+, column \d+)\)$/

/** A readable form of known details, otherwise the detail itself. */
export function reasonOf({
  detail,
  message,
  status,
}: Pick<RecentRequest, 'detail' | 'message' | 'status'>): Reason {
  const [, expected, where] = JSON_FAULT.exec(detail) ?? []
  if (expected !== undefined && where !== undefined) {
    const title = `Not valid JSON at ${where}`
    return { title, text: `Expected ${expected} there. ${NOTHING}` }
  }
  if (status === 429) {
    const text = `More came than the limit allows and can wait in line. ${NOTHING} Senders should retry after the time in Retry-After.`
    return { title: message, text }
  }
  if (isUnknown(status)) return { title: message, text: UNKNOWN }
  return { title: detail === '' ? message : sentence(detail), text: NOTHING }
}

/** With a capital letter, unless it begins with the name of a field: `attachments[0].text: …`. */
export function sentence(text: string): string {
  if (text.split(' ', 1)[0]?.endsWith(':')) return text
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Headers that curl sets, that fit the original body only, or that are shown without their value. */
const LEFT_OUT =
  /^(?:accept-encoding|connection|content-encoding|content-length|expect|host|idempotency-key|keep-alive|te|transfer-encoding|upgrade|x-request-id): |: \[redacted\]$/

/** Headers of this length may have been cut. */
const MAX_HEADER = 200

/** A command that repeats a request with the payload in a file. */
export function curlOf({ headers }: Pick<RecentRequest, 'headers'>, url: string | null): string {
  const kept = headers.filter((header) => header.length < MAX_HEADER && !LEFT_OUT.test(header))
  // Without this, curl labels the body as a form.
  if (!kept.some((header) => header.startsWith('content-type:'))) kept.push('content-type:')
  return [
    'curl --data-binary @payload',
    ...kept.map((header) => `-H ${quoted(header)}`),
    url === null ? 'URL' : quoted(url),
  ].join(' \\\n  ')
}

/** One word for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
