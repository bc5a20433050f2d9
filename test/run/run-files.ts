import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Mocha from 'mocha'
import { ROOT } from '../support/root.js'
import { crashesIn } from './crashes.js'
import { FOLDER } from './folder.js'
import { Progress } from './progress.js'

const TIMEOUT_MS = 300_000

export interface TestsReport {
  readonly passed: number
  readonly pending: number
  readonly failures: readonly Mocha.Test[]
  /** Workers that ended with an error, perhaps after the last test of a file. */
  readonly crashes: number
  readonly files: readonly TimedFile[]
}

export interface TimedFile {
  /** Below the folder of tests. */
  readonly path: string
  readonly seconds: number
}

/** Runs these files, paths below the folder of tests, in this order, `jobs` at a time. */
export async function runFiles(paths: readonly string[], jobs: number): Promise<TestsReport> {
  const folder = mkdtempSync(join(tmpdir(), 'tests-'))
  const times = join(folder, 'times')
  process.env['TEST_TIMES'] = times
  // The first one that needs the package makes it.
  process.env['TEST_PACKED'] = join(folder, 'package')
  const mocha = new Mocha({
    parallel: true,
    jobs,
    timeout: TIMEOUT_MS,
    reporter: Progress,
    // Workers load them.
    require: ['support/seed.js', 'openapi/watch-answers.js', 'run/time-files.js'].map((path) =>
      join(ROOT, 'dist/test', path),
    ),
  })
  for (const path of paths) mocha.addFile(join(FOLDER, path))
  try {
    return await new Promise((resolve) => {
      const runner = mocha.run(() => {
        const { passes = 0, pending = 0 } = runner.stats ?? {}
        resolve({
          passed: passes,
          pending,
          failures,
          crashes: crashesIn(times),
          files: timesIn(times),
        })
      })
      const failures: Mocha.Test[] = []
      runner.on('fail', (test) => failures.push(test))
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function timesIn(file: string): readonly TimedFile[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [path = '', seconds] = line.split(' ')
      return { path, seconds: Number(seconds) }
    })
}
