import { expect } from 'chai'
import { type Bucket, takeFrom } from '../../lib/rules/bucket.js'
import type { RateLimit } from '../../lib/model/records.js'

describe('a token bucket', () => {
  /** How many of the calls at these times get a token. */
  const allowedOf = (limit: RateLimit, times: readonly number[]): number => {
    let bucket: Bucket | null = null
    let allowed = 0
    for (const time of times) {
      const result = takeFrom(bucket, limit, time)
      bucket = result.bucket
      if (result.taken.allowed) allowed += 1
    }
    return allowed
  }
  const START = 1_790_000_000_000
  const atOnce = (count: number): number[] => new Array<number>(count).fill(START)
  /** A call each millisecond. */
  const within = (seconds: number): number[] =>
    Array.from({ length: seconds * 1000 }, (_, ms) => START + ms)

  // prettier-ignore
  const TABLE: readonly (readonly [string, RateLimit, readonly number[], number])[] = [
    ['holds its burst',                          { perSecond: 10, burst: 100 },  atOnce(200), 100],
    ['holds a burst below its rate',             { perSecond: 100, burst: 5 },   atOnce(200),   5],
    ['holds one token',                          { perSecond: 10, burst: 1 },    atOnce(200),   1],
    ['gives back at its rate',                   { perSecond: 10, burst: 1 },    within(3),    30],
    ['gives back at its rate beside a burst',    { perSecond: 10, burst: 50 },   within(3),    79],
    ['gives back at a rate with a fraction',     { perSecond: 1.9, burst: 1 },   within(4),     8],
    ['gives back at a rate below one a second',  { perSecond: 0.7, burst: 1 },   within(10),    7],
    ['gives back at a rate below one a minute',  { perSecond: 0.01, burst: 1 },  within(100),   1],
    ['gives back at a rate of thirds',           { perSecond: 3, burst: 7 },     within(10),   36],
  ]
  for (const [title, limit, times, allowed] of TABLE) {
    it(title, () => {
      expect(allowedOf(limit, times)).to.equal(allowed)
    })
  }

  it('tells when the next token comes, and not earlier', () => {
    const limit = { perSecond: 3, burst: 7 }
    let bucket: Bucket | null = null
    for (let n = 0; n < 7; n += 1) bucket = takeFrom(bucket, limit, START).bucket
    const { nextMs, fullMs } = takeFrom(bucket, limit, START).taken
    expect(nextMs).to.be.closeTo(1000 / 3, 0.1)
    expect(fullMs).to.be.closeTo(7000 / 3, 0.1)
    expect(takeFrom(bucket, limit, START + nextMs - 1).taken.allowed).to.equal(false)
    expect(takeFrom(bucket, limit, START + nextMs).taken.allowed).to.equal(true)
  })

  it('is full again when the clock is set back further than it could be empty', () => {
    const limit = { perSecond: 10, burst: 5 }
    const { bucket } = takeFrom(null, limit, START)
    const later = takeFrom(bucket, limit, START - 2 * 3_600_000)
    expect(later.taken).to.include({ allowed: true, remaining: 4, fullMs: 100 })
    // What is stored then is of the new time, so that it counts again.
    const allowed = [1, 2, 3, 4, 5, 6].map(() => {
      const { bucket: next, taken } = takeFrom(later.bucket, limit, START - 2 * 3_600_000)
      Object.assign(later, { bucket: next })
      return taken.allowed
    })
    expect(allowed).to.deep.equal([true, true, true, true, false, false])
  })

  it('is at most a second past empty, of tokens that were taken ahead, for who has a clock behind that of others', () => {
    const limit = { perSecond: 10, burst: 5 }
    let bucket: Bucket | null = null
    for (let n = 0; n < 5; n += 1) bucket = takeFrom(bucket, limit, START + 2_000).bucket
    expect(takeFrom(bucket, limit, START).taken).to.include({ allowed: false, fullMs: 1_500 })
  })

  it('gives a token ahead of its time, and says when it counts', () => {
    const limit = { perSecond: 2, burst: 1 }
    let bucket: Bucket | null = null
    const waits = [1, 2, 3, 4].map(() => {
      const result = takeFrom(bucket, limit, START, 1, 1_000)
      bucket = result.bucket
      return result.taken.allowed ? result.taken.nextMs : null
    })
    expect(waits).to.deep.equal([0, 500, 1_000, null])
    // Who takes none ahead waits until these have come.
    expect(takeFrom(bucket, limit, START + 1_400).taken.allowed).to.equal(false)
    expect(takeFrom(bucket, limit, START + 1_500).taken.allowed).to.equal(true)
  })

  it('is not kept empty by a slower limit that was raised', () => {
    const { bucket } = takeFrom(null, { perSecond: 0.0001, burst: 1 }, START)
    const { taken } = takeFrom(bucket, { perSecond: 10, burst: 5 }, START)
    expect(taken).to.include({ allowed: true, remaining: 4 })
  })

  it('looks without taking', () => {
    const limit = { perSecond: 1, burst: 2 }
    const { bucket } = takeFrom(null, limit, START)
    const looked = takeFrom(bucket, limit, START + 500, 0)
    expect(looked.bucket).to.deep.equal(bucket)
    expect(looked.taken).to.deep.equal({ allowed: true, remaining: 1, nextMs: 0, fullMs: 500 })
  })
})
