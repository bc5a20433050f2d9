import type { HookChannel } from '../model/records.js'
import { changedPost, storedPost } from '../rules/stored-post.js'
import type { CheckedDelivery } from './checked.js'
import { randomIds } from './random-ids.js'

/** A direct channel that a delivery would create. It has no id yet, so nothing can be found in it. */
const UNCREATED: HookChannel = { id: '', teamId: '', type: 'direct', name: '', displayName: '' }

/**
 * The same adapters, which read what is stored and write nothing: methods that write answer as if they had
 * written. A delivery through them shows what a real one would do.
 */
export function asIfWritten(adapters: CheckedDelivery, clock: () => number): CheckedDelivery {
  const { channels, posts } = adapters
  const { update, delete: remove } = posts
  return {
    ...adapters,
    channels: {
      ...channels,
      findById: (id) => (id === UNCREATED.id ? UNCREATED : channels.findById(id)),
      createDirect: (_userId, _otherId, teamId) => ({ ...UNCREATED, teamId }),
    },
    posts: {
      ...posts,
      // Those of the host may come from a sequence, which would count on.
      newIds: randomIds,
      findIncident: (webhookId, channelId, key) =>
        channelId === UNCREATED.id ? null : posts.findIncident(webhookId, channelId, key),
      createBatch: async ({ posts: given, edit }) => {
        const before = edit ? await posts.findById(edit.id) : null
        return {
          stored: true,
          posts: given.map((post) => storedPost(post, clock())),
          edited: before && edit ? changedPost(before, edit.changes, clock()) : null,
        }
      },
      ...(update && {
        update: async (id, changes) => {
          const post = await posts.findById(id)
          return post && changedPost(post, changes, clock())
        },
      }),
      ...(remove && { delete: () => true }),
    },
  }
}
