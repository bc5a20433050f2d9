import { expect } from 'chai'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
import type { CountersAdapter } from '../../lib/adapters/types.js'
import { type Got, Turns } from '../../lib/load/turns.js'
import { WaitingRoom } from '../../lib/load/waiting-room.js'

const LIMIT = { perSecond: 50, burst: 1 }
const wait =
  (bytes = 1, patience = 5_000, signal?: AbortSignal) =>
  () => ({
    bytes,
    patience,
    ...(signal ? { signal } : {}),
  })
const isServed = (got: Got): boolean => 'waited' in got

function turns(counters: CountersAdapter = createMemoryAdapters().counters): Turns {
  return new Turns(counters, new WaitingRoom(undefined, 8_000_000))
}

describe('turns', () => {
  it('come at once while there are tokens, and then one after the other', async () => {
    const mine = turns()
    const order: number[] = []
    const all = Array.from({ length: 6 }, async (_, n) => {
      const got = await mine.take('a', LIMIT, wait())
      order.push(n)
      return got
    })
    const got = await Promise.all(all)
    expect(got.every(isServed)).to.equal(true)
    expect(order).to.deep.equal([0, 1, 2, 3, 4, 5])
    const waited = got.map((each) => ('waited' in each ? each.waited : -1))
    expect(waited[0]).to.equal(0)
    expect(waited[5]).to.be.within(80, 1_000)
  })

  it('are of each limit: another one has a line of its own', async () => {
    const mine = turns()
    await mine.take('a', { perSecond: 0.1, burst: 1 }, wait())
    void mine.take('a', { perSecond: 0.1, burst: 1 }, wait(1, 60_000))
    expect(await mine.take('b', LIMIT, wait())).to.deep.equal({ waited: 0 })
    mine.close()
  })

  it('that cannot come in time are refused at once, with the time at which they would', async () => {
    const mine = turns()
    const slow = { perSecond: 1, burst: 1 }
    await mine.take('a', slow, wait())
    const first = mine.take('a', slow, wait(1, 1_500))
    const got = await mine.take('a', slow, wait(1, 1_500))
    expect('late' in got && got.late.nextMs).to.be.within(1_900, 2_000)
    mine.close()
    expect(await first).to.deep.equal({ ended: true })
  })

  it('are not for those whose line holds more than 4 MiB', async () => {
    const mine = turns()
    const slow = { perSecond: 1, burst: 1 }
    await mine.take('a', slow, wait())
    const first = mine.take('a', slow, wait(4_000_000, 60_000))
    expect('late' in (await mine.take('a', slow, wait(400_000, 60_000)))).to.equal(true)
    mine.close()
    await first
  })

  it('of those who have gone go to the next', async () => {
    const mine = turns()
    await mine.take('a', LIMIT, wait())
    const left = new AbortController()
    const gone = mine.take('a', LIMIT, wait(1, 5_000, left.signal))
    const next = mine.take('a', LIMIT, wait())
    await Promise.resolve()
    left.abort()
    expect(await gone).to.deep.equal({ ended: true })
    expect(isServed(await next)).to.equal(true)
  })

  it('fail together if nobody counts any more, and work again afterwards', async () => {
    const counters = createMemoryAdapters().counters
    let fails = false
    const mine = turns({
      ...counters,
      take: (...asked) => {
        if (fails) throw new Error('the store is away')
        return counters.take(...asked)
      },
    })
    await mine.take('a', LIMIT, wait())
    const waiting = mine.take('a', LIMIT, wait())
    await Promise.resolve()
    await Promise.resolve()
    fails = true
    expect('late' in (await waiting)).to.equal(true)
    fails = false
    expect(isServed(await mine.take('a', LIMIT, wait()))).to.equal(true)
  })

  it('are also those of adapters that give no token ahead', async () => {
    const counters = createMemoryAdapters().counters
    const mine = turns({ ...counters, take: (key, limit, cost) => counters.take(key, limit, cost) })
    const got = await Promise.all(Array.from({ length: 5 }, () => mine.take('a', LIMIT, wait())))
    expect(got.every(isServed)).to.equal(true)
  })
})
