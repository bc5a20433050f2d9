import { fieldNames } from '../../../lib/model/fields.js'
import { SERVER_FIELDS } from '../../../lib/model/webhook-fields.js'
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
    'The name of its channel; like `channel_type` empty if the caller cannot read it.',
  channel_type: '`O` (public), `P` (private), `D` (direct) or `G` (group).',
  previous_key:
    '`key_hint`, `expires_at` and `last_used` of a replaced key that still works, or `null`.',
  verification: 'As set, without the [secrets](#sender-signatures).',
  last_result:
    'Of its last request with a valid key: `at`, `outcome` (`posted`, `skipped`, `refused`: nothing was stored, `failed`: unknown), `status`, `error_id` and `detail`. Written at most once a minute, and within about a second if it changes. `null` if there was none, or the store does not keep it.',
  webhook_format:
    'The [format](formats.md) that was recognised last, such as `github` or `native`.',
  key: 'The secret in its URL; not in lists. `null` if it was imported, or encrypted with a `secret` that the host no longer has.',
  url: 'The URL with the key; `null` without it, and not in lists.',
  signing_secret: 'Signs the [calls of buttons](buttons.md#verifying-calls); not in lists.',
  previous_signing_secret:
    '`expires_at` of a replaced one that still signs, or `null`; not in lists.',
}

/** Members of a response that the table of the fields of a body explains. */
const OTHERS: readonly string[] = ['slug', 'channel_id', 'team_id']

/** The members of a webhook in a response that are not also fields of a body. */
export function membersOfAWebhook({ documentedMembersOf }: ExportedTypes): readonly string[] {
  const members = documentedMembersOf('IncomingWebhook')
  const isOwn = (wire: string): boolean => !OTHERS.includes(wire)
  return tableOf(
    ['member', 'meaning'],
    [
      ...fieldNames(SERVER_FIELDS)
        .filter((name) => isOwn(SERVER_FIELDS[name].wire))
        .map((name) => [
          code(SERVER_FIELDS[name].wire),
          (members.get(name)?.comment ?? '').replace(', in milliseconds since 1970', ''),
        ]),
      ...fieldNames(OWN_MEMBERS).map((name) => [code(name), OWN_MEMBERS[name]]),
    ],
  )
}
