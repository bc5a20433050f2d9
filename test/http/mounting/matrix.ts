import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { CellResult } from './cells.js'

const SCRIPT = fileURLToPath(new URL('./run-matrix.js', import.meta.url))
const EXPRESS_4 = new URL('./express-4.js', import.meta.url).href

/** All cells on both versions of Express, each version in a process of its own. */
export async function runMatrix(): Promise<readonly CellResult[]> {
  const runs = await Promise.all([run(['--import', EXPRESS_4, SCRIPT]), run([SCRIPT])])
  return runs.flat()
}

async function run(args: readonly string[]): Promise<readonly CellResult[]> {
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 120_000 })
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as CellResult)
}
