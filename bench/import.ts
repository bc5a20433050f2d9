import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const RUNS = 9
/** Milliseconds; a host starts no slower for the library than this, Express included. */
const LIMIT = 150
const ENTRY = 'express-incoming-webhooks'

/** Milliseconds that the first import of each of these takes in a fresh process, in turns. */
const specifiers = ['express', ENTRY, `${ENTRY}/memory`, `${ENTRY}/conformance`]
const times = new Map(specifiers.map((specifier): [string, number[]] => [specifier, []]))
for (let run = 0; run < RUNS; run += 1) {
  for (const [specifier, found] of times) found.push(await measure(specifier))
}
for (const [specifier, found] of times) {
  found.sort((a, b) => a - b)
  const [fastest = 0] = found
  const median = medianOf(found).toFixed(0).padStart(4)
  console.log(`${specifier.padEnd(38)} median ${median} ms, fastest ${fastest.toFixed(0)} ms`)
}
if (medianOf(times.get(ENTRY) ?? []) > LIMIT) {
  console.error(`${ENTRY} takes more than ${LIMIT} ms. On a busy machine, so does Express alone.`)
  process.exitCode = 1
}

async function measure(specifier: string): Promise<number> {
  const source = `
    const began = performance.now()
    await import(${JSON.stringify(specifier)})
    console.log(performance.now() - began)`
  const args = ['--input-type=module', '--eval', source]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return Number(stdout)
}

function medianOf(sorted: readonly number[]): number {
  return sorted[(RUNS - 1) / 2] ?? 0
}
