import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { ROOT } from '../support/root.js'
import { LONG, longFirst } from './order.js'

const [longest = '', second = ''] = LONG
const never = (): boolean => false

describe('the order of the files of tests', () => {
  for (const path of LONG) {
    it(`knows ${path}, which exists`, () => {
      expect(existsSync(join(ROOT, 'dist/test', path))).to.equal(true)
    })
  }

  it('begins with those that take long, and then goes by the path', () => {
    expect(longFirst(['b', second, 'a', longest], never)).to.deep.equal([longest, second, 'a', 'b'])
  })

  it('does not add a file that was not chosen', () => {
    expect(longFirst(['a'], never)).to.deep.equal(['a'])
  })

  it('ends with those that wait for the declarations, however long they take', () => {
    const waits = (path: string): boolean => path === longest || path === 'a'
    expect(longFirst(['b', longest, 'a'], waits)).to.deep.equal(['b', longest, 'a'])
  })
})
