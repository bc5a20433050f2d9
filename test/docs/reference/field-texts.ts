import type { CallerName } from '../../../lib/model/webhook-fields.js'

/** The meaning of each field of a webhook, in addition to its entry in the table. */
export const FIELD_TEXTS: Readonly<Record<CallerName, string>> = {
  displayName: 'its name',
  description: 'what posts here, whom to ask',
  channelLocked: 'payloads cannot choose another destination',
  expiresAt: 'when the URL stops working, in the future; `0`: never',
  allowedAddresses: '[addresses and networks](contract.md#allowed-addresses) of senders; `[]`: all',
  expectEvery:
    'how often a request must come, in seconds; else [silence](incidents.md#silence) is reported',
  username: 'the name beside posts, unless the payload has one',
  iconUrl: 'the picture, likewise',
  iconEmoji: 'an emoji instead',
  format: 'the only [format](formats.md) that is read, unless the URL names another; `""`: any',
  template: 'the texts of a [template](templates.md)',
  events: 'the [events](formats.md#choosing-events) to show; `[]`: the default ones',
  except: 'the events to skip',
  foreignMentions: 'whom texts of other programs may [notify](formats.md#who-is-notified)',
  mentions: "whom texts in Slack's or Mattermost's format may",
  together: 'how [one incident](incidents.md) is shown',
  incidentPath:
    "the dotted path in the body to the [incident's](incidents.md#in-your-own-scripts) name",
  acknowledge: 'open incidents have a button to acknowledge them',
  rules: '[what becomes of which events](rules.md)',
  rateLimit: '`per_second` (above 0) and `burst` (from 1), at most 1,000,000; `null`: the default',
}

/** A member of a body that is not in the table. */
export interface OtherField {
  /** Several names have commas between them. */
  readonly name: string
  /** Its type or what limits it. */
  readonly value: string
  readonly meaning: string
}

export const OWN_CHANNEL: OtherField = {
  name: 'channel_id',
  value: 'required',
  meaning:
    'where it posts by default: a channel that caller and owner can read, not a direct one; for `PUT`, in the same team',
}

export const OTHER_FIELDS: readonly OtherField[] = [
  {
    name: 'verification',
    value: 'object',
    meaning: 'how senders [sign](#sender-signatures); `null`: not at all',
  },
  {
    name: 'user_id',
    value: 'administrators only',
    meaning: 'the owner; for `PUT`, it is [handed over](#hand-over)',
  },
  {
    name: 'slug',
    value: '1 to 64 of `a` to `z`, `0` to `9` and `-`',
    meaning: 'its name in a [file](hooks-as-code.md); unique in the team, never changes',
  },
  {
    name: 'id, team_id',
    value: '',
    meaning: 'for `PUT`, if present: unchanged',
  },
]
