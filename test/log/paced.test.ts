import { mock } from 'node:test'
import { expect } from 'chai'
import { createPaced } from '../../lib/log/paced.js'

function paced() {
  const done: string[] = []
  const made = createPaced({
    run: (id) => {
      done.push(id)
      return Promise.resolve()
    },
    delay: 10,
    pause: 50,
  })
  return { done, made }
}

/** What was begun has been done. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

async function pass(ms: number): Promise<void> {
  mock.timers.tick(ms)
  await settle()
}

describe('what is done at most every so often', () => {
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] })
  })

  afterEach(() => {
    mock.timers.reset()
  })

  it('is done once, however often it is asked for', async () => {
    const { done, made } = paced()
    for (let n = 0; n < 9; n += 1) made.ask('a')
    made.ask('b')
    await pass(9)
    expect(done).to.deep.equal([])
    await pass(1)
    expect(done).to.deep.equal(['a', 'b'])
    await pass(500)
    expect(done).to.deep.equal(['a', 'b'])
  })

  it('is done again after a pause, if it is asked for meanwhile', async () => {
    const { done, made } = paced()
    made.ask('a')
    await pass(10)
    made.ask('a')
    await pass(49)
    expect(done).to.deep.equal(['a'])
    await pass(1)
    expect(done).to.deep.equal(['a', 'a'])
  })

  it('is done at the end, if it was asked for', async () => {
    const { done, made } = paced()
    made.ask('a')
    await pass(10)
    made.ask('b')
    await made.close()
    await pass(500)
    expect(done).to.deep.equal(['a', 'b'])
  })

  it('is forgotten if too much waits', async () => {
    const { done, made } = paced()
    for (let n = 0; n < 1_500; n += 1) made.ask(`${n}`)
    await made.close()
    expect(done).to.have.length(1_000)
  })
})
