import type { ExportedTypes } from '../../support/exported.js'
import { code, tableOf } from './markdown-table.js'

/** Members of a record that a response has under another name, or does not have. */
const NOT_IN_RESPONSES = new Set(['share', 'webhookId', 'oldKey'])

/** Members that only a response has. */
const OWN_MEMBERS: Readonly<Record<string, string>> = {
  hook_id: 'The webhook.',
  is_old_key: 'Whether it used the replaced key.',
  delivered_by:
    'The `id` of the newest later request of the same content that was accepted, or null.',
  skipped: 'Whether the webhook does not show the event.',
}

/** The members of a request in the log. */
export function membersOfARequest({ documentedMembersOf }: ExportedTypes): readonly string[] {
  const members = [...documentedMembersOf('DeliveryRecord')]
    .filter(([name]) => !NOT_IN_RESPONSES.has(name))
    .map(([name, { comment }]) => [wireName(name), comment] as const)
  return tableOf(
    ['member of a request', 'meaning'],
    [...members, ...Object.entries(OWN_MEMBERS)].map(([name, meaning]) => [code(name), meaning]),
  )
}

function wireName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
