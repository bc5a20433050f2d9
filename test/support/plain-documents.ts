import type { PlainDocumentHost } from 'express-incoming-webhooks/documents'

/** Documents in memory whose every call is over only later. `beforeWrite` may throw. */
export function plainDocuments(beforeWrite: () => void = () => undefined): PlainDocumentHost {
  const kept = new Map<string, object>()
  const at = (collection: string, id: string): string => `${collection} ${id}`
  return {
    transactions: 'none',
    get: async (collection, id) => structuredClone(kept.get(at(collection, id))),
    list: async (collection) =>
      [...kept]
        .filter(([name]) => name.startsWith(`${collection} `))
        .map(([, document]) => structuredClone(document)),
    put: async (collection, id, document) => {
      beforeWrite()
      kept.set(at(collection, id), structuredClone(document))
    },
    delete: async (collection, id) => {
      beforeWrite()
      kept.delete(at(collection, id))
    },
  }
}
