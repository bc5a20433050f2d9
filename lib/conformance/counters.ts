import assert from 'node:assert/strict'
import type { CountersAdapter } from '../adapters/types.js'
import type { Check } from './session.js'

const LIMIT = { points: 3, seconds: 60 }

/** Contract of `CountersAdapter`, if the host provides one. */
export const COUNTERS: readonly Check[] = [
  check('allow as many points as there are, and return how many are left', async (counters) => {
    for (const remaining of [2, 1, 0]) {
      const state = await counters.consume('webhook a', LIMIT)
      assert.deepEqual([state.allowed, state.remaining], [true, remaining])
      assert.ok(state.resetMs > 0 && state.resetMs <= 60_000, 'resetMs is within the window')
    }
    const refused = await counters.consume('webhook a', LIMIT)
    assert.deepEqual([refused.allowed, refused.remaining], [false, 0])
    assert.ok(refused.resetMs > 0 && refused.resetMs <= 60_000, 'resetMs is within the window')
  }),
  check('do not consume points if the cost is 0', async (counters) => {
    const look = async (): Promise<readonly [boolean, number]> => {
      const { allowed, remaining } = await counters.consume('webhook a', LIMIT, 0)
      return [allowed, remaining]
    }
    assert.deepEqual(await look(), [true, 3])
    assert.deepEqual(await look(), [true, 3])
    await counters.consume('webhook a', LIMIT)
    assert.deepEqual(await look(), [true, 2])
    await counters.consume('webhook a', LIMIT, 1)
    await counters.consume('webhook a', LIMIT)
    assert.deepEqual(await look(), [false, 0])
  }),
  check('count each key separately', async (counters) => {
    for (let n = 0; n < 4; n += 1) await counters.consume('webhook a', LIMIT)
    for (const key of ['webhook b', 'webhook', 'Webhook a', 'webhook a ']) {
      assert.equal((await counters.consume(key, LIMIT)).allowed, true, key)
    }
  }),
  check('count exactly under concurrent calls', async (counters) => {
    const limit = { points: 10, seconds: 60 }
    const states = await Promise.all(
      Array.from({ length: 25 }, async () => counters.consume('webhook a', limit)),
    )
    assert.equal(states.filter((state) => state.allowed).length, 10)
  }),
  check('start again when the window ends', async (counters) => {
    const short = { points: 1, seconds: 1 }
    for (let n = 0; n < 9; n += 1) {
      const began = performance.now()
      assert.equal((await counters.consume(`webhook ${n}`, short)).allowed, true)
      const refused = await counters.consume(`webhook ${n}`, short)
      // On a machine that paused, the window may already have ended.
      const inTime = performance.now() - began <= 900
      if (inTime) assert.equal(refused.allowed, false)
      await new Promise((resolve) => setTimeout(resolve, refused.resetMs + 50))
      if (!inTime) continue
      assert.equal((await counters.consume(`webhook ${n}`, short)).allowed, true)
      return
    }
    assert.fail('two points take longer than a window of one second')
  }),
  check('start again when reset, without affecting other keys', async (counters) => {
    for (const key of ['a', 'b']) {
      for (let n = 0; n < 4; n += 1) await counters.consume(key, LIMIT)
    }
    await counters.reset('a')
    await counters.reset('unknown')
    assert.equal((await counters.consume('a', LIMIT)).remaining, 2)
    assert.equal((await counters.consume('b', LIMIT)).allowed, false)
  }),
]

function check(title: string, run: (counters: CountersAdapter) => Promise<void>): Check {
  return {
    title: `${title}, if the host provides counters`,
    run: async ({ adapters }) => {
      if (adapters.counters) await run(adapters.counters)
    },
  }
}
