import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { createDocumentStores } from '../../lib/adapters/documents/index.js'
import { openDocumentStore, type Transaction } from '../../docs/examples/adapters/document-log.js'

const LIMIT = { perSecond: 10, burst: 20 }

describe('counters as documents', () => {
  it('do not refuse a request whose transaction waited for later ones', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'counters-'))
    const store = await openDocumentStore(join(folder, 'log'))
    const time = { now: 1_000_000 }
    const clock = (): number => time.now
    const turn = { mayBegin: Promise.resolve() }
    const { counters: waiting } = createDocumentStores<Transaction>(
      {
        ...store,
        transaction: async (work) => {
          await turn.mayBegin
          return store.transaction(work)
        },
      },
      { clock },
    )
    const { counters: quick } = createDocumentStores<Transaction>(store, { clock })
    try {
      for (const counters of [waiting, quick]) await counters.take('a', LIMIT)
      let begin = (): void => undefined
      turn.mayBegin = new Promise((resolve) => (begin = resolve))
      const taken = waiting.take('a', LIMIT)
      time.now += 3_000
      await quick.take('a', LIMIT)
      begin()
      expect(await taken).to.include({ allowed: true, remaining: 18 })
    } finally {
      await store.close()
      await rm(folder, { recursive: true })
    }
  })
})
