import { randomUUID } from 'node:crypto'
import { WrongResult } from '../host/wrong-result.js'

/** How a host's transactions are tried. */
export interface TransactionTrial<Within> {
  readonly transaction: <Result>(work: (within: Within) => Promise<Result>) => Promise<Result>
  readonly read: (within: Within) => Promise<unknown>
  /** Writes something of this name that nothing else reads. */
  readonly write: (within: Within, name: string) => Promise<unknown>
  /** Whether it is there after the transaction, in which case it is deleted. */
  readonly remains: (name: string) => Promise<boolean>
}

/** What `transaction` returns. */
export const RETURNS = 'what `work` returned'
const THROWS = 'the error that `work` throws'
const WRITES_NOTHING = 'nothing to be written in it if `work` throws'

/**
 * Throws `WrongResult` if a transaction does not return what its work returned, which would be taken
 * for a failure and sent again, or if it writes something although its work throws.
 */
export async function tryTransaction<Within>(trial: TransactionTrial<Within>) {
  const name = `first use ${randomUUID()}`
  const returned: unknown = await trial.transaction(async (within) => {
    await trial.read(within)
    return name
  })
  if (returned !== name) throw new WrongResult('transaction', RETURNS, returned)
  await tryRollback(trial, name)
}

async function tryRollback<Within>(
  { transaction, write, remains }: TransactionTrial<Within>,
  name: string,
) {
  const written: string[] = []
  const ended = await transaction(async (within) => {
    await write(within, name)
    written.push(name)
    throw new RolledBack()
  }).then(
    (result: unknown) => ({ result }),
    (error: unknown) => ({ error }),
  )
  // It failed by itself, such as for want of a connection.
  if ('error' in ended && written.length === 0) throw ended.error
  if (await remains(name)) throw new WrongResult('transaction', WRITES_NOTHING)
  if ('result' in ended) throw new WrongResult('transaction', THROWS, ended.result)
}

class RolledBack extends Error {
  constructor() {
    super('thrown on purpose, to see before the first use that a transaction is rolled back')
  }
}

/** A trial of something of the host's, before its first use. */
export class FirstUse {
  #isOver = false
  #running: Promise<void> | null = null

  /** Whether it has passed, so that nothing needs to wait for it. */
  get isOver() {
    return this.#isOver
  }

  /** One at a time. What fails for another reason, such as a lost connection, is tried again. */
  async once(trial: () => Promise<void>) {
    if (this.#isOver) return
    this.#running ??= trial()
    try {
      await this.#running
      this.#isOver = true
    } catch (error) {
      // What is of the wrong kind stays so, and would leave a row each time.
      if (!(error instanceof WrongResult)) this.#running = null
      throw error
    }
  }
}
