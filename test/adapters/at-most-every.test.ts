import { expect } from 'chai'
import { atMostEvery, inBackground } from '../../lib/adapters/at-most-every.js'
import { until } from '../support/until.js'

describe('work that is done at most once in a time', () => {
  /** The times at which it is done, of those at which it is asked for. */
  const doneAt = async (...times: readonly number[]): Promise<readonly number[]> => {
    const done: number[] = []
    const ask = atMostEvery(100, (now) => Promise.resolve(done.push(now)))
    for (const time of times) {
      ask(time)
      await Promise.resolve()
    }
    return done
  }

  it('is done when it is first asked for, and when the time is over', async () => {
    expect(await doneAt(5, 6, 104, 105, 106, 300)).to.deep.equal([5, 105, 300])
  })

  it('is not put off by a clock that is set back', async () => {
    expect(await doneAt(9_000, 9_050, 20, 60, 120)).to.deep.equal([9_000, 20, 120])
  })

  it('does not begin while it is under way, and fails for nobody who asks for it', async () => {
    const [begun, failures]: [number[], unknown[]] = [[], []]
    let end: () => void = () => undefined
    const work = async (number: number): Promise<void> => {
      begun.push(number)
      await new Promise<void>((resolve) => {
        end = resolve
      })
      throw new Error(`work ${number}`)
    }
    const start = inBackground(work, (error) => failures.push(String(error)))
    start(1)
    start(2)
    end()
    await until('it has failed', () => failures.length === 1)
    start(3)
    end()
    await until('it has failed again', () => failures.length === 2)
    expect({ begun, failures }).to.deep.equal({
      begun: [1, 3],
      failures: ['Error: work 1', 'Error: work 3'],
    })
  })
})
