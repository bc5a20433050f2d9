import { argv, env, exit } from 'node:process'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { cutEverywhere } from './power-cut.js'
import { anyWorkload } from './workload.js'
import { Bars } from '../../support/figures.js'

/** Cuts the power of a disk in memory at so many points at least, other ones on each run. */
export async function cutPower(wanted: number, seed: number): Promise<0 | 1> {
  const bars = new Bars()
  const faults: string[] = []
  let cuts = 0
  let workloads = 0
  const inputs = fc.sample(fc.tuple(anyWorkload, fc.nat()), { numRuns: wanted / 20, seed })
  for (const [steps, series] of inputs) {
    if (cuts >= wanted) break
    const report = await cutEverywhere(steps, series)
    cuts += report.cuts
    workloads += 1
    if (report.faults.length > 0) faults.push(JSON.stringify({ steps, series }), ...report.faults)
  }
  bars.note('seed, workloads', `${seed}, ${workloads}`)
  for (const fault of faults.slice(0, 20)) console.log(fault)
  bars.atLeast('points at which the power was cut', cuts, wanted)
  bars.atMost('after which something acknowledged was lost, or in pieces', faults.length, 0)
  return bars.end()
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const seed = Number(env['FC_SEED'] ?? Date.now() % 2 ** 31)
  exit(await cutPower(Number(env['POWER_CUTS'] ?? 100_000), seed))
}
