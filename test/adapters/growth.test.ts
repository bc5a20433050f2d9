import { expect } from 'chai'
import { Growth, jsonLists } from '../../lib/adapters/growth.js'

describe('what may have become too large', () => {
  const adding = (growth: Growth, name: string, times: number): void => {
    for (let n = 0; n < times; n += 1) growth.add(name, 1)
  }

  it('is due when it first grows, and then whenever it has grown by so much', () => {
    const growth = new Growth()
    const due: (readonly string[])[] = []
    for (const times of [1, 9, 1, 9, 10]) {
      adding(growth, 'a', times)
      due.push(growth.take(10).due)
    }
    expect(due).to.deep.equal([['a'], [], ['a'], [], ['a']])
  })

  it('is named once, if it has grown since it was asked for', () => {
    const growth = new Growth()
    adding(growth, 'a', 2)
    adding(growth, 'b', 1)
    expect(growth.take(10).grown).to.deep.equal(['a', 'b'])
    adding(growth, 'b', 1)
    expect(growth.take(10)).to.deep.equal({ grown: ['b'], due: [] })
    expect(growth.take(10).grown).to.deep.equal([])
  })

  it('is due again once so many others have grown that it is not known any more', () => {
    const growth = new Growth()
    growth.add('first', 1)
    growth.take(10)
    for (let n = 0; n < 100_000; n += 1) growth.add(`other ${n}`, 1)
    growth.take(10)
    growth.add('first', 1)
    growth.add('other 1', 1)
    expect(growth.take(10).due).to.deep.equal(['first'])
  })

  it('is due later where too many are at once', () => {
    const growth = new Growth()
    for (let n = 0; n < 10_001; n += 1) growth.add(`number ${n}`, 1)
    expect(growth.take(10).due).to.have.lengthOf(2_000)
    growth.add('number 0', 1)
    growth.add('number 10000', 1)
    expect(growth.take(10).due).to.deep.equal(['number 10000'])
  })

  it('is named in lists of so many', () => {
    expect(jsonLists(['a', 'b', 'c'], 2)).to.deep.equal(['["a","b"]', '["c"]'])
    expect(jsonLists([], 2)).to.deep.equal([])
  })
})
