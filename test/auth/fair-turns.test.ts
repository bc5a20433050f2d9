import { expect } from 'chai'
import { FairTurns } from '../../lib/auth/turns.js'
import { codeOf } from '../support/sign-in-host.js'

/** Works that end when told, and the order in which they began. */
function works(turns: FairTurns) {
  const begun: string[] = []
  let endFirst = (): void => undefined
  return {
    begun,
    add: (key: string, name: string, most = 10) =>
      turns.run(key, most, async () => {
        begun.push(name)
        if (begun.length === 1) await new Promise<void>((resolve) => (endFirst = resolve))
      }),
    end: () => {
      endFirst()
    },
  }
}

describe('fair turns', () => {
  it('serve the keys in turn, one job at a time', async () => {
    const { begun, add, end } = works(new FairTurns(10))
    const all = [add('a', 'a1'), add('a', 'a2'), add('a', 'a3'), add('b', 'b1'), add('c', 'c1')]
    await Promise.resolve()
    expect(begun).to.deep.equal(['a1'])
    end()
    await Promise.all(all)
    expect(begun).to.deep.equal(['a1', 'a2', 'b1', 'c1', 'a3'])
  })

  it('a key has so many that wait, and no more', async () => {
    const { add, end } = works(new FairTurns(10))
    const taken = [add('a', 'runs', 1), add('a', 'waits', 1)]
    expect(await codeOf(add('a', 'refused', 1))).to.equal('storage_unavailable')
    const other = add('b', 'b1', 1)
    end()
    await Promise.all([...taken, other])
  })

  it('in all there are so many; past it the longest line gives up its last', async () => {
    const { begun, add, end } = works(new FairTurns(4))
    const [runs, a2, a3, a4] = ['a1', 'a2', 'a3', 'a4'].map((name) => codeOf(add('a', name)))
    const b1 = codeOf(add('b', 'b1'))
    expect(await a4).to.equal('storage_unavailable')
    expect(await codeOf(add('a', 'a5'))).to.equal('storage_unavailable')
    end()
    expect(await Promise.all([runs, a2, a3, b1])).to.deep.equal(['none', 'none', 'none', 'none'])
    expect(begun).to.deep.equal(['a1', 'a2', 'b1', 'a3'])
  })

  it('a failure is its own only, and frees its place', async () => {
    const turns = new FairTurns(2)
    const failing = turns.run('a', 2, () => Promise.reject(new TypeError('mine')))
    const next = turns.run('b', 2, () => Promise.resolve('done'))
    const [first, second] = await Promise.allSettled([failing, next])
    expect([first.status, second.status]).to.deep.equal(['rejected', 'fulfilled'])
    expect(await turns.run('a', 2, () => Promise.resolve('again'))).to.equal('again')
  })

  it('are idle when nothing runs and nothing waits', async () => {
    const turns = new FairTurns(2)
    await turns.idle()
    const { begun, add, end } = works(turns)
    void add('a', 'a1')
    void add('b', 'b1')
    const idle = turns.idle()
    await Promise.resolve()
    end()
    await idle
    expect(begun).to.deep.equal(['a1', 'b1'])
  })
})
