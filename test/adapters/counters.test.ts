import { expect } from 'chai'
import { createMemoryCounters } from '../../lib/adapters/memory/index.js'

const LIMIT = { points: 2, seconds: 60 }

describe('memory counters', () => {
  it('allow so many within a window, and say what is left', async () => {
    const counters = createMemoryCounters()
    const states = [
      await counters.consume('a', LIMIT),
      await counters.consume('a', LIMIT),
      await counters.consume('a', LIMIT),
    ]
    expect(states.map(({ allowed, remaining }) => [allowed, remaining])).to.deep.equal([
      [true, 1],
      [true, 0],
      [false, 0],
    ])
    for (const { resetMs } of states) expect(resetMs).to.be.within(59_000, 60_000)
  })

  it('only look when they are asked to', async () => {
    const counters = createMemoryCounters()
    expect(await counters.consume('a', LIMIT, 0)).to.deep.equal({
      allowed: true,
      remaining: 2,
      resetMs: 0,
    })
    await counters.consume('a', LIMIT)
    expect(await counters.consume('a', LIMIT, 0)).to.include({ allowed: true, remaining: 1 })
    await counters.consume('a', LIMIT)
    expect(await counters.consume('a', LIMIT, 0)).to.include({ allowed: false, remaining: 0 })
  })

  it('keep names and limits apart, and forget a name in all of them', async () => {
    const counters = createMemoryCounters()
    const other = { points: 1, seconds: 60 }
    await counters.consume('a', LIMIT)
    await counters.consume('a', other)
    expect(await counters.consume('b', LIMIT)).to.include({ remaining: 1 })
    await counters.reset('a')
    expect(await counters.consume('a', LIMIT)).to.include({ allowed: true, remaining: 1 })
    expect(await counters.consume('a', other)).to.include({ allowed: true })
  })

  it('count on through windows longer than a timer can be', async () => {
    const counters = createMemoryCounters()
    const year = { points: 1, seconds: 366 * 86_400 }
    await counters.consume('a', year)
    // A timer that cannot be as long ends after 1 ms, and so before this one.
    await new Promise((resolve) => setTimeout(resolve, 2))
    expect(await counters.consume('a', year)).to.include({ allowed: false })
  })
})
