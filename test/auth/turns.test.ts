import { expect } from 'chai'
import { createTurns } from '../../lib/auth/turns.js'
import { codeOf } from '../support/sign-in-host.js'

describe('turns', () => {
  const later = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

  it('work of one key runs one at a time, in order', async () => {
    const inTurn = createTurns(10)
    const seen: string[] = []
    const work = (name: string) => async (): Promise<void> => {
      seen.push(`${name} begins`)
      await later()
      seen.push(`${name} ends`)
    }
    await Promise.all([inTurn('k', work('a')), inTurn('k', work('b'))])
    expect(seen).to.deep.equal(['a begins', 'a ends', 'b begins', 'b ends'])
  })

  it('another key does not wait', async () => {
    const inTurn = createTurns(10)
    void inTurn('stuck', () => new Promise(() => undefined))
    expect(await inTurn('free', () => Promise.resolve('done'))).to.equal('done')
  })

  it('a failure is its own only', async () => {
    const inTurn = createTurns(10)
    const failing = inTurn('k', () => Promise.reject(new TypeError('mine')))
    const next = inTurn('k', () => Promise.resolve('done'))
    const [first, second] = await Promise.allSettled([failing, next])
    expect([first.status, second.status]).to.deep.equal(['rejected', 'fulfilled'])
  })

  it('beyond the limit work is refused, and taken again when there is room', async () => {
    const inTurn = createTurns(2)
    const running = [inTurn('k', later), inTurn('k', later)]
    expect(await codeOf(inTurn('k', later))).to.equal('storage_unavailable')
    await Promise.all(running)
    expect(await codeOf(inTurn('k', later))).to.equal('none')
  })
})
