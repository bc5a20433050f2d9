import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

// Runs from dist/build. Writes dist/esm, with one file for each entry of the package and some that they
// share, and dist/cjs, the same files as CommonJS. Node takes longer to find and read the modules of
// dist/lib one by one than to load the bundle (`npm run bench:import`).
const DIST = fileURLToPath(new URL('../', import.meta.url))
const LIB = join(DIST, 'lib')
const ESM = join(DIST, 'esm')
const CJS = join(DIST, 'cjs')
const TARGET = 'node20.19'
/** Run, and never imported. */
const CLI = 'cli.js'

/** How esbuild writes `import('…')` for CommonJS. */
const LAZY_REQUIRE = /Promise\.resolve\(\)\.then\(\(\) => (__toESM\(require\("[^"]+"\), 1\))\)/g

interface Manifest {
  readonly exports: Readonly<Record<string, string | Export>>
}

interface Export {
  readonly import: { readonly types: string; readonly default: string }
}

await rm(ESM, { recursive: true, force: true })
await rm(CJS, { recursive: true, force: true })
await bundle()
await writeCommonJs()
for (const path of await readdir(LIB, { recursive: true })) {
  if (path.endsWith('.cjs')) await writeGenerated(path)
}

async function bundle(): Promise<void> {
  const manifest = await readFile(join(DIST, '../package.json'), 'utf8')
  await build({
    entryPoints: entriesOf(JSON.parse(manifest) as Manifest),
    outdir: ESM,
    bundle: true,
    splitting: true,
    platform: 'node',
    target: TARGET,
    format: 'esm',
    packages: 'external',
    // Generated, and too large to be in the package twice.
    external: ['*.cjs'],
  })
  await chmod(join(ESM, CLI), 0o755)
}

/** Names of files in dist/esm, and the modules that they are made of. */
function entriesOf({ exports }: Manifest): Record<string, string> {
  const entries: Record<string, string> = { [basename(CLI, '.js')]: join(LIB, CLI) }
  for (const entry of Object.values(exports)) {
    if (typeof entry === 'string') continue
    const name = basename(entry.import.default, '.js')
    entries[name] = join(DIST, '..', entry.import.types.replace(/\.d\.ts$/, '.js'))
  }
  return entries
}

async function writeCommonJs(): Promise<void> {
  const names = (await readdir(ESM)).filter((name) => name !== CLI)
  const { outputFiles } = await build({
    entryPoints: names.map((name) => join(ESM, name)),
    outdir: CJS,
    write: false,
    platform: 'node',
    target: TARGET,
    format: 'cjs',
    // Test runners that evaluate modules themselves, such as jest, have no `import()`.
    supported: { 'dynamic-import': false },
  })
  await mkdir(CJS)
  await writeFile(join(CJS, 'package.json'), '{ "type": "commonjs" }\n')
  for (const { path, text } of outputFiles) {
    // A bundler accepts a missing package only where `require` itself is in the `try` block.
    const code = text.replace(LAZY_REQUIRE, '$1')
    if (/\bimport\(|import\.meta|Promise\.resolve\(\)\.then/.test(code)) {
      throw new Error(`${path} has an import that CommonJS cannot have`)
    }
    await writeFile(path, code)
  }
}

async function writeGenerated(path: string): Promise<void> {
  const name = basename(path)
  await cp(join(LIB, path), join(ESM, name))
  await writeFile(join(CJS, name), `module.exports = require('../esm/${name}')\n`)
}
