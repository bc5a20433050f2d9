import { WebhookError } from 'express-incoming-webhooks'
import type { AuditEvent } from 'express-incoming-webhooks'
import { type Handlers, pageOf } from './calls.js'

export const auditHandlers = {
  listAudit: async (call) => {
    if (!call.user.admin) throw new WebhookError('not_permitted')
    return (await call.store.audit.list(pageOf(call))).map(auditView)
  },
} satisfies Partial<Handlers>

function auditView({ time, userId, username, action, webhookId, fields }: AuditEvent): object {
  return { time, user_id: userId, username, action, hook_id: webhookId, fields }
}
