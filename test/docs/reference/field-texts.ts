import type { CallerName } from '../../../lib/model/webhook-fields.js'

/** The meaning of each field of a webhook, in addition to its entry in the table. */
export const FIELD_TEXTS: Readonly<Record<CallerName, string>> = {
  displayName: 'its name',
  description: 'what posts here, and who to ask about it',
  channelLocked: 'whether payloads cannot choose another channel or person',
  expiresAt: 'a time in the future when the URL stops working; `0`: never',
  allowedAddresses:
    'the addresses and networks from which requests are accepted, also as one string with commas; `[]`: all',
  expectEvery:
    'within how many seconds something is expected: after 1.25 times that, a message reports [silence](incidents.md#silence)',
  username: 'the name beside posts, unless the payload has one; `""`: `webhook`',
  iconUrl: 'the picture beside posts, unless the payload has one',
  iconEmoji: 'an emoji instead of the picture',
  format:
    'the only [format](formats.md) that is read, unless the end of the URL names another; `""`: any',
  template: 'what messages say in the format [`template`](templates.md)',
  events:
    'the [events](formats.md#choosing-events) to show, also as one string with commas; `[]`: the default ones',
  except: 'the events to skip',
  foreignMentions:
    'whom texts in the formats of other programs may [notify](formats.md#who-is-notified)',
  mentions: "whom texts in Slack's or Mattermost's format may notify",
  together: 'how several events of [one incident](incidents.md) are shown',
  incidentPath: 'a dotted path to the name of the incident in the body',
  acknowledge: 'whether the post of an open incident has a button to acknowledge it',
  rules: '[what becomes of which events](rules.md)',
  rateLimit:
    '`per_second` (above 0, at most 1,000,000) and `burst` (1 to 1,000,000); `null`: the default',
}

/** A member of a body that is not in the table. */
export interface OtherField {
  readonly name: string
  readonly type: string
  readonly meaning: string
  readonly limits: string
}

export const OWN_CHANNEL: OtherField = {
  name: 'channel_id',
  type: 'string',
  meaning: 'where it posts by default',
  limits:
    'required; a channel that the caller and the owner can read, not a direct one; for `PUT`, in the same team',
}

export const OTHER_FIELDS: readonly OtherField[] = [
  {
    name: 'verification',
    type: 'object',
    meaning: 'how senders [sign](#sender-signatures); `null`: not at all',
    limits: '',
  },
  {
    name: 'user_id',
    type: 'string',
    meaning: 'the owner; for `PUT`, it is [handed over](#hand-over)',
    limits: 'administrators only',
  },
  {
    name: 'slug',
    type: 'string',
    meaning:
      'its name in a [file of webhooks](hooks-as-code.md); unique in the team, never changes',
    limits: '1 to 64 of `a` to `z`, `0` to `9` and `-`',
  },
  {
    name: 'id',
    type: 'string',
    meaning: 'for `PUT`, if present: the id in the path',
    limits: '',
  },
  {
    name: 'team_id',
    type: 'string',
    meaning: "for `PUT`, if present: the webhook's own",
    limits: '',
  },
]
