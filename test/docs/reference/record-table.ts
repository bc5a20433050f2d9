import { fieldNames } from '../../../lib/model/fields.js'
import {
  CALLER_FIELDS,
  type CallerField,
  SERVER_FIELDS,
} from '../../../lib/model/webhook-fields.js'
import type { detailsView } from '../../../lib/manage/views.js'
import type { ExportedTypes } from '../../support/exported.js'
import { code, tableOf } from './markdown-table.js'

/** The members that the type of a response names; the others come from the tables of fields. */
type OwnMember = keyof {
  [Name in keyof Shown as string extends Name ? never : Name]: unknown
}
type Shown = ReturnType<typeof detailsView>

const OWN_MEMBERS: Readonly<Record<OwnMember, string>> = {
  delete_at: 'Always 0: deleted webhooks are removed.',
  creator_username: 'The username of the owner.',
  channel_display_name:
    'The name of its own channel. Empty if there is none that the caller can read, as is `channel_type`.',
  channel_type: '`O` (public), `P` (private), `D` (direct) or `G` (group).',
  previous_key:
    '`key_hint`, `expires_at` and `last_used` of a replaced key that still works, or `null`.',
  verification:
    '`scheme`, `header`, `has_previous_secret` and, for `hmac`, four more members of the [signatures of senders](#sender-signatures), without the secrets, or `null`.',
  last_result:
    'What became of its last request: `at`, `outcome` (`posted`, `skipped`, `refused`: nothing was stored, `failed`: it is unknown whether it was), `status`, `error_id` and `detail` (what exactly was wrong; both empty without an error). Written at most once a minute, and within about a second when the outcome, the error or the format changes. Only requests with a valid key count. `null` before the first one, or if the store does not keep it.',
  webhook_format:
    'The [format](formats.md) that was recognised last, such as `github` or `native`. A request whose format is not recognised does not change it. Empty if there was none yet.',
  key: 'The secret in its URL; not in lists. `null` if the key was imported, or was encrypted with a `secret` that the host no longer has.',
  url: 'The URL with the key; not in lists. `null` if `key` is.',
  signing_secret: 'Signs the [calls of buttons](buttons.md#verifying-calls); not in lists.',
  previous_signing_secret:
    '`expires_at` of a replaced signing secret that signs these calls too, or `null`; not in lists.',
}

const CALLERS: readonly CallerField[] = Object.values(CALLER_FIELDS)

/** The members of a webhook in a response. */
export function membersOfAWebhook({ documentedMembersOf }: ExportedTypes): readonly string[] {
  const members = documentedMembersOf('IncomingWebhook')
  return tableOf(
    ['member', 'meaning'],
    [
      ...fieldNames(SERVER_FIELDS).map((name) => [
        code(SERVER_FIELDS[name].wire),
        members.get(name)?.comment ?? '',
      ]),
      [namesOf(CALLERS.filter((field) => !field.onlyAdministrators)), 'As set.'],
      [
        namesOf(CALLERS.filter((field) => field.onlyAdministrators)),
        'As set; only administrators see it.',
      ],
      ...fieldNames(OWN_MEMBERS).map((name) => [code(name), OWN_MEMBERS[name]]),
    ],
  )
}

function namesOf(fields: readonly CallerField[]): string {
  return fields.map(({ wire }) => code(wire)).join(', ')
}
