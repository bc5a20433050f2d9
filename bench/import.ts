import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { median } from './figures.js'

const RUNS = 9
/** Milliseconds that a host, which imports Express anyway, starts later for the library. */
const LIMIT = 80
const EXPRESS = 'express'
const ENTRY = 'express-incoming-webhooks'
const SPECIFIERS = [EXPRESS, ENTRY, `${ENTRY}/memory`, `${ENTRY}/conformance`]

/** Milliseconds of one first import in a fresh process. */
interface Import {
  readonly took: number
  /** Of the processor, which does not count what other processes take from it. */
  readonly cpu: number
}

const found = new Map(SPECIFIERS.map((specifier): [string, Import[]] => [specifier, []]))
for (let run = 0; run < RUNS; run += 1) {
  // In turns, so that drift weighs on all of them.
  for (const [specifier, imports] of found) imports.push(await measure(specifier))
}
for (const [specifier, imports] of found) {
  const took = median(imports.map((each) => each.took)).toFixed(0)
  const cpu = median(imports.map((each) => each.cpu)).toFixed(0)
  console.log(`${specifier.padEnd(38)} ${took.padStart(4)} ms, ${cpu.padStart(4)} ms of CPU time`)
}
const overExpress = median(timesOf(ENTRY).map((took, run) => took - (timesOf(EXPRESS)[run] ?? NaN)))
console.log(`${ENTRY} over Express: ${overExpress.toFixed(0)} ms (at most ${LIMIT})`)
if (overExpress > LIMIT) process.exitCode = 1

function timesOf(specifier: string): readonly number[] {
  return (found.get(specifier) ?? []).map(({ took }) => took)
}

async function measure(specifier: string): Promise<Import> {
  const source = `
    const began = performance.now()
    const used = process.cpuUsage()
    await import(${JSON.stringify(specifier)})
    const took = performance.now() - began
    const { user, system } = process.cpuUsage(used)
    console.log(JSON.stringify({ took, cpu: (user + system) / 1000 }))`
  const args = ['--input-type=module', '--eval', source]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout) as Import
}
