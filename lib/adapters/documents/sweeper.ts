import { asDocument, type DocumentCollection, type DocumentHost } from './calls.js'

const EVERY_MS = 60 * 60_000

/** Deletes documents whose time is over, at most once an hour, because it lists all of them. */
export function createSweeper(
  host: DocumentHost,
  collection: DocumentCollection,
  timeName: string,
): (now: number) => Promise<void> {
  let next = 0
  return async (now) => {
    if (now < next) return
    next = now + EVERY_MS
    const over = (await host.list(collection))
      .map(asDocument)
      .filter((found) => found !== null && Number(found[timeName]) <= now)
    if (over.length === 0) return
    await host.transaction(async (calls) => {
      for (const found of over) await calls.delete(collection, String(found?.['id']))
    })
  }
}
