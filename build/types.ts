import { spawnSync } from 'node:child_process'
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Runs from dist/build. Checks all types, and writes the declarations into dist/lib and dist/cjs.
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const LIB = join(ROOT, 'dist/lib')
const CJS = join(ROOT, 'dist/cjs')
/** There while the declarations are those of the sources. */
const STAMP = join(ROOT, 'dist/.declared')
const TSC = createRequire(import.meta.url).resolve('typescript/bin/tsc')
const OF_PAGES = ['lib/console/web', 'test/console/web', 'example-host/web']

await rm(STAMP, { force: true })
const isSound = isChecked('tsconfig.json')
for (const path of await readdir(LIB, { recursive: true })) {
  if (path.endsWith('.d.ts')) await copyForCommonJs(path)
}
await writeFile(STAMP, '')
const failed = OF_PAGES.filter((project) => !isChecked(project))
process.exit(isSound && failed.length === 0 ? 0 : 1)

function isChecked(project: string): boolean {
  const { status } = spawnSync(process.execPath, [TSC, '-p', project], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  return status === 0
}

/** The same types again: in dist/lib, TypeScript takes them for those of ES modules. */
async function copyForCommonJs(path: string): Promise<void> {
  await mkdir(dirname(join(CJS, path)), { recursive: true })
  await cp(join(LIB, path), join(CJS, path))
}
