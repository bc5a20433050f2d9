import { expect } from 'chai'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
import type { CountersAdapter } from '../../lib/adapters/types.js'
import type { RateLimit } from '../../lib/model/records.js'
import { type Got, Turns } from '../../lib/load/turns.js'
import { type Wait, WaitingRoom } from '../../lib/load/waiting-room.js'

const LIMIT = { perSecond: 50, burst: 1 }
const wait = (bytes = 1, patience = 5_000, signal?: AbortSignal): Wait => ({
  bytes,
  patience,
  ...(signal ? { signal } : {}),
})
/** A token, now or after those who came before. */
async function take(mine: Turns, key: string, limit: RateLimit, wait: Wait): Promise<Got> {
  const taken = await mine.now(key, limit)
  return taken.allowed ? { waited: 0 } : mine.wait(key, limit, taken, wait)
}

async function later(microtasks: number): Promise<void> {
  for (let left = microtasks; left > 0; left -= 1) await Promise.resolve()
}

const isServed = (got: Got): boolean => 'waited' in got

function turns(counters: CountersAdapter = createMemoryAdapters().counters): Turns {
  return new Turns(counters, new WaitingRoom(undefined, 8_000_000))
}

describe('turns', () => {
  it('come at once while there are tokens, and then one after the other', async () => {
    const mine = turns()
    const order: number[] = []
    const all = Array.from({ length: 6 }, async (_, n) => {
      const got = await take(mine, 'a', LIMIT, wait())
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
    await take(mine, 'a', { perSecond: 0.1, burst: 1 }, wait())
    void take(mine, 'a', { perSecond: 0.1, burst: 1 }, wait(1, 60_000))
    expect(await take(mine, 'b', LIMIT, wait())).to.deep.equal({ waited: 0 })
    mine.close()
  })

  it('that cannot come in time are refused at once, with the time at which they would', async () => {
    const mine = turns()
    const slow = { perSecond: 1, burst: 1 }
    await take(mine, 'a', slow, wait())
    const first = take(mine, 'a', slow, wait(1, 1_500))
    const got = await take(mine, 'a', slow, wait(1, 1_500))
    expect('late' in got && got.late.nextMs).to.be.within(1_900, 2_000)
    mine.close()
    expect(await first).to.deep.equal({ ended: true })
  })

  it('are not for those whose line holds more than 4 MiB', async () => {
    const mine = turns()
    const slow = { perSecond: 1, burst: 1 }
    await take(mine, 'a', slow, wait())
    const first = take(mine, 'a', slow, wait(4_000_000, 60_000))
    expect('late' in (await take(mine, 'a', slow, wait(400_000, 60_000)))).to.equal(true)
    mine.close()
    await first
  })

  it('of those who have gone go to the next', async () => {
    const mine = turns()
    await take(mine, 'a', LIMIT, wait())
    const left = new AbortController()
    const gone = take(mine, 'a', LIMIT, wait(1, 5_000, left.signal))
    const next = take(mine, 'a', LIMIT, wait())
    await Promise.resolve()
    left.abort()
    expect(await gone).to.deep.equal({ ended: true })
    expect(isServed(await next)).to.equal(true)
  })

  it('follow a limit that is changed while some wait', async () => {
    const mine = turns()
    const slow = { perSecond: 0.1, burst: 1 }
    const fast = { perSecond: 100, burst: 10 }
    await take(mine, 'a', slow, wait())
    const first = take(mine, 'a', slow, wait(1, 60_000))
    await later(20)
    const second = take(mine, 'a', fast, wait())
    expect([await first, await second].every(isServed)).to.equal(true)
  })

  it('fail together, with its error, if nobody counts any more, and work again afterwards', async () => {
    const counters = createMemoryAdapters().counters
    let fails = false
    const mine = turns({
      ...counters,
      take: (...asked) => {
        if (fails) throw new Error('the store is away')
        return counters.take(...asked)
      },
    })
    await take(mine, 'a', LIMIT, wait())
    const taken = await mine.now('a', LIMIT)
    const waiting = [1, 2].map(() => mine.wait('a', LIMIT, taken, wait()))
    fails = true
    const errors = await Promise.all(waiting.map((each) => each.catch(String)))
    expect(errors).to.deep.equal(Array(2).fill('Error: the store is away'))
    fails = false
    expect(isServed(await take(mine, 'a', LIMIT, wait()))).to.equal(true)
  })

  it('come to those who join in the moment in which a line ends', async () => {
    const taken = { allowed: false, remaining: 0, nextMs: 10, fullMs: 10 }
    for (const depth of [0, 1, 2, 3]) {
      let joins: Promise<Got> | undefined
      class Room extends WaitingRoom {
        override advance(key: string): void {
          super.advance(key)
          if (!joins) void later(depth).then(join)
        }
      }
      const mine = new Turns(createMemoryAdapters().counters, new Room(undefined, 8_000_000))
      const join = (): void => {
        joins = mine.wait('a', LIMIT, taken, wait(1, 1_000))
      }
      await mine.wait('a', LIMIT, taken, wait())
      await later(10)
      expect(joins && isServed(await joins), `after ${depth} microtasks`).to.equal(true)
    }
  })

  it('are also those of adapters that give no token ahead', async () => {
    const counters = createMemoryAdapters().counters
    const mine = turns({ ...counters, take: (key, limit, cost) => counters.take(key, limit, cost) })
    const got = await Promise.all(Array.from({ length: 5 }, () => take(mine, 'a', LIMIT, wait())))
    expect(got.every(isServed)).to.equal(true)
  })
})
