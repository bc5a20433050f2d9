import { expect } from 'chai'
import type { CheckedBatch } from '../../lib/host/read-records.js'
import { createOnce, type Delivered } from '../../lib/pipeline/once.js'
import { refusalOf } from './pipeline.js'

const REQUEST = { key: 'k', fingerprint: 'f' }
const OTHER = { key: 'k', fingerprint: 'g' }
const delivered = (warning = ''): Delivered => ({
  posts: [],
  warnings: warning === '' ? [] : [{ path: '', reason: warning }],
  ignored: [],
  repeated: false,
})

interface Runs {
  count: number
  /** Ends the run under way. */
  finish: (result: Delivered | Error) => void
}

function runs(): Runs & { readonly run: () => Promise<Delivered> } {
  const mine: Runs & { readonly run: () => Promise<Delivered> } = {
    count: 0,
    finish: (): void => undefined,
    run: () => {
      mine.count += 1
      return new Promise<Delivered>((resolve, reject) => {
        mine.finish = (result) => {
          if (result instanceof Error) reject(result)
          else resolve(result)
        }
      })
    },
  }
  return mine
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const nothing = { findBatch: (): CheckedBatch | null => null, findById: () => null }

describe('once', () => {
  it('runs ten equal requests that come at once a single time', async () => {
    const once = createOnce(nothing)
    const work = runs()
    const answers = Array.from({ length: 10 }, () => once('w', REQUEST, null, work.run))
    await settled()
    work.finish(delivered('x'))
    const results = await Promise.all(answers)
    expect(work.count).to.equal(1)
    expect(results.filter(({ repeated }) => !repeated)).to.have.lengthOf(1)
    for (const { warnings } of results) expect(warnings).to.deep.equal([{ path: '', reason: 'x' }])
  })

  it('runs the next in line when the first fails, one at a time', async () => {
    const once = createOnce(nothing)
    const work = runs()
    const first = refusal(once('w', REQUEST, null, work.run))
    const others = [1, 2, 3].map(() => once('w', REQUEST, null, work.run))
    await settled()
    work.finish(new Error('first'))
    expect(await first).to.equal('first')
    await settled()
    await settled()
    expect(work.count).to.equal(2)
    work.finish(delivered())
    expect((await Promise.all(others)).filter(({ repeated }) => !repeated)).to.have.lengthOf(1)
    expect(work.count).to.equal(2)
  })

  it('refuses another body under a key that is running or done', async () => {
    const once = createOnce(nothing)
    const work = runs()
    const first = once('w', REQUEST, null, work.run)
    const other = refusalOf(once('w', OTHER, null, work.run))
    await settled()
    work.finish(delivered())
    await first
    expect((await other).code).to.equal('idempotency_mismatch')
    expect((await other).detail).to.equal('Idempotency-Key: already used with a different body')
  })

  it('refuses another body at once, however long the first one takes', async () => {
    const once = createOnce(nothing)
    const work = runs()
    const first = once('w', REQUEST, null, work.run)
    expect((await refusalOf(once('w', OTHER, null, work.run))).code).to.equal(
      'idempotency_mismatch',
    )
    work.finish(delivered())
    await first
  })

  it('waits no longer for a first one that has ended', async () => {
    const timers = (): number =>
      process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    const once = createOnce(nothing)
    const work = runs()
    const answers = [1, 2].map(() => once('w', REQUEST, null, work.run))
    await settled()
    const meanwhile = timers()
    work.finish(delivered())
    await Promise.all(answers)
    expect(timers()).to.equal(meanwhile - 1)
  })

  it('tells to come again when the first takes longer than its patience', async () => {
    const once = createOnce(nothing, 20)
    const work = runs()
    const first = once('w', REQUEST, null, work.run)
    const began = performance.now()
    const late = await refusalOf(once('w', REQUEST, null, work.run))
    expect(performance.now() - began).to.be.above(15)
    expect([late.code, late.status, late.retryAfterSeconds]).to.deep.equal([
      'idempotency_running',
      409,
      1,
    ])
    work.finish(delivered())
    expect((await first).repeated).to.equal(false)
  })

  it('keeps the keys of webhooks apart', async () => {
    const once = createOnce(nothing)
    const work = runs()
    void once('w1', REQUEST, null, work.run)
    void once('w2', REQUEST, null, work.run)
    await settled()
    expect(work.count).to.equal(2)
  })

  it('answers from an earlier batch without a run', async () => {
    const earlier: CheckedBatch = {
      fingerprint: 'f',
      posts: [],
      warnings: [{ path: 'a', reason: 'b' }],
      ignored: [],
    }
    const once = createOnce({ ...nothing, findBatch: () => earlier })
    const work = runs()
    expect(await once('w', REQUEST, null, work.run)).to.deep.equal({
      ignored: [],
      posts: [],
      actions: [],
      warnings: earlier.warnings,
      repeated: true,
    })
    expect((await refusalOf(once('w', OTHER, null, work.run))).status).to.equal(422)
    expect(work.count).to.equal(0)
  })

  it('forgets a run that has ended', async () => {
    const once = createOnce(nothing)
    for (const expected of [1, 2]) {
      const work = runs()
      const answer = once('w', REQUEST, null, work.run)
      await settled()
      work.finish(delivered(String(expected)))
      expect((await answer).repeated).to.equal(false)
    }
  })
})

async function refusal(promise: Promise<unknown>): Promise<string> {
  try {
    await promise
    return 'none'
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}
