import { createIncomingWebhooks } from 'express-incoming-webhooks'
import type { Adapters } from 'express-incoming-webhooks/adapters'
import { authorOf, renderText } from 'express-incoming-webhooks/render'
import type { Pool } from 'pg'
import type { HostOptions } from '../mounted-host.js'
import { studioAdapters } from './adapters.js'
import { openStudio, type Studio } from './chat.js'

export interface MountedStudio {
  readonly studio: Studio
  readonly adapters: Adapters
}

/** Its messages have a column of JSON, which keeps everything; where they are shown, they become text. */
export function mountStudio(pool: Pool, options: HostOptions): MountedStudio {
  const studio = openStudio(pool)
  const adapters = studioAdapters(pool)
  const webhooks = createIncomingWebhooks({
    ...options,
    adapters,
    userIdPattern: /^[0-9a-f-]{36}$/,
    currentUser: async (req) => {
      const [user = null] = await adapters.users.findByIds([studio.userOf(req) ?? ''])
      return user
    },
    onPosts: ({ posts, channel }) => {
      const room = channel.type === 'direct' ? posts[0]?.userId : 'everyone'
      for (const post of posts) {
        const { name } = authorOf(post) ?? { name: '' }
        studio.io.to(room ?? '').emit('message', { ...post, author: name, text: renderText(post) })
      }
    },
  })
  studio.app.use('/hooks', webhooks.hooksRouter)
  studio.app.use('/api/v4', webhooks.adminRouter)
  return { studio, adapters }
}
