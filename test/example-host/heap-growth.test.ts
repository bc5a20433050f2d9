import { expect } from 'chai'
import { growthPercent, limitHeapGrowth } from '../../example-host/heap-growth.js'

const MIB = 1024 * 1024

describe('how much the heap may grow before all of it is collected', () => {
  for (const [live, bytes] of [
    [16, 32],
    [32, 32],
    [50, 32],
    [200, 120],
    [1000, 600],
  ] as const) {
    it(`is ${bytes} MiB when ${live} MiB live in it`, () => {
      expect((growthPercent(live * MIB) / 100) * live).to.be.closeTo(bytes, 0.5)
    })
  }

  it('follows what each collection has left', () => {
    let used = 32 * MIB
    let collected = (): void => undefined
    const flags: string[] = []
    limitHeapGrowth(
      {
        used: () => used,
        onCollected: (listener) => {
          collected = listener
          return () => undefined
        },
      },
      (flag) => flags.push(flag),
    )
    used = 1000 * MIB
    collected()
    expect(flags).to.deep.equal(['--heap-growing-percent=100', '--heap-growing-percent=60'])
  })
})
