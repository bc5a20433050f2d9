import { expect } from 'chai'
import { createLocks } from '../../example-host/store/writer.js'
import { failure, failureCode } from './support.js'

describe('store: work in turn', () => {
  it('runs after earlier work with a name in common, in the order of the calls, and beside other work', async () => {
    const inTurn = createLocks(10)
    const done: string[] = []
    const work = async (names: string): Promise<void> =>
      inTurn(Array.from(names), async () => {
        done.push(`+${names}`)
        await new Promise(setImmediate)
        done.push(`-${names}`)
      })
    await Promise.all(['a', 'b', 'ab', 'c', 'b', 'a'].map(work))
    expect(done.slice(0, 3)).to.deep.equal(['+a', '+b', '+c'])
    const others = done.filter((each) => !each.endsWith('c'))
    expect(others.slice(0, 6)).to.deep.equal(['+a', '+b', '-a', '-b', '+ab', '-ab'])
    expect(others.slice(6)).to.deep.equal(['+b', '+a', '-b', '-a'])
  })

  it('goes on after work that failed, and refuses work beyond the limit without letting later work in', async () => {
    const inTurn = createLocks(1)
    const done: string[] = []
    let end = (): void => undefined
    const first = inTurn(['a'], async () => {
      await new Promise<void>((resolve) => (end = resolve))
      throw new Error('the first failed')
    })
    const second = inTurn(['a'], async () => Promise.resolve(done.push('second')))
    const refused = inTurn(['a'], async () => Promise.resolve(done.push('refused')))
    expect(await failureCode(refused)).to.equal('storage_unavailable')
    await inTurn(['b'], async () => Promise.resolve(done.push('another')))
    expect(done).to.deep.equal(['another'])
    end()
    expect(String(await failure(first))).to.include('the first failed')
    await second
    await inTurn(['a'], async () => Promise.resolve(done.push('later')))
    expect(done).to.deep.equal(['another', 'second', 'later'])
  })
})
