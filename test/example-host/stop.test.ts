import { expect } from 'chai'
import { createStop } from '../../example-host/stop.js'

describe('the stop of the example host', () => {
  const stopped = (steps: () => Promise<void>, limitMs = 10_000) =>
    new Promise<{ code: number; messages: readonly string[] }>((resolve) => {
      const messages: string[] = []
      const stop = createStop({
        log: (_level, message) => messages.push(message),
        steps,
        limitMs,
        exit: (code) => {
          resolve({ code, messages })
        },
      })
      stop.begin('a test', 0)
    })

  it('runs its steps and exits with 0', async () => {
    const { code, messages } = await stopped(() => Promise.resolve())
    expect(code).to.equal(0)
    expect(messages).to.deep.equal(['Stopping', 'Stopped'])
  })

  it('exits with 1 when a step throws', async () => {
    const { code, messages } = await stopped(() => {
      throw new Error('boom')
    })
    expect(code).to.equal(1)
    expect(messages).to.deep.equal(['Stopping', 'Stopping failed'])
  })

  it('exits with 1 when a step never ends', async () => {
    const { code, messages } = await stopped(() => new Promise(() => undefined), 1)
    expect(code).to.equal(1)
    expect(messages).to.deep.equal(['Stopping', 'Stopping took too long'])
  })
})
