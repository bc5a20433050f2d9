import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { argv, exit } from 'node:process'
import { fileURLToPath } from 'node:url'
import type { MutantResult, PartialStrykerOptions } from '@stryker-mutator/api/core'
import { Stryker } from '@stryker-mutator/core'
import { type Folder, FOLDERS } from './folders.js'
import type { MochaOptions } from './mocha-runner.js'

/** Percent of a folder's mutants that have to be noticed. */
const LEAST = 85

/**
 * Changes the sources in thousands of small ways, one at a time, and runs the tests for each change.
 * Words are folders or files; without any, all folders. Results of an earlier run that still hold are
 * kept, but for `--force`: Stryker does not see that a test changed which reaches a mutant only while
 * it is loaded. `survivors.md` has the scores, and the reason of each mutant that survives.
 */
async function main(words: readonly string[]): Promise<number> {
  const force = words.includes('--force')
  const paths = words.filter((word) => !word.startsWith('--'))
  let low = 0
  for (const path of paths.length > 0 ? paths : FOLDERS.map(({ sources }) => sources)) {
    const own = path.endsWith('.ts') ? dirname(path) : path
    const folder = FOLDERS.find(({ sources }) => sources === own)
    if (!folder) throw new RangeError(`${path}: no folder of folders.ts, and no file in one`)
    const files = path.endsWith('.ts') ? [path] : filesIn(path, '.ts')
    if (report(path, await mutate(files, folder, force)) < LEAST) low += 1
  }
  return low === 0 ? 0 : 1
}

// One file at a time: the sources around it run at full speed.
async function mutate(
  files: readonly string[],
  folder: Folder,
  force: boolean,
): Promise<readonly MutantResult[]> {
  let results: readonly MutantResult[] = []
  for (const file of files) {
    console.log(file)
    // Those of the files before are among them.
    results = await new Stryker(optionsOf(file, folder, force)).runMutationTest()
  }
  const names = new Set(files)
  return results.filter(({ fileName }) => [...names].some((name) => fileName.endsWith(`/${name}`)))
}

function optionsOf(
  file: string,
  { sources, tests }: Folder,
  force: boolean,
): PartialStrykerOptions & MochaOptions {
  const report = `mutation/${sources.replaceAll('/', '-')}`
  return {
    mutate: [file],
    mochaFiles: filesIn(tests, '.test.ts'),
    ignorePatterns: [
      '**',
      '!lib/**',
      '!test/**',
      '!package.json',
      '!tsconfig.json',
      // Generated, which the command below does not do.
      '!dist/lib/auth/*.cjs',
    ],
    tempDirName: 'mutation/sandbox',
    symlinkNodeModules: false,
    buildCommand:
      'esbuild lib/**/*.ts test/**/*.ts --outdir=dist --outbase=. --format=esm --log-level=error',
    plugins: [fileURLToPath(new URL('mocha-runner.js', import.meta.url))],
    testRunner: 'mocha',
    coverageAnalysis: 'perTest',
    concurrency: 1,
    incremental: true,
    incrementalFile: `${report}.json`,
    force,
    reporters: ['progress-append-only', 'html'],
    htmlReporter: { fileName: `${report}.html` },
    allowConsoleColors: false,
    warnings: false,
  }
}

/** Names the mutants that no test noticed, and returns the percentage of the others. */
function report(path: string, results: readonly MutantResult[]): number {
  const detected = results.filter(({ status }) => status === 'Killed' || status === 'Timeout')
  const survivors = results.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
  for (const { fileName, location, replacement, status } of survivors) {
    const { line, column } = location.start
    console.log(`${fileName}:${line}:${column} ${status}: ${replacement}`)
  }
  const valid = detected.length + survivors.length
  const score = (100 * detected.length) / Math.max(valid, 1)
  console.log(`${path}: ${detected.length} of ${valid} noticed, ${score.toFixed(1)} %`)
  return score
}

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`)
}

if (argv[1] === fileURLToPath(import.meta.url)) exit(await main(argv.slice(2)))
