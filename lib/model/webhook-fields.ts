import type { ErrorCode } from './errors.js'
import {
  type AnyField,
  type Field,
  fieldNames,
  type HiddenField,
  kinds,
  type ValuesOf,
} from './fields.js'
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_DISPLAY_NAME_LENGTH,
  MAX_EVENT_LENGTH,
  MAX_EVENTS,
  MAX_FORMAT_NAME_LENGTH,
  MAX_ICON_URL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_INCIDENT_PATH_LENGTH,
  MAX_NETWORK_LENGTH,
  MAX_NETWORKS,
  LEAST_EXPECTED,
  MOST_EXPECTED,
  PATIENCE,
} from './limits.js'
import type { ClientSettings } from './settings-fields.js'
import type { Verification } from './verification-fields.js'

// To add a field of a webhook, add a line to one of these three tables and write the code that uses
// it. The rest follows: the record's type, validation, the API, the form of the console, and the
// records that stores are tested with.

/** The part of the form that a field belongs to. */
export type FormGroup =
  | 'description'
  | 'posting'
  | 'appearance'
  | 'formats'
  | 'rules'
  | 'administrators'

interface CallerRules {
  /** Other users cannot set or see it. */
  readonly onlyAdministrators?: true
  /** The setting that must be on for the field to change. */
  readonly allowedBy?: keyof ClientSettings
  /** A PUT without this field keeps its value, because the reference's clients do not know it. */
  readonly absentKeeps?: true
  /** The error for an invalid value. Default: `invalid_body`. */
  readonly error?: ErrorCode
  readonly group: FormGroup
  readonly label: string
  readonly hint?: string
  readonly placeholder?: string
}

const { text, flag, time, period, rate, choice, names, rules, template } = kinds<CallerRules>()

/**
 * Whom texts in the formats of other programs notify: nobody, people by `@name`, or also the whole
 * channel by `@channel`, `@here` and `@all`.
 */
export type ForeignMentions = 'none' | 'people' | 'all'

/** Whom the texts of messages in Slack's or Mattermost's format notify. */
export type Mentions = 'all' | 'people' | 'none'

/**
 * What happens with several events of one incident. `reply`: one post that is edited, with a reply
 * for each change of state. `edit`: only the post. `off`: a post for each event. `''`: the default
 * of the format.
 */
export type Together = '' | 'off' | 'reply' | 'edit'

/** Fields that callers set. */
export const CALLER_FIELDS = {
  /** The name of the webhook, for people: 1 to 256 code points. */
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
  /** What posts here, and who to ask about it. At most 500 code points. */
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
  /** Whether payloads cannot choose another channel or person. */
  channelLocked: flag({
    wire: 'channel_locked',
    sample: true,
    group: 'posting',
    label: 'Lock to this channel',
    hint: 'Payloads cannot choose another channel or person. Recommended when a third party uses the URL.',
  }),
  /**
   * When the URL stops working, in milliseconds since 1970; 0 for never. Must be in the future when
   * it is set.
   */
  expiresAt: time({
    wire: 'expires_at',
    absentKeeps: true,
    sample: 4e12,
    group: 'posting',
    label: 'Expires',
  }),
  /**
   * The addresses and networks, such as `10.0.0.0/8`, from which requests are accepted, at most 50;
   * `[]` for all.
   */
  allowedAddresses: names({
    wire: 'allowed_addresses',
    mostNames: MAX_NETWORKS,
    mostLetters: MAX_NETWORK_LENGTH,
    shape: 'networks',
    absentKeeps: true,
    sample: ['192.0.2.7', '10.0.0.0/8', '2001:db8::/32'],
    group: 'posting',
    label: 'Allowed addresses',
    hint: 'Addresses or networks, separated by commas. Requests from anywhere else are refused.',
    placeholder: '192.0.2.7, 10.0.0.0/8',
  }),
  /**
   * Within how many seconds something is expected, 60 to 2,678,400 (31 days); if nothing comes for a
   * quarter longer, the webhook says so. 0: nothing is expected.
   */
  expectEvery: period({
    wire: 'expect_every',
    least: LEAST_EXPECTED,
    most: MOST_EXPECTED,
    absentKeeps: true,
    sample: 900,
    group: 'posting',
    label: 'Expect a request every',
    hint: 'If nothing is accepted for that time and a quarter of it, a message says so.',
  }),
  /**
   * The name shown beside posts, at most 64 code points, unless the payload has one. `''`:
   * `webhook`. Ignored while `enablePostUsernameOverride` is off.
   */
  username: text({
    wire: 'username',
    most: MAX_NAME_LENGTH,
    allowedBy: 'enablePostUsernameOverride',
    sample: 'ci',
    group: 'appearance',
    label: 'Display name',
    placeholder: 'webhook',
  }),
  /**
   * The picture shown beside posts, an http or https URL of at most 2048 code points, unless the
   * payload has one. Ignored while `enablePostIconOverride` is off.
   */
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
  /**
   * An emoji instead of the picture: a name, with colons or without, or the character. Ignored
   * while `enablePostIconOverride` is off.
   */
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
  /**
   * The name of the only format that is read, unless the end of the URL names another; `''` for
   * any.
   */
  format: text({
    wire: 'format',
    most: MAX_FORMAT_NAME_LENGTH,
    absentKeeps: true,
    sample: 'grafana',
    group: 'formats',
    label: 'Format',
    hint: 'The format of each request is recognised. If you choose one, requests in others are refused, unless the end of their URL names their format.',
  }),
  /**
   * How requests are shown while `format` is `template`, and those to a URL that ends with `/template`
   * (docs/templates.md). At most 4 KiB, and 25 rows of `fields`. Null: it has none.
   */
  template: template({
    wire: 'template',
    absentKeeps: true,
    sample: { title: 'a {{b}}', body: 'c\n{{d}}', fields: [{ title: 'e', value: '{{f}}' }] },
    group: 'formats',
    label: 'Template',
  }),
  /**
   * The events that are shown, at most 50 names of 128 code points; `*` for every event. `[]`: all
   * that the formats find worth a message.
   */
  events: names({
    wire: 'events',
    mostNames: MAX_EVENTS,
    mostLetters: MAX_EVENT_LENGTH,
    absentKeeps: true,
    sample: ['firing', 'pull_request.opened'],
    group: 'formats',
    label: 'Include only',
    hint: 'Names of events, separated by commas, as the log of requests shows them. All others are accepted but not shown. * means every event.',
    placeholder: 'pull_request.opened, push',
  }),
  /** The events that are not shown, at most 50 names of 128 code points. */
  except: names({
    wire: 'except',
    mostNames: MAX_EVENTS,
    mostLetters: MAX_EVENT_LENGTH,
    absentKeeps: true,
    sample: ['resolved'],
    group: 'formats',
    label: 'Exclude events',
    hint: 'Separated by commas. They are accepted but not shown.',
    placeholder: 'resolved',
  }),
  /** Whom texts in the formats of other programs notify. Default: `none`. */
  foreignMentions: choice<ForeignMentions>(['none', 'people', 'all'], {
    wire: 'foreign_mentions',
    absentKeeps: true,
    sample: 'people',
    group: 'formats',
    label: 'Mentions in these formats',
    words: {
      none: 'Notify nobody',
      people: 'Notify people by @name',
      all: 'Notify people, and the channel by @channel, @here and @all',
    },
    hint: "Text that others wrote, such as the title of an issue, may contain mentions. Messages in Slack's or Mattermost's format are not affected.",
  }),
  /** Whom texts in Slack's or Mattermost's format notify. Default: `all`. */
  mentions: choice<Mentions>(['all', 'people', 'none'], {
    wire: 'mentions',
    absentKeeps: true,
    sample: 'people',
    group: 'formats',
    label: "Mentions in Slack's and Mattermost's format",
    words: {
      all: 'Notify people, and the channel by @channel, @here and @all',
      people: 'Notify people by @name',
      none: 'Notify nobody',
    },
  }),
  /** What happens with several events of one incident. Default: `''`, which depends on the format. */
  together: choice<Together>(['', 'reply', 'edit', 'off'], {
    wire: 'together',
    absentKeeps: true,
    sample: 'edit',
    group: 'formats',
    label: 'Several events of one incident',
    words: {
      '': 'Default for the format',
      reply: 'One post, with a reply for each change',
      edit: 'One post',
      off: 'A separate post for each',
    },
    hint: 'Firing and resolved, or opened and merged: the post shows the latest state. Edits notify nobody.',
  }),
  /**
   * A dotted path into the body, such as `alert.id`, to the name of the incident; `''` for none. At
   * most 128 code points.
   */
  incidentPath: text({
    wire: 'incident_path',
    most: MAX_INCIDENT_PATH_LENGTH,
    absentKeeps: true,
    sample: 'alert.id',
    group: 'formats',
    label: 'Path of the incident’s ID',
    hint: "Such as alert.id, for programs that send Slack's or Mattermost's format. The header Correlation-Key takes precedence.",
    placeholder: 'alert.id',
  }),
  /**
   * Whether the post of an open incident has a button *Acknowledge*, for everybody who can read it. It
   * needs the router of buttons. Default: false.
   */
  acknowledge: flag({
    wire: 'acknowledge',
    absentKeeps: true,
    sample: true,
    group: 'formats',
    label: 'Button to acknowledge incidents',
    hint: 'Everybody in the channel can say that they take care of an open incident; later reports of it stay quiet.',
  }),
  /** What becomes of which events, at most 20 rules (docs/rules.md). */
  rules: rules({
    wire: 'rules',
    absentKeeps: true,
    sample: [
      {
        when: { branch: ['main', 'release/*'], 'body.draft': { not: true } },
        then: { mention: '@ops' },
      },
    ],
    group: 'rules',
    label: 'Rules',
    hint: 'All rules that hold apply, in order; the first that says something decides it. Separate values by commas; * stands for any characters.',
  }),
  /**
   * Overrides `limits.webhook` of the options. Null: the default of the server. Only administrators
   * can see and set it.
   */
  rateLimit: rate({
    wire: 'rate_limit',
    onlyAdministrators: true,
    absentKeeps: true,
    sample: { perSecond: 0.5, burst: 20 },
    group: 'administrators',
    label: 'Rate limit',
    hint: `Messages per second, and the largest burst. More wait in line for up to ${PATIENCE / 1_000} seconds; what cannot be served by then gets a 429 with Retry-After. Edits of incidents do not count. Leave empty for the server default, usually 10 and 600.`,
  }),
}

const server = kinds<object>()

/** Fields that only the server writes, and that those who manage the webhook can see. */
export const SERVER_FIELDS = {
  /** Up to 64 letters, digits, `_` and `-`. Not secret, unlike the key. */
  id: server.text({ wire: 'id', most: 26, sample: 'webhook' }),
  /**
   * The name by which files of webhooks mean it: 1 to 64 of `a` to `z`, `0` to `9` and `-`, unique in its
   * team. Set when it is created, and never changed. Null: it has none.
   */
  slug: server.slug({ wire: 'slug', sample: 'nightly-ci' }),
  /** When it was created, in milliseconds since 1970. */
  createAt: server.time({ wire: 'create_at', sample: 1_700_000_000_000 }),
  /** When it was last changed, in milliseconds since 1970. Increases with each change. */
  updateAt: server.time({ wire: 'update_at', sample: 1_700_000_000_007 }),
  /**
   * Its owner. Posts need the permissions of this user, and are stored in the name of this user
   * unless the option `botUserId` is set.
   */
  userId: server.text({ wire: 'user_id', most: 128, sample: 'user' }),
  /** Its own channel, where messages go unless a payload chooses another one. */
  channelId: server.text({ wire: 'channel_id', most: 128, sample: 'channel' }),
  /** The team of its channel, in which payloads can name channels. */
  teamId: server.text({ wire: 'team_id', most: 128, sample: 'team' }),
  /** False after it was disabled or revoked: its URL gets a 404. */
  enabled: server.flag({ wire: 'enabled', initial: true, sample: false }),
  /**
   * When its key was last used, in milliseconds since 1970; 0 for never. Written at most once a
   * minute.
   */
  lastUsed: server.time({ wire: 'last_used', sample: 1_700_000_000_123 }),
  /** The last four characters of the key. */
  keyHint: server.text({ wire: 'key_hint', most: 4, sample: 'abcd' }),
}

/** A replaced key that still works. */
export interface PreviousKey {
  /** SHA-256 of the key, in hexadecimal. */
  readonly keyDigest: string
  /** The last four characters of the key. */
  readonly keyHint: string
  /** When it stops working, in milliseconds since 1970. */
  readonly expiresAt: number
  /** When it was last used, in milliseconds since 1970; 0 for never. */
  readonly lastUsed: number
}

/** Fields that only the server writes and that are never shown. */
export const HIDDEN_FIELDS = {
  /** Counts the changes, so that of two concurrent ones only one is made. */
  version: hidden(0, 7),
  /** SHA-256 of the key, in hexadecimal. */
  keyDigest: hidden('', 'd1'.repeat(32)),
  /** The key, encrypted with AES-256-GCM under the host's secret. */
  keyCipher: hidden('', 'sealed key'),
  /**
   * Part of the secret that signs the calls of its buttons. Changing it changes that secret. For some
   * time it also contains the salt that it replaced; `rules/signing.ts` reads it.
   */
  signingSalt: hidden('', 'salt'),
  /** How its senders sign. Callers set it as `VerificationInput`. */
  verification: hidden<Verification | null>(null, {
    scheme: 'hmac',
    header: 'X-Signature',
    prefix: 'sha256=',
    encoding: 'base64',
    timestampHeader: 'X-Timestamp',
    signed: 'v0:{time}:{body}',
    secretCipher: 'sealed secret',
    previousSecretCipher: 'sealed old secret',
  }),
  /** From when on `expectEvery` counts, in milliseconds since 1970; 0 if it was never set. */
  expectedSince: hidden(0, 1_700_000_000_005),
  /** The key before the current one while it still works, or null. */
  previousKey: hidden<PreviousKey | null>(null, {
    keyDigest: 'd0'.repeat(32),
    keyHint: 'old1',
    expiresAt: 4e12,
    lastUsed: 5,
  }),
}

/** The names of the fields that callers set, and of those that the server shows. */
export const CALLER_NAMES = fieldNames(CALLER_FIELDS)
export const SERVER_NAMES = fieldNames(SERVER_FIELDS)

function hidden<Value>(initial: Value, sample: Value): HiddenField<Value> {
  return { initial, sample }
}

export type CallerName = keyof typeof CALLER_FIELDS
export type CallerValues = ValuesOf<typeof CALLER_FIELDS>
export type ServerValues = ValuesOf<typeof SERVER_FIELDS>
export type HiddenValues = ValuesOf<typeof HIDDEN_FIELDS>
/** A field that callers set, of any kind. */
export type CallerField = AnyField & CallerRules
/** All fields that callers set, each with the type of its values. */
export type CallerFields = {
  readonly [Name in CallerName]: Field<CallerValues[Name]> & CallerRules
}
