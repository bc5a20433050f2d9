import type { ListedUser } from '../../../ui/console/api/directory.js'
import type { Webhook } from '../../../ui/console/api/webhooks.js'
import { type Draft, EMPTY_DRAFT } from '../../../ui/console/pages/form/draft.js'
import { entered } from '../../../ui/console/pages/form/entered.js'
import { fieldNames, initialValues } from '../../../lib/model/fields.js'
import {
  CALLER_FIELDS,
  type CallerName,
  type CallerValues,
  SERVER_FIELDS,
  type ServerValues,
} from '../../../lib/model/webhook-fields.js'

/** What is typed into the controls of some fields. */
export type Typed = Readonly<Partial<Record<CallerName, readonly string[]>>>

/** A form that could be sent, into which this is typed. */
export function draft(typed: Typed = {}, changes: Partial<Draft> = {}): Draft {
  const channel = { id: 'alerts', teamId: 'main', name: 'Alerts', isPrivate: false }
  const all: Typed = { displayName: ['CI'], ...typed }
  const fields = fieldNames(all).map((name) => [name, entered(name, all[name] ?? [])] as const)
  return { ...EMPTY_DRAFT, channel, ...Object.fromEntries(fields), ...changes }
}

/** A webhook as the API shows it, changed as wished. */
export function webhook(changes: Partial<Webhook> = {}): Webhook {
  return {
    ...initialValues<ServerValues>(SERVER_FIELDS),
    ...initialValues<CallerValues>(CALLER_FIELDS),
    displayName: 'CI',
    channelId: 'alerts',
    teamId: 'main',
    channel: 'Alerts',
    isPrivate: false,
    owner: 'ada',
    previousKey: null,
    verification: null,
    lastResult: null,
    webhookFormat: '',
    url: null,
    signingSecret: '',
    previousSigningSecret: null,
    etag: '',
    ...changes,
  }
}

/** A user as the list of owners has one. */
export function owner(id: string): ListedUser {
  return { id, username: id.trim(), name: id.trim() }
}
