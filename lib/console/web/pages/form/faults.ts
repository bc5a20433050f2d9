import type { CallError } from 'express-incoming-webhooks-ui/call'
import type { Webhook } from '../../api/webhooks.js'
import { numberText } from '../../state/time.js'
import { type Draft, expiresAt } from './draft.js'

/** The fields of the form; their names are the ids of their controls. */
export type FieldName =
  | 'name'
  | 'description'
  | 'channel'
  | 'expires'
  | 'username'
  | 'icon-url'
  | 'icon-emoji'
  | 'rate'
  | 'owner'

/** What is wrong with a field: in the list above the form, and under the field itself. */
export interface Fault {
  readonly field: FieldName
  readonly summary: string
  readonly text: string
}

const MAX_NAME = 256
const MAX_DESCRIPTION = 500
export const DESCRIPTION_LIMIT = MAX_DESCRIPTION

/** What can be said before the server is asked. Lengths are in code points, as the server counts. */
export function faultsOf(draft: Draft, before: Webhook | null): readonly Fault[] {
  const expires = expiresAt(draft, before)
  const isPast = Number.isNaN(expires) || (expires !== 0 && expires <= Date.now())
  return [
    ...nameFaults(draft.name.trim()),
    ...descriptionFaults(draft.description),
    ...(draft.channel === null
      ? [fault('channel', 'Channel is missing', 'Choose a channel.')]
      : []),
    ...(isPast && expires !== before?.expiresAt
      ? [fault('expires', 'The date is not in the future', 'Choose a date in the future.')]
      : []),
    ...(isHttpUrl(draft.iconUrl.trim()) ? [] : [ICON_URL]),
    ...rateFaults(draft),
  ]
}

function nameFaults(name: string): readonly Fault[] {
  const length = codePoints(name)
  if (length === 0) return [fault('name', 'Name is missing', 'Enter a name.')]
  if (length <= MAX_NAME) return []
  const text = `Shorten the name to ${MAX_NAME} characters, it has ${numberText(length)}.`
  return [fault('name', 'Name is too long', text)]
}

function descriptionFaults(description: string): readonly Fault[] {
  const length = codePoints(description)
  if (length <= MAX_DESCRIPTION) return []
  const text = `Shorten the description to ${MAX_DESCRIPTION} characters, it has ${numberText(length)}.`
  return [fault('description', 'Description is too long', text)]
}

function rateFaults({ perSecond, burst }: Draft): readonly Fault[] {
  if (perSecond.trim() === '' && burst.trim() === '') return []
  if (Number(perSecond) > 0 && Number.isInteger(Number(burst)) && Number(burst) >= 1) return []
  return [RATE]
}

const ICON_URL = fault(
  'icon-url',
  'Picture URL is not complete',
  'Enter a complete URL that begins with https:// or http://.',
)
const RATE = fault(
  'rate',
  'Rate limit is not complete',
  'Enter two numbers above zero, or leave both empty.',
)
const CHANNEL = fault(
  'channel',
  "Couldn't find the channel",
  "Couldn't find the channel. It may have been archived, choose another one.",
)

const BY_ID: ReadonlyMap<string, Fault> = new Map([
  ['model.incoming_hook.display_name.app_error', fault('name', 'Name is missing', 'Enter a name.')],
  ['app.channel.get.existing.app_error', CHANNEL],
  ['model.incoming_hook.icon_url.app_error', ICON_URL],
])

const BY_MEMBER: ReadonlyMap<string, Pick<Fault, 'field' | 'summary'>> = new Map([
  ['description', { field: 'description', summary: 'Description is not accepted' }],
  ['channel_id', { field: 'channel', summary: 'Channel is not accepted' }],
  ['expires_at', { field: 'expires', summary: 'Expiry is not accepted' }],
  ['username', { field: 'username', summary: 'Display name is not accepted' }],
  ['icon_emoji', { field: 'icon-emoji', summary: 'Emoji is not accepted' }],
  ['rate_limit', { field: 'rate', summary: 'Rate limit is not accepted' }],
  ['user_id', { field: 'owner', summary: 'Creator is not accepted' }],
])

/** The field that the server complains about, or null when it is none. */
export function serverFault(error: CallError): Fault | null {
  const known = BY_ID.get(error.id)
  if (known) return known
  if (error.id === 'app.user.missing_account.const') {
    return fault('owner', 'Creator is not known', `“${error.message}”`)
  }
  const [where = '', ...reason] = error.detail.split(':')
  const place = BY_MEMBER.get(/^\w+/.exec(where)?.[0] ?? '')
  return place ? { ...place, text: `“${error.message}” ${reason.join(':').trim()}`.trim() } : null
}

function fault(field: FieldName, summary: string, text: string): Fault {
  return { field, summary, text }
}

export function codePoints(text: string): number {
  return Array.from(text).length
}

// Nothing is a picture as well: the creator's.
function isHttpUrl(text: string): boolean {
  return text === '' || (/^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text))
}
