import { argv, env, exit } from 'node:process'
import { fileURLToPath } from 'node:url'
import { Bars } from '../../support/figures.js'
import { fuzz, type FuzzReport } from '../../support/fuzz/fuzz.js'
import { KINDS } from '../../support/fuzz/mutations.js'

const COUNT = 1_000_000
const LONGEST_SHOWN = 4_000

/** Reads a million changed requests of other programs: none may throw, mention, link or take long. */
export function fuzzFormats(count: number, seed: number): 0 | 1 {
  const bars = new Bars()
  const start = Date.now()
  const tell = (done: number): void => {
    if (done % 100_000 === 0) console.log(`      ${done} in ${seconds(start)}`)
  }
  const report = fuzz({ count, seed, tell })
  print(bars, report)
  bars.note('seed; FUZZ_SEED chooses it, FUZZ_COUNT how many', String(seed))
  bars.note('time', seconds(start))
  for (const { kind, format, source, as, end, detail, tree } of report.violations) {
    console.log(`\n${kind}, as ${format}, from ${source} (${as})${end === '' ? '' : ` at /${end}`}`)
    console.log(detail.slice(0, LONGEST_SHOWN))
    console.log(JSON.stringify(tree).slice(0, LONGEST_SHOWN))
  }
  // Some that are changed are larger than any body may be.
  bars.atLeast('payloads', report.payloads, Math.floor(count * 0.99))
  bars.atMost('kinds of violations', report.violations.length, 0)
  return bars.end()
}

function print(bars: Bars, { byKind, byFormat, slowest }: FuzzReport): void {
  for (const kind of KINDS) bars.note(kind, String(byKind.get(kind) ?? 0))
  for (const [format, { accepted, refused, skipped }] of [...byFormat].toSorted()) {
    const others = skipped > 0 ? `, ${skipped} skipped` : ''
    bars.note(`read as ${format}`, `${accepted} accepted, ${refused} refused${others}`)
  }
  const { msPerKilobyte, ms, bytes, what } = slowest
  const figures = `${msPerKilobyte.toFixed(2)} ms: ${ms.toFixed(1)} ms for ${bytes} bytes`
  bars.note('slowest per KiB', `${figures}, ${what}`)
}

function seconds(start: number): string {
  return `${((Date.now() - start) / 1000).toFixed(0)} s`
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const seed = Number(env['FUZZ_SEED'] ?? Date.now() % 1_000_000_000)
  exit(fuzzFormats(Number(env['FUZZ_COUNT'] ?? COUNT), seed))
}
