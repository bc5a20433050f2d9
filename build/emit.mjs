// Compiles everything into dist and bundles the pages, unless nothing has changed since the last time.
// esbuild checks no types, so that nobody who only runs the code waits for that: `npm run build` does.
// It is JavaScript because nothing is compiled yet.
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const STAMP = join(ROOT, 'dist/.inputs')
/** Written by types.ts: the declarations are those of the sources. */
const DECLARED = join(ROOT, 'dist/.declared')
/** Written each second while tests run: nothing may change under them. */
const IN_USE = join(ROOT, 'dist/.in-use')
/** A run that was killed cannot remove it. */
const IN_USE_MS = 5000
const SOURCES = ['lib', 'build', 'test', 'example-host', 'bench', 'ui', 'docs/examples']
/** Only bundled. */
const PAGES = ['ui/console', 'test/ui/console']
const OTHER_INPUTS = [
  'package.json',
  'tsconfig.json',
  // Only checked.
  '.oxlintrc.json',
  // Written by npm when it installs packages.
  'node_modules/.package-lock.json',
]

/** What is made of the compiled modules. Those of a step need nothing of each other. */
const STEPS = [
  {
    did: 'Bundled the pages',
    modules: [
      'ui/bundling/console.js',
      'build/password-worker.js',
      'example-host/bundle.js',
      'test/tools/bundle-tests.js',
    ],
  },
  { did: 'Bundled the package', modules: ['build/modules.js'] },
]

/**
 * Says what it has done, and how long each step took. Returns whether dist is that of the sources: not if
 * they have changed while tests run.
 */
export async function emit(say = console.log) {
  const inputs = inputsDigest()
  const built = readStamp()
  if (built === inputs) return true
  if (isInUse(say)) return false
  if (built === '') say('Building for the first time')
  for (const stamp of [STAMP, DECLARED]) rmSync(stamp, { force: true })
  const { build, stop } = await import('esbuild')
  await timed('Compiled the sources', say, () => compile(build))
  for (const { did, modules } of STEPS) {
    await timed(did, say, () => Promise.all(modules.map((path) => import(`../dist/${path}`))))
  }
  await stop()
  writeFileSync(STAMP, inputs)
  return true
}

function clean() {
  if (isInUse(console.log)) return false
  rmSync(join(ROOT, 'dist'), { recursive: true, force: true })
  return true
}

function isInUse(say) {
  const { mtimeMs = 0 } = statSync(IN_USE, { throwIfNoEntry: false }) ?? {}
  if (Date.now() - mtimeMs > IN_USE_MS) return false
  say('Tests are running with what is in dist: wait for their end, or stop them')
  return true
}

async function timed(did, say, work) {
  const began = performance.now()
  await work()
  say(`${did} in ${((performance.now() - began) / 1000).toFixed(1)} s`)
}

async function compile(build) {
  const sources = SOURCES.flatMap((folder) => filesBelow(folder, '.ts'))
  removeOrphans(new Set(sources))
  await build({
    absWorkingDir: ROOT,
    entryPoints: sources,
    outdir: 'dist',
    outbase: '.',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
  })
}

/** A test whose source is gone would still run. */
function removeOrphans(sources) {
  for (const folder of SOURCES) {
    const kept = [...PAGES, 'example-host/web/assets'].map((path) => `dist/${path}`)
    for (const path of filesBelow(`dist/${folder}`, '.js', kept)) {
      const name = path.slice('dist/'.length, -'.js'.length)
      if (sources.has(`${name}.ts`)) continue
      for (const end of ['js', 'js.map', 'd.ts'])
        rmSync(join(ROOT, 'dist', `${name}.${end}`), { force: true })
    }
  }
}

function filesBelow(folder, end, except = PAGES) {
  if (except.includes(folder) || !existsSync(join(ROOT, folder))) return []
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) {
      return entry.name === 'node_modules' ? [] : filesBelow(path, end, except)
    }
    return path.endsWith(end) && !path.endsWith('.d.ts') ? [path] : []
  })
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
  mkdirSync(join(ROOT, 'dist'), { recursive: true })
  const hash = createHash('sha256')
  for (const path of [...SOURCES, ...OTHER_INPUTS]) add(hash, path)
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = (process.argv.includes('--clean') ? clean() : await emit()) ? 0 : 1
}
