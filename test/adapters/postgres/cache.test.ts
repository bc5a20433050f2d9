import { expect } from 'chai'
import { cacheOf } from '../../../lib/adapters/postgres/cache.js'
import type { Hear } from '../../../lib/adapters/postgres/changes.js'

interface Value {
  readonly id: string
  readonly name: string
}

describe('what was read from PostgreSQL before', () => {
  let isCurrent: boolean
  let cache: ReturnType<typeof cacheOf<Value>>
  let whileReading: () => void
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
  /** By their names, records are found whose ids are those without `name of`. */
  const read = (keys: readonly string[]): Promise<Map<string, Value>> => {
    reads.push(keys.join())
    whileReading()
    const found = keys.filter((key) => key !== 'unknown')
    const idOf = (key: string): string => key.replace('name of ', '')
    return Promise.resolve(new Map(found.map((key) => [key, { id: idOf(key), name: 'first' }])))
  }

  beforeEach(() => {
    isCurrent = true
    whileReading = () => undefined
    cache = cacheOf(changes, 'user', read)
    reads = []
  })

  it('is not read again', async () => {
    const first = await cache.one('a')
    expect(await cache.one('a')).to.deep.equal(first)
    expect(reads).to.deep.equal(['a'])
  })

  it('is forgotten under each key by which its record was found', async () => {
    for (const key of ['a', 'name of a']) await cache.one(key)
    tell('user', 'a')
    for (const key of ['a', 'name of a']) await cache.one(key)
    expect(reads).to.have.lengthOf(4)
  })

  it('is the same for all who ask, and nobody can change it', async () => {
    const first = await cache.one('a')
    expect(() => Object.assign(first ?? {}, { name: 'changed' })).to.throw(TypeError)
    expect(await cache.one('a')).to.equal(first)
    expect(await cache.many(['a'])).to.deep.equal(new Map([['a', { id: 'a', name: 'first' }]]))
  })

  it('cannot be changed within, either', async () => {
    const rules = cacheOf(changes, 'webhook', (keys) =>
      Promise.resolve(new Map(keys.map((id) => [id, { id, rules: [{ when: {} }] }]))),
    )
    const found = await rules.one('a')
    expect(() => found?.rules.push({ when: {} })).to.throw(TypeError)
    expect(() => Object.assign(found?.rules[0]?.when ?? {}, { branch: 'main' })).to.throw(TypeError)
  })

  it('is there without a promise', async () => {
    await cache.many(['a', 'b'])
    expect(cache.one('a')).to.deep.equal({ id: 'a', name: 'first' })
    expect(cache.many(['a', 'b', 'a'])).to.be.instanceOf(Map)
    expect(cache.many(['a', 'c'])).to.be.instanceOf(Promise)
    tell('user', 'a')
    expect(cache.one('a')).to.be.instanceOf(Promise)
  })

  it('is read again after it changed', async () => {
    await cache.one('a')
    await cache.one('b')
    tell('user', 'a')
    tell('channel', 'b')
    await cache.one('a')
    await cache.one('b')
    expect(reads).to.deep.equal(['a', 'b', 'a'])
  })

  for (const kind of ['user', 'all']) {
    it(`is read again after any record may have changed, by the name of ${kind}`, async () => {
      await cache.one('a')
      tell(kind, '')
      await cache.one('a')
      expect(reads).to.deep.equal(['a', 'a'])
    })
  }

  it('is read again after changes were not heard for a time', async () => {
    await cache.one('a')
    startAnew()
    await cache.one('a')
    expect(reads).to.deep.equal(['a', 'a'])
  })

  it('is read each time while changes are not heard', async () => {
    await cache.one('a')
    isCurrent = false
    await cache.one('a')
    await cache.many(['a', 'b'])
    expect(reads).to.deep.equal(['a', 'a', 'a,b'])
  })

  it('is not kept if it changed while it was being read', async () => {
    whileReading = () => {
      tell('user', 'a')
    }
    await cache.one('a')
    await cache.one('a')
    expect(reads).to.deep.equal(['a', 'a'])
  })

  it('is read again each time if there is nothing', async () => {
    for (let n = 0; n < 2; n += 1) expect(await cache.one('unknown')).to.equal(null)
    expect(reads).to.deep.equal(['unknown', 'unknown'])
  })

  it('leaves only what is missing to be read together', async () => {
    await cache.many(['a', 'unknown'])
    const found = await cache.many(['a', 'b', 'unknown'])
    expect([...found.keys()]).to.have.members(['a', 'b'])
    expect(reads).to.deep.equal(['a,unknown', 'b,unknown'])
    await cache.many(['a', 'b'])
    expect(reads).to.have.lengthOf(2)
  })

  describe('where there is more than is kept', () => {
    /** Fewer than so many records have room. */
    const MOST = 20
    beforeEach(() => {
      cache = cacheOf(changes, 'user', read, MOST * 250)
    })

    it('is dropped, and read again', async () => {
      for (let n = 0; n <= MOST; n += 1) await cache.one(`${n}`)
      reads.length = 0
      await cache.one(`${MOST}`)
      expect(reads).to.deep.equal([])
      await cache.one('0')
      expect(reads).to.deep.equal(['0'])
    })

    it('is read only once if it is used all the time', async () => {
      for (let n = 0; n < 10 * MOST; n += 1) {
        await cache.one(`other ${n}`)
        await cache.one('busy')
      }
      expect(reads.filter((id) => id === 'busy')).to.deep.equal(['busy'])
      expect(new Set(reads).size).to.equal(reads.length)
    })

    it('is read again after it changed, however long ago it was read first', async () => {
      for (let n = 0; n < 3 * MOST; n += 1) {
        await cache.one(`other ${n}`)
        await cache.one('busy')
      }
      tell('user', 'busy')
      reads.length = 0
      await cache.one('busy')
      expect(reads).to.deep.equal(['busy'])
    })
  })

  it('is kept in the larger numbers the smaller it is', async () => {
    const readCount = async (name: string): Promise<number> => {
      const readNamed = async (keys: readonly string[]): Promise<Map<string, Value>> =>
        new Map([...(await read(keys))].map(([key, value]) => [key, { ...value, name }]))
      const kept = cacheOf(changes, 'user', readNamed, 100_000)
      for (let n = 0; n < 100; n += 1) await kept.one(`${n}`)
      reads.length = 0
      for (let n = 99; n >= 0; n -= 1) await kept.one(`${n}`)
      return reads.length
    }
    expect(await readCount('x')).to.equal(0)
    expect(await readCount('x'.repeat(10_000))).to.be.above(90)
  })

  it('is found by what it is called, and forgotten by its id', async () => {
    await cache.one('name of a')
    await cache.one('name of b')
    tell('user', 'a')
    await cache.one('name of a')
    await cache.one('name of b')
    expect(reads).to.deep.equal(['name of a', 'name of b', 'name of a'])
  })

  it('without an id is forgotten by its key', async () => {
    const members = cacheOf(
      changes,
      'member',
      async (pairs) => new Map([...(await read(pairs)).keys()].map((pair) => [pair, { pair }])),
    )
    await members.one('channel alice')
    tell('member', 'channel bob')
    await members.one('channel alice')
    expect(reads).to.deep.equal(['channel alice'])
    tell('member', 'channel alice')
    await members.one('channel alice')
    expect(reads).to.deep.equal(['channel alice', 'channel alice'])
  })

  it('is read in one statement if it is asked for in one turn of the event loop', async () => {
    const found = await Promise.all([cache.one('a'), cache.many(['b', 'a']), cache.one('unknown')])
    expect(reads).to.deep.equal(['a,b,unknown'])
    expect(found[0]).to.deep.equal({ id: 'a', name: 'first' })
    expect([...found[1].keys()]).to.have.members(['a', 'b'])
    expect(found[2]).to.equal(null)
    expect(found[1].get('a')).to.equal(found[0])
  })

  it('is asked for again after a read that failed', async () => {
    whileReading = () => {
      throw new Error('no connection')
    }
    const failed = await Promise.allSettled([cache.one('a'), cache.one('b')])
    expect(failed.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected'])
    whileReading = () => undefined
    expect(await cache.one('a')).to.deep.equal({ id: 'a', name: 'first' })
  })
})
