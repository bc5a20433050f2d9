import { expect } from 'chai'
import { oneConnection } from 'express-incoming-webhooks/sql'

describe('one connection', () => {
  it('keeps the statements of others out of an open transaction', async () => {
    const log: string[] = []
    const { query, transaction } = oneConnection(async (text) => {
      await Promise.resolve()
      log.push(text)
      return []
    })
    await Promise.all([
      transaction(async (within) => {
        await within('a', [])
        await within('b', [])
      }),
      query('c', []),
      transaction((within) => within('d', [])),
    ])
    expect(log).to.deep.equal(['BEGIN', 'a', 'b', 'COMMIT', 'c', 'BEGIN', 'd', 'COMMIT'])
  })

  it('rolls back what fails, and goes on', async () => {
    const log: string[] = []
    const { query, transaction } = oneConnection((text) => {
      log.push(text)
      return []
    })
    const failing = transaction(() => {
      throw new Error('no')
    })
    const after = query('next', [])
    await failing.catch((error: unknown) => log.push(String(error)))
    await after
    expect(log.toSorted()).to.deep.equal(['BEGIN', 'Error: no', 'ROLLBACK', 'next'])
  })

  it('ends a transaction that waits for itself, and goes on', async () => {
    const { query, transaction, log } = impatient()
    const failed = await transaction(() => query('a', [])).catch((error: unknown) => String(error))
    expect(failed).to.include('open for 20 ms: use the query that it passes')
    await query('b', [])
    expect(log).to.deep.equal(['BEGIN', 'ROLLBACK', 'b'])
  })

  it('does nothing of what waited for a transaction that was open too long', async () => {
    const { query, transaction, log } = impatient()
    const never = transaction(() => new Promise<never>(() => undefined))
    const others = [
      never,
      Promise.resolve(query('a', [])),
      transaction((within) => within('b', [])),
    ]
    const outcomes = await Promise.allSettled(others)
    expect(outcomes.map(({ status }) => status)).to.deep.equal(Array(3).fill('rejected'))
    await query('c', [])
    expect(log).to.deep.equal(['BEGIN', 'ROLLBACK', 'c'])
  })

  it('takes no more statements for a transaction that is over', async () => {
    const { transaction } = oneConnection(() => [])
    const late = await transaction((query) => ({ run: () => query('late', []) }))
    expect(late.run).to.throw('the transaction is over')
  })

  it('passes on the error for which the database has rolled back by itself', async () => {
    const { transaction } = oneConnection((text) => {
      if (text === 'ROLLBACK') throw new Error('no transaction is active')
      return []
    })
    const failed = await transaction(() => {
      throw new Error('UNIQUE constraint failed')
    }).catch((error: unknown) => String(error))
    expect(failed).to.equal('Error: UNIQUE constraint failed')
  })
})

/** A connection on which transactions may be open for 20 ms, and what it runs. */
function impatient() {
  const log: string[] = []
  const run = (text: string): [] => {
    log.push(text)
    return []
  }
  return { ...oneConnection(run, { transactionTimeout: 20 }), log }
}
