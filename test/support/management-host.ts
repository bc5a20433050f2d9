import express, { type Express } from 'express'
import { createIncomingWebhooks, type IncomingWebhooks } from 'express-incoming-webhooks'
import { createMemoryAdapters, type MemoryAdapters } from 'express-incoming-webhooks/memory'

export interface ManagementHost {
  readonly app: Express
  readonly adapters: MemoryAdapters
  readonly webhooks: IncomingWebhooks
}

/** The host of docs/management-api.md: `admin` with a password, and `ann`, who is no administrator. */
export async function managementHost(): Promise<ManagementHost> {
  const clock = (): number => 1_700_000_000_000
  const adapters = createMemoryAdapters({ clock })
  const { user } = adapters.addDemo()
  const annId = 'b'.repeat(26)
  adapters.host.users.set(annId, { ...user, id: annId, username: 'ann', admin: false, email: '' })
  const webhooks = createIncomingWebhooks({
    adapters,
    secret: 'a secret of at least thirty-two bytes',
    siteUrl: 'https://chat.example.org',
    clock,
  })
  for (const userId of [user.id, annId]) {
    const passwordHash = await webhooks.signIn.hashPassword('correct horse')
    adapters.host.credentials.set(userId, { userId, passwordHash })
  }
  const app = express()
  app.use('/hooks', webhooks.hooksRouter)
  app.use('/api/v4/posts', webhooks.buttonsRouter)
  app.use('/api/v4/users', webhooks.authRouter)
  app.use('/api/v4', webhooks.adminRouter)
  return { app, adapters, webhooks }
}
