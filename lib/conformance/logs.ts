import assert from 'node:assert/strict'
import { checks } from './checks.js'

/** At least as many must be kept. */
const KEPT = 1_000

const check = checks(({ logs }) => logs && { logs }, 'if the host provides logs')

/** Contract of `LogsAdapter`, if the host provides one. */
export const LOGS = check({
  'are returned as they were appended, the newest last': async ({ logs }) => {
    assert.deepEqual(await logs.page(0, KEPT), [], 'before the first line')
    const first = [1, 2, 3].map((number) => JSON.stringify({ msg: `${number} o'clock\n"%\0` }))
    await logs.append([...first])
    await logs.append(['\u{1f600} \\'])
    assert.deepEqual(await logs.page(0, KEPT), [...first, '\u{1f600} \\'], 'all lines')
  },
  'are returned in pages, of which the first has the latest lines': async ({ logs }) => {
    await logs.append(['1', '2', '3', '4', '5'])
    assert.deepEqual(await logs.page(0, 2), ['4', '5'], 'the latest two')
    assert.deepEqual(await logs.page(2, 2), ['2', '3'], 'the two before')
    assert.deepEqual(await logs.page(4, 2), ['1'], 'the rest')
    assert.deepEqual(await logs.page(6, 2), [], 'after the rest')
  },
  'are kept, the last 1,000': async ({ logs }) => {
    const lines = Array.from({ length: KEPT }, (_, at) => String(at))
    await logs.append([...lines])
    await logs.append([String(KEPT)])
    const expected = [...lines.slice(1), String(KEPT)]
    assert.deepEqual(await logs.page(0, KEPT), expected, 'the last 1,000 of 1,001')
  },
})
