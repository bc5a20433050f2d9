import type { ErrorCode } from './errors.js'
import { type AnyField, type Field, type HiddenField, kinds, type ValuesOf } from './fields.js'
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_DISPLAY_NAME_LENGTH,
  MAX_ICON_URL_LENGTH,
  MAX_NAME_LENGTH,
} from './limits.js'
import type { ClientSettings } from './settings-fields.js'

// A new field of a webhook needs its line in one of these three tables, and the code that asks for
// it. The rest follows: the record's type, validation, what the API shows, the form of the console,
// and the records that stores are tested with.

/** The part of the form that a field belongs to. */
export type FormGroup = 'description' | 'posting' | 'appearance' | 'administrators'

interface CallerRules {
  /** Others may not set it and are not shown it. */
  readonly onlyAdministrators?: true
  /** The setting without which it stays as it is, whatever callers send. */
  readonly allowedBy?: keyof ClientSettings
  /** Clients of the reference do not know it: a PUT that leaves it out keeps it. */
  readonly absentKeeps?: true
  /** What an unacceptable value is refused with; `invalid_body` unless given. */
  readonly error?: ErrorCode
  readonly group: FormGroup
  readonly label: string
  readonly hint?: string
  readonly placeholder?: string
}

const { text, flag, time, rate } = kinds<CallerRules>()

/** Fields that callers set. */
export const CALLER_FIELDS = {
  displayName: text({
    wire: 'display_name',
    most: MAX_DISPLAY_NAME_LENGTH,
    required: true,
    error: 'display_name_invalid',
    sample: `It's "CI" \u{1f680} \\ %_`,
    group: 'description',
    label: 'Name',
    placeholder: 'Deploy notifications',
  }),
  description: text({
    wire: 'description',
    most: MAX_DESCRIPTION_LENGTH,
    shape: 'lines',
    error: 'description_invalid',
    sample: '\u{1f680}'.repeat(MAX_DESCRIPTION_LENGTH),
    group: 'description',
    label: 'Description',
    hint: 'What posts here, and who to ask about it',
  }),
  channelLocked: flag({
    wire: 'channel_locked',
    sample: true,
    group: 'posting',
    label: 'Lock to this channel',
    hint: 'Payloads cannot choose another channel or person. Recommended when a third party uses the URL.',
  }),
  /** 0: never. */
  expiresAt: time({
    wire: 'expires_at',
    absentKeeps: true,
    sample: 4e12,
    group: 'posting',
    label: 'Expires',
  }),
  username: text({
    wire: 'username',
    most: MAX_NAME_LENGTH,
    allowedBy: 'enablePostUsernameOverride',
    sample: 'ci',
    group: 'appearance',
    label: 'Display name',
    placeholder: 'webhook',
  }),
  iconUrl: text({
    wire: 'icon_url',
    most: MAX_ICON_URL_LENGTH,
    shape: 'url',
    allowedBy: 'enablePostIconOverride',
    error: 'icon_url_invalid',
    sample: 'https://example.test/icon.png?a=1&b=%20',
    group: 'appearance',
    label: 'Picture URL',
    placeholder: 'https://',
  }),
  iconEmoji: text({
    wire: 'icon_emoji',
    most: MAX_NAME_LENGTH,
    allowedBy: 'enablePostIconOverride',
    absentKeeps: true,
    sample: 'rocket',
    group: 'appearance',
    label: 'Emoji',
    hint: 'Shown instead of the picture.',
    placeholder: ':rocket:',
  }),
  rateLimit: rate({
    wire: 'rate_limit',
    onlyAdministrators: true,
    absentKeeps: true,
    sample: { perSecond: 0.5, burst: 20 },
    group: 'administrators',
    label: 'Rate limit',
    hint: 'Requests per second, and how many may arrive at once. Leave empty for the server default.',
  }),
}

const server = kinds<object>()

/** What only the server writes, and shows to those who manage the webhook. */
export const SERVER_FIELDS = {
  id: server.text({ wire: 'id', most: 26, sample: 'webhook' }),
  createAt: server.time({ wire: 'create_at', sample: 1_700_000_000_000 }),
  updateAt: server.time({ wire: 'update_at', sample: 1_700_000_000_007 }),
  userId: server.text({ wire: 'user_id', most: 128, sample: 'user' }),
  channelId: server.text({ wire: 'channel_id', most: 128, sample: 'channel' }),
  teamId: server.text({ wire: 'team_id', most: 128, sample: 'team' }),
  enabled: server.flag({ wire: 'enabled', initial: true, sample: false }),
  /** 0: not yet. */
  lastUsed: server.time({ wire: 'last_used', sample: 1_700_000_000_123 }),
  /** The last four characters of the key. */
  keyHint: server.text({ wire: 'key_hint', most: 4, sample: 'abcd' }),
}

/** A replaced key that still works. */
export interface PreviousKey {
  readonly keyDigest: string
  readonly keyHint: string
  readonly expiresAt: number
  readonly lastUsed: number
}

/** What only the server writes and nobody is shown. */
export const HIDDEN_FIELDS = {
  /** SHA-256 of the key, hexadecimal. */
  keyDigest: hidden('', 'd1'.repeat(32)),
  /** The key under AES-256-GCM; opens only with the host's secret. */
  keyCipher: hidden('', 'sealed key'),
  /** Goes into the secret that signs calls of its buttons; another one makes another secret. */
  signingSalt: hidden('', 'salt'),
  previousKey: hidden<PreviousKey | null>(null, {
    keyDigest: 'd0'.repeat(32),
    keyHint: 'old1',
    expiresAt: 4e12,
    lastUsed: 5,
  }),
}

function hidden<Value>(initial: Value, sample: Value): HiddenField<Value> {
  return { initial, sample }
}

export type CallerName = keyof typeof CALLER_FIELDS
export type CallerValues = ValuesOf<typeof CALLER_FIELDS>
export type ServerValues = ValuesOf<typeof SERVER_FIELDS>
export type HiddenValues = ValuesOf<typeof HIDDEN_FIELDS>
/** A field that callers set, of any kind. */
export type CallerField = AnyField & CallerRules
/** The fields that callers set, each with the type of its values. */
export type CallerFields = {
  readonly [Name in CallerName]: Field<CallerValues[Name]> & CallerRules
}
