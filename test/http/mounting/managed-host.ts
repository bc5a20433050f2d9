import type { Express } from 'express'
import { type NewWebhook, WebhookError, type WebhookManagement } from 'express-incoming-webhooks'
import { hookHost, id } from '../../support/hook-host.js'

export const FIELDS: NewWebhook = {
  channelId: id('alerts'),
  displayName: 'Nightly',
}

interface Managed {
  readonly manage: WebhookManagement
  readonly app: Express
}

/** A host whose API is called by this user. */
export function managed(name: string): Managed {
  const host = hookHost({
    options: { currentUser: () => host.adapters.host.users.get(id(name)) ?? null },
  })
  host.app.use('/api/v4', host.webhooks.adminRouter)
  return { manage: host.webhooks.manage, app: host.app }
}

/** The code of the error that a call is refused with, or `none`. */
export async function refusalOf(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'none'
  } catch (error) {
    return error instanceof WebhookError ? error.code : String(error)
  }
}
