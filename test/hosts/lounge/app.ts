import { createIncomingWebhooks } from 'express-incoming-webhooks'
import type { Adapters } from 'express-incoming-webhooks/adapters'
import type { HostOptions } from '../mounted-host.js'
import { loungeAdapters, WEBHOOK_TABLES } from './adapters.js'
import { type Lounge, openLounge } from './chat.js'

export interface MountedLounge {
  readonly lounge: Lounge
  readonly adapters: Adapters<'once' | 'consecutive' | 'incidents'>
}

/** Its clients show only the text of a message, so that everything becomes text, posted by a bot. */
export async function openMountedLounge(options: HostOptions): Promise<MountedLounge> {
  const lounge = await openLounge(WEBHOOK_TABLES)
  const adapters = loungeAdapters(lounge.db)
  const webhooks = createIncomingWebhooks({
    ...options,
    adapters,
    userIdPattern: /^\d+$/,
    botUserId: String(lounge.addPerson('webhooks', '')),
    show: 'text',
    currentUser: async (req) => {
      const [user = null] = await adapters.users.findByIds([String(lounge.personOf(req))])
      return user
    },
    onPosts: ({ posts }) => {
      lounge.show(posts.map(({ id }) => Number(id)))
    },
  })
  lounge.app.use('/hooks', webhooks.hooksRouter)
  lounge.app.use('/api/v4', webhooks.adminRouter)
  return { lounge, adapters }
}
