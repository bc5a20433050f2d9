import { createHook } from 'node:async_hooks'
import { expect } from 'chai'
import { createCallDeadlines } from '../../lib/host/call-deadlines.js'

const late = (): Error => new Error('late')
const never = (): Promise<string> => new Promise(() => undefined)
const messageOf = (result: unknown): Promise<unknown> =>
  Promise.resolve(result).then(
    (value) => value,
    (error: unknown) => (error instanceof Error ? error.message : error),
  )

describe('a deadline of calls', () => {
  it('ends what does not answer, the oldest first', async () => {
    const deadlines = createCallDeadlines(5)
    const ended: number[] = []
    const calls = [0, 1, 2].map((n) =>
      messageOf(deadlines.limit(never(), late)).then((message) => {
        ended.push(n)
        return message
      }),
    )
    expect(await Promise.all(calls)).to.deep.equal(['late', 'late', 'late'])
    expect(ended).to.deep.equal([0, 1, 2])
    expect(deadlines.size).to.equal(0)
  })

  it('has one timer for all calls', async () => {
    let timers = 0
    const hook = createHook({
      init: (_id, type) => {
        if (type === 'Timeout') timers += 1
      },
    }).enable()
    const deadlines = createCallDeadlines(5)
    const calls = Array.from({ length: 100 }, () => messageOf(deadlines.limit(never(), late)))
    hook.disable()
    expect(timers).to.equal(1)
    expect(new Set(await Promise.all(calls))).to.deep.equal(new Set(['late']))
  })

  it('passes on results and rejections, and forgets the call', async () => {
    const deadlines = createCallDeadlines(1_000)
    expect(await deadlines.limit(Promise.resolve('done'), late)).to.equal('done')
    const failure = new Error('mine')
    expect(await messageOf(deadlines.limit(Promise.reject(failure), late))).to.equal('mine')
    expect(deadlines.size).to.equal(0)
  })

  it('costs nothing for a result that is there', () => {
    const deadlines = createCallDeadlines(1_000)
    for (const result of ['done', null, undefined, 0]) {
      expect(deadlines.limit(result, late)).to.equal(result)
    }
    expect(deadlines.size).to.equal(0)
  })

  it('takes a query that can only be awaited for a promise, and runs it once', async () => {
    let runs = 0
    const query = {
      then: (done: (rows: string) => void) => {
        runs += 1
        done('rows')
      },
    }
    const deadlines = createCallDeadlines(1_000)
    expect(await deadlines.limit<string>(query as never, late)).to.equal('rows')
    expect(runs).to.equal(1)
  })

  it('forgets a query whose then throws, and rejects with its error', async () => {
    const deadlines = createCallDeadlines(1_000)
    const query = {
      then: () => {
        throw new Error('not connected')
      },
    }
    expect(await messageOf(deadlines.limit<string>(query as never, late))).to.equal('not connected')
    expect(deadlines.size).to.equal(0)
  })

  it('drops a result and a rejection that come too late', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown): void => {
      unhandled.push(reason)
    }
    process.on('unhandledRejection', note)
    const deadlines = createCallDeadlines(5)
    const calls: { resolve: (value: string) => void; reject: (error: Error) => void }[] = []
    const call = (): Promise<string> =>
      new Promise((resolve, reject) => calls.push({ resolve, reject }))
    const answers = [deadlines.limit(call(), late), deadlines.limit(call(), late)]
    expect(await Promise.all(answers.map(messageOf))).to.deep.equal(['late', 'late'])
    calls[0]?.resolve('too late')
    calls[1]?.reject(new Error('too late'))
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', note)
    expect(unhandled).to.deep.equal([])
  })

  it('of 0 never comes', async () => {
    const deadlines = createCallDeadlines(0)
    const call = Promise.resolve('whenever')
    expect(deadlines.limit(call, late)).to.equal(call)
  })

  it('leaves to a call the answer that came during a standstill', async () => {
    const deadlines = createCallDeadlines(5)
    let finish = (): void => undefined
    const call = new Promise<string>((resolve) => {
      finish = () => {
        resolve('in time')
      }
    })
    const answer = deadlines.limit(call, late)
    const end = performance.now() + 30
    while (performance.now() < end);
    // As the database's socket would be read: before the timers' own next turn.
    setImmediate(() => {
      finish()
    })
    expect(await answer).to.equal('in time')
  })
})
