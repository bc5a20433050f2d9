import { expect } from 'chai'
import { createTouch } from '../../lib/pipeline/touch.js'
import { NOW, webhookOf } from '../support/hook-host.js'

describe('the last use of a webhook', () => {
  const failure = new Error('disk')

  function touched(failing = false): {
    readonly touch: ReturnType<typeof createTouch>
    readonly written: readonly (readonly [string, number, string])[]
    readonly logged: readonly (readonly [string, string, unknown])[]
  } {
    const written: (readonly [string, number, string])[] = []
    const logged: [string, string, unknown][] = []
    const note = (id: string, at: number, key: string): void => {
      written.push([id, at, key])
      if (failing) throw failure
    }
    const touch = createTouch({ touch: note }, (level, message, details) =>
      logged.push([level, message, details]),
    )
    return { touch, written, logged }
  }

  it('is written at most once a minute', () => {
    const { touch, written } = touched()
    const webhook = webhookOf({ id: 'a' })
    for (const after of [0, 1, 59_999, 60_000, 60_001, 120_000])
      touch(webhook, 'current', NOW + after)
    expect(written.map(([, at]) => at - NOW)).to.deep.equal([0, 60_000, 120_000])
  })

  it('is written for each webhook and each of its keys', () => {
    const { touch, written } = touched()
    touch(webhookOf({ id: 'a' }), 'current', NOW)
    touch(webhookOf({ id: 'a' }), 'previous', NOW)
    touch(webhookOf({ id: 'b' }), 'current', NOW)
    expect(written).to.deep.equal([
      ['a', NOW, 'current'],
      ['a', NOW, 'previous'],
      ['b', NOW, 'current'],
    ])
  })

  it('is written at most once a minute for webhooks that are used by turns', () => {
    const { touch, written } = touched()
    for (const name of ['a', 'b', 'a', 'b']) touch(webhookOf({ id: name }), 'current', NOW)
    expect(written.map(([name]) => name)).to.deep.equal(['a', 'b'])
  })

  it('is written again when the clock has gone back', () => {
    const { touch, written } = touched()
    touch(webhookOf(), 'current', NOW)
    touch(webhookOf(), 'current', NOW - 60_000)
    expect(written).to.have.lengthOf(2)
  })

  it('that cannot be written is logged and nothing else', async () => {
    const { touch, logged } = touched(true)
    expect(() => {
      touch(webhookOf(), 'current', NOW)
    }).not.to.throw()
    await new Promise((resolve) => setImmediate(resolve))
    expect(logged).to.deep.equal([
      [
        'warn',
        'could not record the last use of a webhook',
        { webhook: webhookOf().id, error: failure },
      ],
    ])
  })

  it('is remembered of 50,000 webhooks, and of one that is used all the time, however many others are', () => {
    const { touch, written } = touched()
    const use = (id: string): void => {
      touch(webhookOf({ id }), 'current', NOW)
    }
    for (let n = 0; n < 50_000; n += 1) use(String(n))
    use('0')
    expect(written).to.have.lengthOf(50_000)
    for (let n = 50_000; n < 100_001; n += 1) {
      use(String(n))
      use('0')
    }
    expect(written).to.have.lengthOf(100_001)
    use('1')
    expect(written).to.have.lengthOf(100_002)
  })
})
