import { fork } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { argv, env } from 'node:process'
import { fileURLToPath } from 'node:url'
import { ROOT } from '../../support/root.js'
import { openCheckout } from '../checkout.js'
import { INTENDED } from './differences.js'
import { type Difference, differencesOf, reportOf, type Step } from './judge.js'
import type { Amount } from './scenarios.js'

const RECORDER = fileURLToPath(new URL('recorder.js', import.meta.url))
/** Changed requests of each recorded one. */
const COUNT = 30

/** The same requests to an earlier version and to this one: what they do must be the same. */
async function main(ref: string, amount: Amount): Promise<boolean> {
  const start = Date.now()
  const checkout = await openCheckout(ref)
  try {
    console.log(`${ref} is compiled after ${seconds(start)}`)
    const pairs = new Pairs()
    await Promise.all([
      record(checkout.folder, amount, (step) => {
        pairs.add('older', step)
      }),
      record(ROOT, amount, (step) => {
        pairs.add('newer', step)
      }),
    ])
    const { lines, count } = reportOf(pairs.differences, INTENDED)
    for (const line of lines) console.log(line)
    console.log(
      `${pairs.count} requests, in ${seconds(start)}. To repeat it: BESIDE_SEED=${amount.seed}`,
    )
    if (env['BESIDE_FILE'] !== undefined) {
      await writeFile(env['BESIDE_FILE'], JSON.stringify(pairs.differences, null, 2))
    }
    return count === 0 && pairs.areWhole
  } finally {
    await checkout.close()
  }
}

/** Steps of both versions, each compared as soon as both are there. */
class Pairs {
  readonly differences: Difference[] = []
  readonly #waiting: Record<'older' | 'newer', string[]> = { older: [], newer: [] }
  count = 0

  get areWhole(): boolean {
    const { older, newer } = this.#waiting
    return this.count > 0 && older.length === 0 && newer.length === 0
  }

  add(version: 'older' | 'newer', step: string): void {
    this.#waiting[version].push(step)
    const { older, newer } = this.#waiting
    if (older.length === 0 || newer.length === 0) return
    const [one = '', other = ''] = [older.shift(), newer.shift()]
    this.count += 1
    if (one === other) return
    this.differences.push(...differencesOf(JSON.parse(one) as Step, JSON.parse(other) as Step))
  }
}

/** Runs a version in a process of its own, and passes on what became of each request. */
function record(
  checkout: string,
  { count, seed }: Amount,
  take: (step: string) => void,
): Promise<void> {
  const child = fork(RECORDER, [checkout, String(count), String(seed)])
  child.on('message', (step) => {
    if (typeof step === 'string') take(step)
  })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`the recorder of ${checkout} ended with ${code}`))
    })
  })
}

function seconds(start: number): string {
  return `${((Date.now() - start) / 1000).toFixed(0)} s`
}

const [ref] = argv.slice(2)
process.exitCode = 1
if (ref === undefined) console.log('To run it: npm run faults beside -- COMMIT')
else {
  const amount = {
    count: Number(env['BESIDE_COUNT'] ?? COUNT),
    seed: Number(env['BESIDE_SEED'] ?? Date.now() % 1_000_000_000),
  }
  if (await main(ref, amount)) process.exitCode = 0
}
