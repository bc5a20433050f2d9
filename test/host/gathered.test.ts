import { expect } from 'chai'
import { createGathered, type Outcome } from '../../lib/host/gathered.js'

const results = (items: readonly string[]): Outcome<string>[] =>
  items.map((item) => ({ result: item }))

describe('gathered work', () => {
  /** What the work was given each time. */
  let given: (readonly string[])[] = []
  const noting = (work: (items: readonly string[]) => readonly Outcome<string>[]) =>
    createGathered<string, string>(
      (items) => {
        given.push(items)
        return Promise.resolve(work(items))
      },
      () => 200,
    )

  beforeEach(() => {
    given = []
  })

  it('begins at once twice, on all that have come, and then on those of a whole second', async () => {
    const gathered = noting(results)
    const run = (items: readonly string[]) =>
      Promise.all(items.map((item) => gathered.run('a', item)))
    expect(await run(['0'])).to.deep.equal(['0'])
    expect(await run(['1', '2'])).to.deep.equal(['1', '2'])
    const started = performance.now()
    const later = run(['3'])
    await Promise.all([later, run(['4', '5'])])
    expect(performance.now() - started).to.be.above(100)
    expect(given).to.deep.equal([['0'], ['1', '2'], ['3', '4', '5']])
  })

  it('on other things does not wait for it', async () => {
    const gathered = noting(results)
    await Promise.all(['a', 'b', 'c'].map((name) => gathered.run(name, name)))
    expect(given).to.deep.equal([['a'], ['b'], ['c']])
  })

  it('is done again for items without an outcome, with those that have come', async () => {
    const gathered = noting((items) => [
      ...results(items.slice(0, 1)),
      ...items.slice(1).map(() => undefined),
    ])
    const all = ['0', '1', '2'].map((item) => gathered.run('a', item))
    expect(await Promise.all(all)).to.deep.equal(['0', '1', '2'])
    expect(given).to.deep.equal([['0', '1', '2'], ['1', '2'], ['2']])
  })

  it('fails for each item by itself, or for all of them', async () => {
    const gathered = noting((items) => {
      if (items.includes('all')) throw new Error('all')
      return items.map((item) => (item === 'bad' ? { error: new Error(item) } : { result: item }))
    })
    const all = ['bad', 'good', 'all', 'other'].map((item, at) =>
      gathered.run(at < 2 ? 'a' : 'b', item),
    )
    const settled = await Promise.allSettled(all)
    expect(settled.map(({ status }) => status)).to.deep.equal([
      'rejected',
      'fulfilled',
      'rejected',
      'rejected',
    ])
  })
})
