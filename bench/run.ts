import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../test/support/root.js'
import { type Ratios, ratiosOf } from './baseline.js'
import { measureDetection } from './detect.js'
import { measureDurable } from './durable.js'
import { Generator } from './generator.js'
import { fullPlan, measure, shortPlan } from './matrix.js'
import { headOf, LEGEND, lineOf, lowerOf, type Row, verdictOf } from './table.js'
import { measureTranslation } from './translate.js'

// Smaller numbers make a quick look; the defaults are the figures worth quoting.
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const FULL = Number(process.env['BENCH_POSTS'] ?? 100_000)
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 7)
const BASELINE = join(ROOT, 'bench/baseline.json')
/** Each table has a baseline of its own: in the short one, less of the code is compiled. */
type Kind = 'full' | 'short'
type Baselines = Readonly<Record<Kind, Ratios>>

const args = process.argv.slice(2)
if (args.includes('durable')) await withGenerator(printDurable)
else if (args.includes('translate')) measureTranslation(SECONDS)
else if (args.includes('detect')) measureDetection()
else await withGenerator(printChecked)

async function withGenerator(use: (generator: Generator) => Promise<void>): Promise<void> {
  const generator = new Generator()
  try {
    await use(generator)
  } finally {
    generator.stop()
  }
}

/**
 * With `--check`, fails if something is lower than in the baseline; in the short table, if it is so twice:
 * what else the machine does can lower a few rounds.
 */
async function printChecked(generator: Generator): Promise<void> {
  const kind = args.includes('--short') ? 'short' : 'full'
  const isLower = async (): Promise<boolean> => (await printTable(kind, generator)).length > 0
  if ((await isLower()) && (kind === 'full' || (await isLower()))) process.exitCode = 1
}

/** Returns the rows that are lower than in the baseline. */
async function printTable(kind: Kind, generator: Generator): Promise<readonly Row[]> {
  const plan = kind === 'full' ? fullPlan(ROUNDS) : shortPlan()
  const place = generator.isPinned ? 'a processor of its own' : 'no processor of its own'
  console.log(`Medians of ${plan.rounds} rounds in turns; the generator has ${place}`)
  console.log(`${LEGEND.join('\n')}\n`)
  const baseline = args.includes('--check') ? readBaselines()[kind] : null
  const rows: Row[] = []
  console.log(headOf(baseline))
  for await (const some of measure(plan, generator)) {
    rows.push(...some)
    for (const row of some) console.log(lineOf(row, baseline))
  }
  if (baseline) console.log(verdictOf(rows, baseline))
  if (args.includes('--write')) {
    const baselines: Baselines = { ...readBaselines(), [kind]: ratiosOf(rows) }
    writeFileSync(BASELINE, `${JSON.stringify(baselines, null, 2)}\n`)
  }
  return baseline ? lowerOf(rows, baseline) : []
}

function readBaselines(): Baselines {
  return JSON.parse(readFileSync(BASELINE, 'utf8')) as Baselines
}

async function printDurable(generator: Generator): Promise<void> {
  console.log(`Durable posts per second on lowdb, ${SECONDS} s each, in turns`)
  await measureDurable(generator, FULL, SECONDS)
}
