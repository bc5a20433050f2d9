import { expect } from 'chai'
import { createMemoryCounters } from '../../lib/adapters/memory/index.js'

const LIMIT = { perSecond: 0.5, burst: 2 }

describe('memory counters', () => {
  it('give as many tokens at once as there are, and say what is left', async () => {
    const counters = createMemoryCounters(() => 1_000_000)
    expect(await counters.take('a', LIMIT)).to.deep.equal(state(true, 1, 0, 2000))
    expect(await counters.take('a', LIMIT)).to.deep.equal(state(true, 0, 2000, 4000))
    expect(await counters.take('a', LIMIT)).to.deep.equal(state(false, 0, 2000, 4000))
  })

  it('only look when they are asked to', async () => {
    const counters = createMemoryCounters(() => 1_000_000)
    expect(await counters.take('a', LIMIT, 0)).to.deep.equal(state(true, 2, 0, 0))
    await counters.take('a', LIMIT)
    expect(await counters.take('a', LIMIT, 0)).to.deep.equal(state(true, 1, 0, 2000))
  })

  it('keep keys apart, and fill the bucket of one', async () => {
    const counters = createMemoryCounters(() => 1_000_000)
    await counters.take('a', LIMIT)
    await counters.take('b', LIMIT)
    await counters.reset('a')
    expect(await counters.take('a', LIMIT, 0)).to.include({ remaining: 2 })
    expect(await counters.take('b', LIMIT, 0)).to.include({ remaining: 1 })
  })

  it('forget full buckets, and no others, when there are many', async () => {
    let now = 1_000_000
    const counters = createMemoryCounters(() => now)
    await counters.take('slow', { perSecond: 0.001, burst: 1 })
    for (let n = 0; n < 3000; n += 1) {
      now += 10
      await counters.take(`key ${n}`, { perSecond: 100, burst: 1 })
    }
    expect(await counters.take('slow', { perSecond: 0.001, burst: 1 })).to.include({
      allowed: false,
    })
  })
})

function state(allowed: boolean, remaining: number, nextMs: number, fullMs: number): object {
  return { allowed, remaining, nextMs, fullMs }
}
