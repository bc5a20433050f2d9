import { expect } from 'chai'
import { atMostEvery } from '../../lib/adapters/at-most-every.js'

describe('work that is done at most once in a time', () => {
  /** The times at which it is done, of those at which it is asked for. */
  const doneAt = async (...times: readonly number[]): Promise<readonly number[]> => {
    const done: number[] = []
    const ask = atMostEvery(100, (now) => Promise.resolve(done.push(now)))
    for (const time of times) await ask(time)
    return done
  }

  it('is done when it is first asked for, and when the time is over', async () => {
    expect(await doneAt(5, 6, 104, 105, 106, 300)).to.deep.equal([5, 105, 300])
  })

  it('is not put off by a clock that is set back', async () => {
    expect(await doneAt(9_000, 9_050, 20, 60, 120)).to.deep.equal([9_000, 20, 120])
  })
})
