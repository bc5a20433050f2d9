import { numberOf } from 'express-incoming-webhooks-ui/wire'
import { call } from '../api/call.js'
import { type ChatState, withEntries } from './model.js'
import type { Store } from './store.js'

/** Loads the number of webhooks that the reader manages in a channel. */
export async function countWebhooks(store: Store<ChatState>, channelId: string): Promise<void> {
  const { mayIntegrate, channels } = store.get()
  if (!mayIntegrate || channels.get(channelId)?.kind === 'direct') return
  const query = `channel_id=${channelId}&per_page=1&include_total_count=true`
  const total = numberOf(await call('GET', `/hooks/incoming?${query}`), 'total_count')
  store.set(({ webhooks }) => ({ webhooks: withEntries(webhooks, [[channelId, total]]) }))
}
