import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

// Runs from dist/build. Writes dist/cjs, a CommonJS copy of dist/lib, file by file.
const LIB = fileURLToPath(new URL('../lib/', import.meta.url))
const CJS = fileURLToPath(new URL('../cjs/', import.meta.url))
/** Not published, or run and never imported. */
const NOT_IMPORTED = ['console/build.', 'auth/password-worker.', 'cli.']

/** How esbuild writes `import('…')` for CommonJS. */
const LAZY_REQUIRE = /Promise\.resolve\(\)\.then\(\(\) => (__toESM\(require\("[^"]+"\), 1\))\)/g

await rm(CJS, { recursive: true, force: true })
await mkdir(CJS, { recursive: true })
await writeFile(join(CJS, 'package.json'), '{ "type": "commonjs" }\n')
const paths = (await readdir(LIB, { recursive: true }))
  .map((path) => path.replaceAll(sep, '/'))
  .filter((path) => !NOT_IMPORTED.some((start) => path.startsWith(start)))
await writeModules(paths.filter((path) => path.endsWith('.js')))
for (const path of paths) {
  if (path.endsWith('.d.ts')) await cp(join(LIB, path), join(CJS, path))
  if (path.endsWith('.cjs')) await writeReference(path)
}

async function writeModules(modules: readonly string[]): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: modules.map((path) => join(LIB, path)),
    outdir: CJS,
    outbase: LIB,
    write: false,
    platform: 'node',
    target: 'node20.19',
    format: 'cjs',
    // Test runners that evaluate modules themselves, such as jest, have no `import()`.
    supported: { 'dynamic-import': false },
  })
  for (const { path, text } of outputFiles) {
    // A bundler accepts a missing package only where `require` itself is in the `try` block.
    const code = text.replace(LAZY_REQUIRE, '$1')
    if (/\bimport\(|import\.meta|Promise\.resolve\(\)\.then/.test(code)) {
      throw new Error(`${path} has an import that CommonJS cannot have`)
    }
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, code)
  }
}

/** Generated modules are CommonJS already, and too large to be in the package twice. */
async function writeReference(path: string): Promise<void> {
  const file = join(CJS, path)
  const target = relative(dirname(file), join(LIB, path)).replaceAll(sep, '/')
  await writeFile(file, `module.exports = require('${target}')\n`)
}
