import { createIncomingWebhooks } from 'express-incoming-webhooks'
import type { Adapters } from 'express-incoming-webhooks/adapters'
import type { HostOptions } from '../mounted-host.js'
import { type Guarantees, journalAdapters } from './adapters.js'
import { type Journal, openJournal } from './chat.js'
import type { DocumentStore } from '../../../docs/examples/adapters/document-log.js'

export interface MountedJournal {
  readonly journal: Journal
  readonly adapters: Adapters<Guarantees>
}

/** Its clients show Markdown and nothing else. */
export function mountJournal(store: DocumentStore, options: HostOptions): MountedJournal {
  const journal = openJournal(store)
  const adapters = journalAdapters(store)
  const webhooks = createIncomingWebhooks({
    ...options,
    adapters,
    userIdPattern: /^[0-9a-f]{24}$/,
    show: 'markdown',
    currentUser: async (req) => {
      const [user = null] = await adapters.users.findByIds([journal.personOf(req) ?? ''])
      return user
    },
    onPosts: ({ posts, channel }) => {
      const readers = channel.type === 'direct' ? channel.id.split('-') : null
      for (const { id, channelId, message } of posts) {
        journal.send({ id, channel: channelId, text: message }, readers)
      }
    },
  })
  journal.app.use('/hooks', webhooks.hooksRouter)
  journal.app.use('/api/v4', webhooks.adminRouter)
  return { journal, adapters }
}
