import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CountersAdapter } from '../adapters/types.js'
import { checks } from './checks.js'

/** Three at once, and one more after twenty seconds. */
const LIMIT = { perSecond: 0.05, burst: 3 }
const TOKEN_MS = 20_000
/** How often to try what a busy machine is too slow for. */
const PATIENCE = 9

const check = checks(({ counters }) => {
  if (!counters) return null
  /** Takes one token more than the bucket holds. */
  const empty = async (key: string) => {
    for (let n = 0; n <= LIMIT.burst; n += 1) await counters.take(key, LIMIT)
  }
  return { counters, empty }
}, 'if the host provides counters')

/** Contract of `CountersAdapter`, if the host provides one. */
export const COUNTERS = check({
  'give as many tokens at once as the bucket holds, and return how many are left': async ({
    counters,
  }) => {
    for (const remaining of [2, 1, 0]) {
      const taken = await counters.take('webhook a', LIMIT)
      assert.deepEqual([taken.allowed, taken.remaining], [true, remaining], 'a token of the bucket')
      assert.ok(
        taken.fullMs > 0 && taken.fullMs <= (3 - remaining) * TOKEN_MS,
        'fullMs is the time until the bucket is full',
      )
    }
    const refused = await counters.take('webhook a', LIMIT)
    assert.deepEqual([refused.allowed, refused.remaining], [false, 0], 'an empty bucket')
    assert.ok(
      refused.nextMs > 0 && refused.nextMs <= TOKEN_MS,
      'nextMs is the time until one token is refilled',
    )
  },
  'take nothing if the cost is 0': async ({ counters }) => {
    const look = async (): Promise<readonly [boolean, number]> => {
      const { allowed, remaining } = await counters.take('webhook a', LIMIT, 0)
      return [allowed, remaining]
    }
    assert.deepEqual(await look(), [true, 3], 'checking a full bucket')
    assert.deepEqual(await look(), [true, 3], 'checking again')
    await counters.take('webhook a', LIMIT)
    assert.deepEqual(await look(), [true, 2], 'after one token was taken')
    await counters.take('webhook a', LIMIT, 1)
    await counters.take('webhook a', LIMIT)
    assert.deepEqual(await look(), [false, 0], 'after all were taken')
  },
  'keep a bucket per key': async ({ counters, empty }) => {
    await empty('webhook a')
    for (const key of ['webhook b', 'webhook', 'Webhook a', 'webhook a ']) {
      assert.equal((await counters.take(key, LIMIT)).allowed, true, `the bucket of ${key}`)
    }
  },
  'count exactly under concurrent calls': async ({ counters }) => {
    const limit = { perSecond: 0.05, burst: 10 }
    const all = await Promise.all(
      Array.from({ length: 25 }, async () => counters.take('webhook a', limit)),
    )
    assert.equal(all.filter(({ allowed }) => allowed).length, 10, 'tokens given')
  },
  'refill the bucket one token at a time, including fractions': async ({ counters }) => {
    const tokenMs = await fewCallsMs(counters)
    const slow = { perSecond: 1000 / tokenMs, burst: 2 }
    for (let n = 0; n < PATIENCE; n += 1) {
      const key = `webhook ${n}`
      const began = performance.now()
      await counters.take(key, slow)
      await counters.take(key, slow)
      const refused = await counters.take(key, slow)
      const passedMs = performance.now() - began
      await sleep(refused.nextMs + 20)
      const back = await counters.take(key, slow)
      const refusedAgain = await counters.take(key, slow)
      // After a pause of the machine, more than one token was refilled. The next attempt begins with a full
      // bucket, even if all keys share one.
      if (performance.now() - began > 2 * tokenMs - 20) {
        await sleep(refusedAgain.fullMs + 20)
        continue
      }
      assert.equal(refused.allowed, false, 'the third at once')
      const isInTime = refused.nextMs > tokenMs - 1 - passedMs && refused.nextMs <= tokenMs + 1
      assert.ok(isInTime, `a token takes ${tokenMs} ms to refill`)
      assert.equal(back.allowed, true, 'after nextMs')
      assert.equal(refusedAgain.allowed, false, 'only one token was refilled')
      return
    }
    assert.fail('five calls take longer than two tokens need to refill')
  },
  'apply a changed limit from the next call on': async ({ counters, empty }) => {
    await empty('webhook a')
    const higher = { perSecond: 1000, burst: 3 }
    await counters.take('webhook a', higher, 0)
    await sleep(20)
    const { allowed } = await counters.take('webhook a', higher)
    assert.ok(allowed, 'an empty bucket fills at the pace of the limit given')
  },
  'refill a bucket that is reset, without affecting others': async ({ counters, empty }) => {
    await empty('a')
    await empty('b')
    await counters.reset('a')
    await counters.reset('unknown')
    assert.equal((await counters.take('a', LIMIT)).remaining, 2, 'the bucket that was reset')
    assert.equal((await counters.take('b', LIMIT)).allowed, false, 'the other bucket')
  },
})

/** Milliseconds per token: enough for about ten calls of this adapter. */
async function fewCallsMs(counters: CountersAdapter) {
  const began = performance.now()
  await counters.take('webhook', LIMIT, 0)
  await counters.take('webhook', LIMIT, 0)
  return Math.max(156.25, 5 * (performance.now() - began))
}
