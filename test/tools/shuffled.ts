import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { argv, env, exit } from 'node:process'
import Mocha from 'mocha'
import { holdDist } from '../support/hold-dist.js'
import { generator, shuffled } from '../support/random.js'
import { ROOT } from '../support/root.js'
import '../support/seed.js'

// Runs tests in another order each time, so that none can come to need what another one left behind.
// SEED repeats an order; arguments are words, of which the path of a file must hold one.

const SLOWEST = 10
const MAX_SEED = 2 ** 31
const TIMEOUT_MS = 300_000

holdDist()
const seed = Number(env['SEED'] ?? Math.floor(Math.random() * MAX_SEED))
const random = generator(seed)
console.log(`SEED=${seed}`)

const mocha = new Mocha({ timeout: TIMEOUT_MS, reporter: env['REPORTER'] ?? 'spec' })
for (const file of shuffled(testFiles(argv.slice(2)), random)) mocha.addFile(file)
await mocha.loadFilesAsync()
shuffle(mocha.suite)

const took = new Map<string, number>()
const runner = mocha.run((failures) => {
  const slowest = [...took].sort(([, a], [, b]) => b - a).slice(0, SLOWEST)
  for (const [file, ms] of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`)
  console.log(`SEED=${seed} repeats this order: ${failures} failed`)
  exit(failures === 0 ? 0 : 1)
})
let began = 0
runner.on('suite', (suite) => {
  if (suite.parent?.root === true) began = performance.now()
})
runner.on('suite end', (suite) => {
  if (suite.parent?.root !== true) return
  const file = relative(ROOT, suite.file ?? '')
  took.set(file, (took.get(file) ?? 0) + performance.now() - began)
})

function testFiles(words: readonly string[]): readonly string[] {
  const folder = join(ROOT, 'dist/test')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.js'))
    .filter((path) => words.length === 0 || words.some((word) => path.includes(word)))
    .sort()
    .map((path) => join(folder, path))
}

/** The suites of a file may be parted too: none may count on the one above it. */
function shuffle(suite: Mocha.Suite): void {
  suite.tests = shuffled(suite.tests, random)
  suite.suites = shuffled(suite.suites, random)
  for (const inner of suite.suites) shuffle(inner)
}
