import type { CallerName } from '../../../lib/model/webhook-fields.js'

/** The meaning of each field of a webhook, in addition to its entry in the table. */
export const FIELD_TEXTS: Readonly<Record<CallerName, string>> = {
  displayName: "the webhook's name, for people",
  description: 'what posts here, and who to ask about it',
  channelLocked: 'whether payloads cannot choose another channel or person',
  expiresAt: 'a time in the future when the URL stops working; `0` for never',
  allowedAddresses:
    'the addresses and networks from which requests are accepted; also one string with commas. `[]`: all',
  expectEvery:
    'within how many seconds something is expected: if nothing comes for a quarter longer, a message says so. `0`: nothing is expected',
  username: 'the name shown beside posts, unless the payload has one. `""`: `webhook`',
  iconUrl: 'the picture shown beside posts, unless the payload has one',
  iconEmoji: 'an emoji instead of the picture',
  format:
    'the only [format](formats.md) that is read, by name, unless the end of the URL names another. `template`: as the field `template` says. `""`: any',
  template:
    '[what messages say](templates.md) while the format is `template`, and where the URL ends with `/template`; `null`: it has none',
  events:
    'the [events](formats.md#choosing-events) to show; also one string with commas. `[]`: all that are worth a message',
  except: 'the events to skip, in the same form',
  foreignMentions: 'who may be notified by texts in the formats of other programs',
  mentions: "who may be notified by texts in Slack's or Mattermost's format",
  together: 'whether several events of [one incident](incidents.md) are one post',
  incidentPath: 'a dotted path to the name of the incident in the body; `""` for none',
  acknowledge: 'whether the post of an open incident has a button to acknowledge it',
  rules: '[what becomes of which events](rules.md)',
  rateLimit:
    '`per_second` (above 0, at most 1,000,000) and `burst` (1 to 1,000,000), or `null` for the default',
}

/** A member of a body that is not in the table. */
export interface OtherField {
  readonly name: string
  readonly type: string
  readonly meaning: string
  readonly limits: string
  readonly absent: string
}

export const OWN_CHANNEL: OtherField = {
  name: 'channel_id',
  type: 'string',
  meaning: 'where it posts by default',
  limits:
    'required; a channel that the caller and the owner can read, not a direct channel. For `PUT`, in the same team',
  absent: 'is rejected',
}

export const OTHER_FIELDS: readonly OtherField[] = [
  {
    name: 'verification',
    type: 'object',
    meaning: 'how senders [sign](#sender-signatures), or `null` if they do not have to',
    limits: '',
    absent: 'stays',
  },
  {
    name: 'user_id',
    type: 'string',
    meaning:
      'the owner; another one is [handed over](#hand-over) to. Default: the caller for `POST`, the present one for `PUT`',
    limits: 'administrators only',
    absent: '',
  },
  {
    name: 'slug',
    type: 'string',
    meaning:
      'the name by which a [file of webhooks](hooks-as-code.md) means it; unique in its team, and never changed. `null`: none',
    limits: '1 to 64 of `a` to `z`, `0` to `9` and `-`',
    absent: 'stays',
  },
  {
    name: 'id',
    type: 'string',
    meaning: 'for `PUT`: if it is present, it must be the id in the path',
    limits: '',
    absent: '',
  },
  {
    name: 'team_id',
    type: 'string',
    meaning: "for `PUT`: if it is present, it must be the webhook's own",
    limits: '',
    absent: '',
  },
]
