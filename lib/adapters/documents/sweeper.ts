import { atMostEvery } from '../at-most-every.js'
import {
  asDocument,
  type DocumentCollection,
  type DocumentHost,
  type StoredDocument,
} from './calls.js'

const EVERY_MS = 60 * 60_000

/** The ids of documents that are to go although their time is not over. */
type Surplus = (documents: readonly StoredDocument[]) => readonly string[]

/** Deletes documents whose time is over, at most once an hour, because it lists all of them. */
export function createSweeper(
  host: DocumentHost,
  collection: DocumentCollection,
  timeName: string,
  surplus: Surplus = () => [],
): (now: number) => Promise<void> {
  return atMostEvery(EVERY_MS, async (now) => {
    const isOver = (found: StoredDocument): boolean => Number(found[timeName]) <= now
    const all = (await host.list(collection)).map((found) => asDocument(found) ?? {})
    const tooMany = new Set(surplus(all.filter((found) => !isOver(found))))
    const over = all.filter((found) => isOver(found) || tooMany.has(String(found['id'])))
    if (over.length === 0) return
    await host.transaction(async (calls) => {
      for (const { id: given } of over) {
        const id = String(given)
        const found = asDocument(await calls.get(collection, id))
        // It may have been stored anew since.
        if (found && (isOver(found) || tooMany.has(id))) await calls.delete(collection, id)
      }
    })
  })
}
