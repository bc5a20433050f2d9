import { messageOf } from '../../host/host-mistakes.js'
import { WrongResult } from '../../host/wrong-result.js'
import { FirstUse, type TransactionTrial, tryTransaction } from '../first-use.js'
import { OneAtATime } from '../one-at-a-time.js'
import {
  collectionOf,
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

/** The host, whose transactions are tried before their first use. */
export function tried<Calls extends DocumentCalls>(host: DocumentHost<Calls>): DocumentHost<Calls> {
  const firstUse = new FirstUse()
  return {
    get: (collection, id) => host.get(collection, id),
    list: (collection) => host.list(collection),
    transaction: async (work) => {
      if (!firstUse.isOver) await firstUse.once(() => explained(host))
      return host.transaction(work)
    },
  }
}

/** Tries a transaction, and says so if the database has none. */
async function explained(host: DocumentHost): Promise<void> {
  try {
    await tryTransaction(trialOf(host))
  } catch (error) {
    if (error instanceof WrongResult) throw error
    if (await hasTransactions(host).catch(() => true)) throw error
    throw new Error(messageOf('EIW_NO_TRANSACTIONS'), { cause: error })
  }
}

function trialOf(host: DocumentHost): TransactionTrial<DocumentCalls> {
  const counters = collectionOf(host, 'counters')
  return {
    transaction: (work) => host.transaction(work),
    read: async (calls) => calls.get(COLLECTIONS.settings, 'all'),
    write: (calls, id) => counters.put(calls, { id, fullAt: 0 }),
    remains: async (id) => {
      if (!(await counters.find(id))) return false
      await host.transaction((calls) => counters.delete(calls, [id]))
      return true
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
