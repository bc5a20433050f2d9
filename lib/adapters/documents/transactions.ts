import { messageOf } from '../../host/host-mistakes.js'
import { OneAtATime } from '../one-at-a-time.js'
import {
  COLLECTIONS,
  type DocumentCalls,
  type DocumentHost,
  type PlainDocumentHost,
} from './calls.js'

/**
 * Whether a document can be read in a transaction. Drivers word their refusals differently, or only say
 * that a command is unknown, so no error is read. Rejects if the database does not answer at all.
 */
export async function hasTransactions(host: DocumentHost): Promise<boolean> {
  const { settings } = COLLECTIONS
  await host.get(settings, 'all')
  try {
    await host.transaction(async (calls) => calls.get(settings, 'all'))
    return true
  } catch {
    return false
  }
}

/** The host, whose failed transactions say so if the database has none. */
export function explained<Calls extends DocumentCalls>(
  host: DocumentHost<Calls>,
): DocumentHost<Calls> {
  let hasWorked = false
  return {
    get: (collection, id) => host.get(collection, id),
    list: (collection) => host.list(collection),
    transaction: async (work) => {
      try {
        const result = await host.transaction(work)
        hasWorked = true
        return result
      } catch (error) {
        if (hasWorked || (await hasTransactions(host).catch(() => true))) throw error
        throw new Error(messageOf('EIW_NO_TRANSACTIONS'), { cause: error })
      }
    },
  }
}

/** What stands for transactions: in one process, changes that compare versions cannot overlap. */
export function inTurn(host: PlainDocumentHost): DocumentHost {
  const oneAtATime = new OneAtATime()
  return {
    get: (collection, id) => host.get(collection, id),
    list: (collection) => host.list(collection),
    transaction: (work) => oneAtATime.run('write', () => work(host)),
  }
}
