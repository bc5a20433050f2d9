// Builds what `npm start` runs, unless nothing has changed since the last build. It is JavaScript because
// there may be no build yet. With `--begin` and `--built`, before and after a build by other means, it only
// records which files were built. Files that were changed meanwhile are not among them.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const STAMP = join(ROOT, 'dist/.inputs')
const BEGUN = join(ROOT, 'dist/.inputs-begun')
const INPUTS = [
  'lib',
  'ui',
  'example-host',
  'build',
  'package.json',
  'tsconfig.json',
  // Written by npm when it installs packages.
  'node_modules/.package-lock.json',
]
/** Without the type checks of the pages, which only `npm run build` runs. */
const STEPS = [
  ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'],
  ['dist/lib/console/build.js'],
  ['dist/build/password-worker.js'],
  ['dist/build/modules.js'],
  ['dist/example-host/bundle.js'],
]

const inputs = inputsDigest()
if (process.argv.includes('--begin')) note(BEGUN)
else if (process.argv.includes('--built')) renameSync(BEGUN, STAMP)
else if (readStamp() !== inputs) build()

function build() {
  const started = Date.now()
  console.log('Building, because files have changed. The first build takes about a minute …')
  for (const step of STEPS) {
    const { status } = spawnSync(process.execPath, step, { cwd: ROOT, stdio: 'inherit' })
    if (status !== 0) process.exit(status ?? 1)
  }
  note(STAMP)
  console.log(`Built in ${Math.round((Date.now() - started) / 1000)} s`)
}

function note(stamp) {
  mkdirSync(join(ROOT, 'dist'), { recursive: true })
  writeFileSync(stamp, inputs)
}

function readStamp() {
  try {
    return readFileSync(STAMP, 'utf8')
  } catch {
    return ''
  }
}

/** Hashes names, sizes and times. Reading the files would take as long as the rest of the start. */
function inputsDigest() {
  const hash = createHash('sha256')
  for (const path of INPUTS) add(hash, path)
  return hash.digest('hex')
}

function add(hash, path) {
  const stat = statSync(join(ROOT, path), { throwIfNoEntry: false })
  if (!stat) return
  if (stat.isDirectory()) {
    for (const name of readdirSync(join(ROOT, path)).sort()) {
      if (name !== 'node_modules') add(hash, `${path}/${name}`)
    }
    return
  }
  hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\n`)
}
