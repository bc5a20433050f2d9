import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { sep } from 'node:path'
import { argv, env, exit } from 'node:process'
import { CHECKS, PROGRAMS, runChecks, runPrograms, UNUSED } from './checks.js'
import { FOLDER } from './folder.js'
import { type Need, needsOf } from './needs.js'
import { longFirst } from './order.js'
import { runFiles } from './run-files.js'
import { missingOf, startShared } from './shared.js'
import { printSummary } from './summary.js'

// The run itself: the tests, and the checks beside them. `--all` also searches, and ends with the programs
// that take hours; `--fast` leaves out what needs more than Node. Words choose files by their paths, and
// run no checks.
// One more than there are processors: one of them often waits, for a browser or a database.
const JOBS = Math.min(availableParallelism() + 1, 4)
const options = argv.slice(2).filter((argument) => argument.startsWith('--'))
const words = argv.slice(2).filter((argument) => !argument.startsWith('--'))
const isFast = options.includes('--fast')
const isSearching = options.includes('--all')

async function main(): Promise<number> {
  if (isSearching) env['TEST_ALL'] = '1'
  const needs = await needsOf(testFiles())
  const files = [...needs].filter(([, { size }]) => !isFast || size === 0)
  if (files.length === 0) throw new Error(`no file of tests has ${words.join(' or ')} in its path`)
  const hasChecks = !isFast && words.length === 0
  const checks = isSearching ? [...CHECKS, UNUSED] : CHECKS
  const checking = runChecks(hasChecks ? checks : [])
  const shared = await startShared(new Set(files.flatMap(([, each]): Need[] => [...each])))
  try {
    const able = files.filter(([, each]) => ![...each].some((need) => shared.missing.has(need)))
    const waits = (path: string): boolean => needs.get(path)?.has('declarations') === true
    const paths = longFirst(
      able.map(([path]) => path),
      waits,
    )
    const tests = await runFiles(paths, JOBS)
    const reports = [...missingOf(shared.missing, files), ...(await checking)]
    // They come last: what else runs would be measured with them.
    const searched = await runPrograms(isSearching && hasChecks ? PROGRAMS : [])
    return printSummary(tests, [...reports, ...searched])
  } finally {
    await shared.stop()
  }
}

/** Paths below the folder. */
function testFiles(): readonly string[] {
  return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.js'))
    .map((path) => path.replaceAll(sep, '/'))
    .filter((path) => words.length === 0 || words.some((word) => path.includes(word)))
}

// If a worker dies unexpectedly, mocha may never finish. This process then runs out of work, and would
// exit as if all tests had passed.
const onEarlyEnd = (): void => {
  process.exitCode = 1
  console.log('\nthe run ended before its tests did: it was stopped, or a worker failed, see above')
}
process.once('exit', onEarlyEnd)
const failed = await main()
process.off('exit', onEarlyEnd)
exit(failed === 0 ? 0 : 1)
