import { expect } from 'chai'
import { Recent } from '../../lib/model/recent.js'

describe('what was used last', () => {
  function filled(count: number): Recent<number> {
    const recent = new Recent<number>(10)
    for (let n = 0; n < count; n += 1) recent.set(`${n}`, n)
    return recent
  }

  it('is kept up to half of the limit at least, and up to the limit at most', () => {
    for (const count of [5, 9, 10, 11, 100]) {
      const kept = [...filled(count)].map(([, value]) => value)
      expect(kept.length, `of ${count}`).to.be.within(Math.min(count, 5), 10)
      expect(kept.at(-1), `of ${count}`).to.equal(count - 1)
    }
  })

  it('stays if it is used, however many others come', () => {
    const recent = new Recent<number>(10)
    recent.set('busy', 1)
    for (let n = 0; n < 100; n += 1) {
      recent.set(`${n}`, n)
      expect(recent.get('busy'), `after ${n}`).to.equal(1)
    }
    expect(recent.get('0')).to.equal(undefined)
  })

  it('is the newer value of a key', () => {
    const recent = filled(5)
    recent.set('0', 10)
    expect(recent.get('0')).to.equal(10)
  })
})
