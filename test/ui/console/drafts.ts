import type { ListedUser } from '../../../ui/console/api/users.js'
import type { Webhook } from '../../../ui/console/api/webhooks.js'
import { type Draft, EMPTY_DRAFT } from '../../../ui/console/pages/form/draft.js'
import { initialValues } from '../../../lib/model/fields.js'
import {
  CALLER_FIELDS,
  type CallerValues,
  SERVER_FIELDS,
  type ServerValues,
} from '../../../lib/model/webhook-fields.js'

/** A form that could be sent, changed as wished. */
export function draft(changes: Partial<Draft> = {}): Draft {
  const channel = { id: 'alerts', teamId: 'main', name: 'Alerts', isPrivate: false }
  return { ...EMPTY_DRAFT, displayName: 'CI', channel, ...changes }
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
