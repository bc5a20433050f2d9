import { atMostEvery } from '../at-most-every.js'
import { numberIn, textIn } from '../stored-values.js'
import type { Collection, DocumentHost, StoredDocument } from './calls.js'

const EVERY_MS = 60 * 60_000

/** The ids of documents that are to go although their time is not over. */
type Surplus = (documents: readonly StoredDocument[]) => readonly string[]

/** Deletes documents whose time is over, at most once an hour, because it lists all of them. */
export function createSweeper(
  host: Pick<DocumentHost, 'transaction'>,
  collection: Collection,
  timeName: string,
  surplus: Surplus = () => [],
): (now: number) => Promise<void> {
  return atMostEvery(EVERY_MS, async (now) => {
    const isOver = (found: StoredDocument): boolean => numberIn(found, timeName) <= now
    const all = await collection.all()
    const tooMany = new Set(surplus(all.filter((found) => !isOver(found))))
    const over = all
      .filter((found) => isOver(found) || tooMany.has(textIn(found, 'id')))
      .map((found) => textIn(found, 'id'))
    if (over.length === 0) return
    await host.transaction(async (calls) => {
      for (const id of over) {
        const found = await collection.find(id, calls)
        // It may have been stored anew since.
        if (found && (isOver(found) || tooMany.has(id))) await collection.delete(calls, [id])
      }
    })
  })
}
