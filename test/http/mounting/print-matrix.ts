import { type CellResult, placeOf } from './cells.js'
import { runMatrix } from './matrix.js'

const results = await runMatrix()
const suites = Object.keys(results[0]?.suites ?? {})
const rows = [
  ['Express', 'mounted at', 'parsers before', ...suites],
  ...results.map((result) => [
    result.express,
    placeOf(result),
    result.parsers,
    ...suites.map((suite) => verdictOf(result, suite)),
  ]),
]
const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
for (const row of rows) console.log(row.map((text, at) => text.padEnd(widths[at] ?? 0)).join('  '))
for (const result of results) {
  for (const fault of Object.values(result.suites).flat()) {
    console.log(`\nExpress ${result.express}, ${placeOf(result)}, ${result.parsers}: ${fault}`)
    process.exitCode = 1
  }
}

function verdictOf({ suites: faults }: CellResult, suite: string): string {
  const found = faults[suite] ?? []
  return found.length === 0 ? 'ok' : `${found.length} failed`
}
