import type { PostBatch, PostsAdapter } from 'express-incoming-webhooks'
import { thingKey, type ThingRow } from './memory/rows.js'
import type { Writer } from './writer.js'

type ThingWrite = NonNullable<PostBatch['thing']>

export interface ChatThings extends Pick<PostsAdapter, 'findThing' | 'listThings'> {
  readonly isAsExpected: (write: ThingWrite) => boolean
}

export function chatThings(writer: Writer): ChatThings {
  const { tables, indexes } = writer.model
  const isKept = ({ expiresAt }: ThingRow): boolean => expiresAt > writer.clock()
  const find = (webhookId: string, channelId: string, key: string): ThingRow | null => {
    const thing = tables.things.get(thingKey(webhookId, channelId, key))
    return thing && isKept(thing) ? thing : null
  }
  return {
    findThing: find,
    listThings: (webhookId, { offset, limit }) => {
      const kept = (indexes.things.get(webhookId)?.all ?? []).filter(isKept)
      return { items: kept.reverse().slice(offset, offset + limit), total: kept.length }
    },
    isAsExpected: ({ thing: { webhookId, channelId, key }, expectedVersion }) =>
      (find(webhookId, channelId, key)?.version ?? null) === expectedVersion,
  }
}
