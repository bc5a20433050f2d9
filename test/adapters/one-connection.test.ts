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

  it('tells who would wait for the end of his own transaction', async () => {
    const { query, transaction } = oneConnection(() => [])
    const failed = await transaction(() => query('a', [])).catch((error: unknown) => String(error))
    expect(failed).to.include('a transaction is open here')
    const nested = await transaction(() => transaction(() => [])).catch((error: unknown) =>
      String(error),
    )
    expect(nested).to.include('a transaction is open here')
    expect(await query('b', [])).to.deep.equal([])
  })

  it('lets what a transaction began go on after its end', async () => {
    const { query, transaction } = oneConnection(() => [])
    const later = await transaction(() => {
      const begun = new Promise<void>((resolve) => setImmediate(resolve))
      return { after: begun.then(() => query('c', [])) }
    })
    expect(await later.after).to.deep.equal([])
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
