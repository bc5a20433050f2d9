import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { CELLS, type Cell, type CellResult } from './cells.js'
import { mountHost } from './mounted-host.js'
import { SUITES } from './suites.js'

// Runs in a process of its own, where `express` is the one under test, and prints a line per cell.
const version = expressVersion(process.env['EXPRESS'] ?? 'express')
for (const cell of CELLS) console.log(JSON.stringify(await runCell(cell)))

async function runCell(cell: Cell): Promise<CellResult> {
  const host = await mountHost(cell)
  const suites: Record<string, string[]> = {}
  for (const [name, suite] of Object.entries(SUITES)) {
    const faults: string[] = (suites[name] = [])
    for (const [title, run] of Object.entries(suite)) {
      try {
        await run(host)
      } catch (error) {
        faults.push(`${title}: ${String(error).split('\n').slice(0, 8).join(' ')}`)
      }
    }
  }
  await host.close()
  return { ...cell, express: version, suites }
}

function expressVersion(name: string): string {
  const file = createRequire(import.meta.url).resolve(`${name}/package.json`)
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }
  return version
}
