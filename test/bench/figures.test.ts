import { expect } from 'chai'
import { median, percentile, type Round, summarise } from '../../bench/figures.js'

function rounds(...cpuMicros: number[]): readonly Round[] {
  const others = { databaseMicros: 0, p50Millis: 1, p99Millis: 2, shed: 0 }
  return cpuMicros.map((cpu) => ({ ...others, cpuMicros: cpu }))
}

describe('the figures of a benchmark', () => {
  it('have the middle value as their median', () => {
    expect(median([10, 1, 2])).to.equal(2)
    expect(median([4, 1, 2, 3])).to.equal(2.5)
    expect(median([])).to.be.NaN
  })

  it('have as a percentile the least value that so many do not exceed', () => {
    const hundred = Array.from({ length: 100 }, (_, number) => 100 - number)
    expect(percentile(hundred, 0.5)).to.equal(50)
    expect(percentile(hundred, 0.99)).to.equal(99)
    expect(percentile([7], 0.99)).to.equal(7)
    expect(percentile([1, 2], 0)).to.equal(1)
    expect(percentile([], 0.5)).to.be.NaN
  })

  it('are the medians of all rounds, each by itself', () => {
    const of = (cpuMicros: number, p99Millis: number): Round => {
      return { cpuMicros, databaseMicros: cpuMicros / 2, p50Millis: 1, p99Millis, shed: p99Millis }
    }
    const { ratio: _, ...figures } = summarise([of(10, 9), of(30, 5), of(20, 7)], rounds(1, 1, 1))
    expect(figures).to.deep.equal(of(20, 7))
  })

  it('compare each round with the one of bare Express beside it', () => {
    // The machine was slow in the second round, for both.
    expect(summarise(rounds(200, 2000, 200), rounds(100, 1000, 120)).ratio).to.equal(0.5)
  })
})
