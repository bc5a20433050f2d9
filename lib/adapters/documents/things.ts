import { createHash } from 'node:crypto'
import { readThing } from '../../host/read-things.js'
import { MAX_THINGS } from '../../model/limits.js'
import type { Thing } from '../../model/things.js'
import { numberIn, textIn } from '../stored-values.js'
import type { Stores } from '../stores.js'
import type { ThingWrite } from '../things.js'
import {
  asDocument,
  COLLECTIONS,
  type DocumentCalls,
  type DocumentHost,
  type DocumentReader,
  listed,
  type StoredDocument,
} from './calls.js'
import { createSweeper } from './sweeper.js'

/** Things as documents. */
export interface DocumentThings extends Pick<Stores<never, never>, 'findThing' | 'listThings'> {
  /** Reads it in the transaction, which others that write it then wait for. */
  isAsExpected(calls: DocumentCalls, write: ThingWrite): Promise<boolean>
  put(calls: DocumentCalls, thing: Thing): Promise<void>
}

export function documentThings(host: DocumentHost, clock: () => number): DocumentThings {
  const collection = COLLECTIONS.things
  const sweep = createSweeper(host, collection, 'expiresAt', surplus)
  const find = async (
    calls: DocumentReader,
    webhookId: string,
    channelId: string,
    key: string,
  ): Promise<Thing | null> => {
    const found = asDocument(await calls.get(collection, nameOf(webhookId, channelId, key)))
    return found && numberIn(found, 'expiresAt') > clock() ? readThing(found) : null
  }
  return {
    findThing: async (...of) => {
      await sweep(clock())
      return find(host, ...of)
    },
    listThings: async (webhookId, { offset, limit }) => {
      const now = clock()
      const kept = (await listed(host, collection))
        .filter((found) => found['webhookId'] === webhookId && numberIn(found, 'expiresAt') > now)
        .sort(latestFirst)
      return { items: kept.slice(offset, offset + limit).map(readThing), total: kept.length }
    },
    isAsExpected: async (calls, { thing, expectedVersion }) => {
      const found = await find(calls, thing.webhookId, thing.channelId, thing.key)
      return (found?.version ?? null) === expectedVersion
    },
    put: async (calls, thing) => {
      const id = nameOf(thing.webhookId, thing.channelId, thing.key)
      await calls.put(collection, id, { id, ...thing })
    },
  }
}

/** A digest, because keys may be longer than ids of documents. */
function nameOf(webhookId: string, channelId: string, key: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([channelId, key]))
    .digest('hex')
  return `${webhookId} ${digest}`
}

/** The oldest things of webhooks that have too many. */
function surplus(things: readonly StoredDocument[]): readonly string[] {
  const counts = new Map<string, number>()
  return things.toSorted(latestFirst).flatMap((thing) => {
    const webhookId = textIn(thing, 'webhookId')
    const count = (counts.get(webhookId) ?? 0) + 1
    counts.set(webhookId, count)
    return count > MAX_THINGS ? [textIn(thing, 'id')] : []
  })
}

function latestFirst(a: StoredDocument, b: StoredDocument): number {
  return (
    numberIn(b, 'lastAt') - numberIn(a, 'lastAt') || (textIn(a, 'id') < textIn(b, 'id') ? -1 : 1)
  )
}
