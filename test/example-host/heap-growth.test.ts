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
    let live = 32 * MIB
    let collected = (): void => undefined
    const flags: string[] = []
    const onCollected = (listener: () => void) => {
      collected = listener
      return () => undefined
    }
    limitHeapGrowth(
      { onCollected },
      () => live,
      (flag) => flags.push(flag),
    )
    live = 1000 * MIB
    collected()
    expect(flags).to.deep.equal(['--heap-growing-percent=100', '--heap-growing-percent=60'])
  })
})
