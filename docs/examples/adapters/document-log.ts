import { open, readFile } from 'node:fs/promises'

export type Document = Readonly<Record<string, unknown>>
type Change = readonly [collection: string, id: string, document: Document | null]

/** Reads and changes of one transaction. It sees its own changes. */
export interface Transaction {
  get(collection: string, id: string): Document | undefined
  put(collection: string, id: string, document: Document): void
  delete(collection: string, id: string): void
}

/**
 * Collections of documents in memory, with a log on disk: one line for each transaction. What goes in
 * and out are copies.
 */
export interface DocumentStore {
  get(collection: string, id: string): Document | undefined
  /** In the order in which they were first put. */
  list(collection: string): readonly Document[]
  /**
   * Runs one after the other. All changes are on stable storage when it is over, or, after an
   * exception, there are none.
   */
  transaction<T>(work: (transaction: Transaction) => T | Promise<T>): Promise<T>
  close(): Promise<void>
}

export async function openDocumentStore(file: string): Promise<DocumentStore> {
  const collections = new Map<string, Map<string, Document>>()
  const collection = (name: string): Map<string, Document> => {
    const found = collections.get(name) ?? new Map<string, Document>()
    collections.set(name, found)
    return found
  }
  const apply = ([name, id, document]: Change): void => {
    if (document) collection(name).set(id, document)
    else collection(name).delete(id)
  }
  const log = await open(file, 'a+')
  const text = await readFile(file, 'utf8')
  // The last line has no end if the machine stopped while it was written; nobody got an answer for it.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  await log.truncate(Buffer.byteLength(whole))
  for (const line of whole.split('\n').slice(0, -1)) {
    for (const change of JSON.parse(line) as readonly Change[]) apply(change)
  }
  let last: Promise<unknown> = Promise.resolve()
  let failed: unknown = null

  const commit = async <T>(work: (transaction: Transaction) => T | Promise<T>): Promise<T> => {
    const changes: Change[] = []
    const result = await work({
      get: (name, id) => {
        const change = changes.findLast(([changed, at]) => changed === name && at === id)
        return structuredClone(change ? (change[2] ?? undefined) : collection(name).get(id))
      },
      put: (name, id, document) => void changes.push([name, id, structuredClone(document)]),
      delete: (name, id) => void changes.push([name, id, null]),
    })
    if (changes.length > 0) {
      // What a failed write has left in the file is read again only at the next start.
      if (failed !== null) throw new Error('the log cannot be written', { cause: failed })
      try {
        await log.appendFile(`${JSON.stringify(changes)}\n`)
        await log.datasync()
      } catch (error) {
        failed = error
        throw error
      }
      for (const change of changes) apply(change)
    }
    return result
  }
  return {
    get: (name, id) => structuredClone(collection(name).get(id)),
    list: (name) => structuredClone([...collection(name).values()]),
    transaction: (work) => {
      const run = last.then(() => commit(work))
      last = run.catch(() => undefined)
      return run
    },
    close: async () => {
      await last
      await log.close()
    },
  }
}
