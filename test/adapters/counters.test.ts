import { mock } from 'node:test'
import { expect } from 'chai'
import { createMemoryCounters } from '../../lib/adapters/memory/counters.js'

const LIMIT = { perSecond: 0.5, burst: 2 }

describe('memory counters', () => {
  it('say what is left, and after which time there is more', async () => {
    const counters = createMemoryCounters(() => 1_000_000)
    expect(await counters.take('a', LIMIT)).to.deep.equal(state(true, 1, 0, 2000))
    expect(await counters.take('a', LIMIT)).to.deep.equal(state(true, 0, 2000, 4000))
    expect(await counters.take('a', LIMIT)).to.deep.equal(state(false, 0, 2000, 4000))
  })

  it('follow no clock that can be set', async () => {
    const counters = createMemoryCounters()
    const slow = { perSecond: 0.001, burst: 3 }
    mock.timers.enable({ apis: ['Date'], now: 1_790_000_000_000 })
    try {
      await counters.take('a', slow)
      mock.timers.setTime(1_790_000_000_000 - 2 * 3_600_000)
      expect(await counters.take('a', slow)).to.include({ allowed: true, remaining: 1 })
      mock.timers.setTime(1_790_000_000_000 + 2 * 3_600_000)
      expect(await counters.take('a', slow)).to.include({ allowed: true, remaining: 0 })
      expect(await counters.take('a', slow)).to.include({ allowed: false })
    } finally {
      mock.timers.reset()
    }
  })

  it('forget full buckets, and no others, when there are many', async () => {
    let now = 1_000_000
    const buckets = new Map<string, { fullAt: number }>()
    const counters = createMemoryCounters(() => now, buckets)
    await counters.take('slow', { perSecond: 0.001, burst: 1 })
    for (let n = 0; n < 3000; n += 1) {
      now += 10
      await counters.take(`key ${n}`, { perSecond: 100, burst: 1 })
    }
    expect(buckets.size).to.be.below(1100)
    expect(await counters.take('slow', { perSecond: 0.001, burst: 1 })).to.include({
      allowed: false,
    })
  })
})

function state(allowed: boolean, remaining: number, nextMs: number, fullMs: number): object {
  return { allowed, remaining, nextMs, fullMs }
}
