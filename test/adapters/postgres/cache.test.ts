import { expect } from 'chai'
import { cacheOf } from '../../../lib/adapters/postgres/cache.js'
import type { Hear } from '../../../lib/adapters/postgres/changes.js'

interface Value {
  readonly id: string
  name: string
}

describe('what was read from PostgreSQL before', () => {
  let isCurrent: boolean
  let cache: ReturnType<typeof cacheOf<Value>>
  let tell: Hear
  let startAnew: () => unknown
  let reads: string[]

  const changes = {
    isCurrent: () => isCurrent,
    hear: (hear: Hear) => {
      tell = hear
      return () => undefined
    },
    onStart: (start: () => unknown) => {
      startAnew = start
      return () => undefined
    },
  }
  const read = (id: string) => async (): Promise<Value> => {
    reads.push(id)
    return Promise.resolve({ id, name: 'first' })
  }
  const readAll = async (ids: readonly string[]): Promise<Value[]> => {
    reads.push(ids.join())
    return Promise.resolve(
      ids.filter((id) => id !== 'unknown').map((id) => ({ id, name: 'first' })),
    )
  }
  const idOf = ({ id }: Value): string => id

  beforeEach(() => {
    isCurrent = true
    cache = cacheOf<Value>(changes, 'user')
    reads = []
  })

  it('is not read again', async () => {
    const first = await cache.one('a', read('a'))
    expect(await cache.one('a', read('a'))).to.deep.equal(first)
    expect(reads).to.deep.equal(['a'])
  })

  it('is forgotten under each key by which its record was found', async () => {
    for (const key of ['current', 'previous']) await cache.one(key, read('a'))
    tell('user', 'a')
    for (const key of ['current', 'previous']) await cache.one(key, read('a'))
    expect(reads).to.have.lengthOf(4)
  })

  it('is a copy, which a caller may change', async () => {
    const first = await cache.one('a', read('a'))
    if (first) first.name = 'changed'
    const second = await cache.one('a', read('a'))
    expect(second?.name).to.equal('first')
    if (second) second.name = 'changed'
    expect((await cache.one('a', read('a')))?.name).to.equal('first')
  })

  it('is read again after it changed', async () => {
    await cache.one('a', read('a'))
    await cache.one('b', read('b'))
    tell('user', 'a')
    tell('channel', 'b')
    await cache.one('a', read('a'))
    await cache.one('b', read('b'))
    expect(reads).to.deep.equal(['a', 'b', 'a'])
  })

  for (const kind of ['user', 'all']) {
    it(`is read again after any record may have changed, by the name of ${kind}`, async () => {
      await cache.one('a', read('a'))
      tell(kind, '')
      await cache.one('a', read('a'))
      expect(reads).to.deep.equal(['a', 'a'])
    })
  }

  it('is read again after changes were not heard for a time', async () => {
    await cache.one('a', read('a'))
    startAnew()
    await cache.one('a', read('a'))
    expect(reads).to.deep.equal(['a', 'a'])
  })

  it('is read each time while changes are not heard', async () => {
    await cache.one('a', read('a'))
    isCurrent = false
    await cache.one('a', read('a'))
    await cache.many(['a', 'b'], readAll, idOf)
    expect(reads).to.deep.equal(['a', 'a', 'a,b'])
  })

  it('is not kept if it changed while it was being read', async () => {
    await cache.one('a', async () => {
      const value = await read('a')()
      tell('user', 'a')
      return value
    })
    await cache.one('a', read('a'))
    expect(reads).to.deep.equal(['a', 'a'])
  })

  it('is read again each time if there is nothing', async () => {
    expect(await cache.one('a', () => Promise.resolve(null))).to.equal(null)
    expect(await cache.one('a', read('a'))).to.deep.equal({ id: 'a', name: 'first' })
  })

  it('leaves only what is missing to be read together', async () => {
    await cache.many(['a', 'unknown'], readAll, idOf)
    const found = await cache.many(['a', 'b', 'unknown'], readAll, idOf)
    expect(found.map(idOf)).to.have.members(['a', 'b'])
    expect(reads).to.deep.equal(['a,unknown', 'b,unknown'])
    await cache.many(['a', 'b'], readAll, idOf)
    expect(reads).to.have.lengthOf(2)
  })

  describe('where there is more than is kept', () => {
    /** Fewer than so many records have room. */
    const MOST = 20
    beforeEach(() => {
      cache = cacheOf<Value>(changes, 'user', MOST * 250)
    })

    it('is dropped, and read again', async () => {
      for (let n = 0; n <= MOST; n += 1) await cache.one(`${n}`, read(`${n}`))
      reads.length = 0
      await cache.one(`${MOST}`, read(`${MOST}`))
      expect(reads).to.deep.equal([])
      await cache.one('0', read('0'))
      expect(reads).to.deep.equal(['0'])
    })

    it('is read only once if it is used all the time', async () => {
      for (let n = 0; n < 10 * MOST; n += 1) {
        await cache.one(`other ${n}`, read(`other ${n}`))
        await cache.one('busy', read('busy'))
      }
      expect(reads.filter((id) => id === 'busy')).to.deep.equal(['busy'])
      expect(new Set(reads).size).to.equal(reads.length)
    })

    it('is read again after it changed, however long ago it was read first', async () => {
      for (let n = 0; n < 3 * MOST; n += 1) {
        await cache.one(`other ${n}`, read(`other ${n}`))
        await cache.one('busy', read('busy'))
      }
      tell('user', 'busy')
      reads.length = 0
      await cache.one('busy', read('busy'))
      expect(reads).to.deep.equal(['busy'])
    })
  })

  it('is kept in the larger numbers the smaller it is', async () => {
    const readCount = async (name: string): Promise<number> => {
      const kept = cacheOf<Value>(changes, 'user', 100_000)
      const readOne = (id: string) => async (): Promise<Value> => {
        reads.push(id)
        return Promise.resolve({ id, name })
      }
      for (let n = 0; n < 100; n += 1) await kept.one(`${n}`, readOne(`${n}`))
      reads.length = 0
      for (let n = 99; n >= 0; n -= 1) await kept.one(`${n}`, readOne(`${n}`))
      return reads.length
    }
    expect(await readCount('x')).to.equal(0)
    expect(await readCount('x'.repeat(10_000))).to.be.above(90)
  })

  it('is found by what it is called, and forgotten by its id', async () => {
    await cache.one('name of a', read('a'))
    await cache.one('name of b', read('b'))
    tell('user', 'a')
    await cache.one('name of a', read('a'))
    await cache.one('name of b', read('b'))
    expect(reads).to.deep.equal(['a', 'b', 'a'])
  })

  it('without an id is forgotten by its key', async () => {
    const members = cacheOf<true>(changes, 'member')
    const readMember = async (): Promise<true> => {
      reads.push('member')
      return Promise.resolve(true)
    }
    await members.one('channel alice', readMember)
    tell('member', 'channel bob')
    await members.one('channel alice', readMember)
    expect(reads).to.deep.equal(['member'])
    tell('member', 'channel alice')
    await members.one('channel alice', readMember)
    expect(reads).to.deep.equal(['member', 'member'])
  })
})
