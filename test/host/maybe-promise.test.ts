import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import { afterwards } from '../../lib/host/maybe-promise.js'

describe('what follows a result', () => {
  const isThere = (found: unknown): boolean => found !== null

  it('follows at once if the result is there', () => {
    expect(afterwards(null, isThere)).to.equal(false)
    expect(afterwards({ then: 1 }, isThere)).to.equal(true)
  })

  it('waits for a promise, also of another realm or library', async () => {
    const foreign: unknown = runInNewContext('Promise.resolve(null)')
    expect(foreign).to.not.be.instanceOf(Promise)
    for (const promise of [Promise.resolve(null), foreign]) {
      expect(await afterwards(promise, isThere)).to.equal(false)
    }
  })

  it('fails as the promise does', async () => {
    const failed = afterwards(Promise.reject(new Error('no connection')), isThere)
    expect(String(await Promise.resolve(failed).catch((error: unknown) => error))).to.include('no')
  })
})
