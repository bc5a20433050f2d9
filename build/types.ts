import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { MAIN, PAGES, programOf, textOf } from './projects.js'

// Runs from dist/build, after `emit.mjs`. Checks all types, and writes the declarations into dist/lib and
// dist/cjs. With `--lint` it lints too: ESLint asks for the same types, and takes twice as long to find them itself.
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const LIB = join(ROOT, 'lib/')
/** There while the declarations are those of the sources. Names these if all types are right. */
const DECLARED = join(ROOT, 'dist/.declared')
/** Names the sources in which nothing was found. */
const LINTED = join(ROOT, 'dist/.linted')

async function main(lints: boolean): Promise<boolean> {
  const sources = [read(join(ROOT, 'dist/.inputs')), env['TEST_ALL']].join(' ')
  const isTyped = read(DECLARED) === sources
  const isLinted = !lints || read(LINTED) === sources
  if (isTyped && isLinted) return true

  rmSync(DECLARED, { force: true })
  const program = programOf(MAIN, ROOT)
  const isMainSound = isSound(program)
  declare(program)
  // Some tests wait for them.
  writeFileSync(DECLARED, '')
  const pages = PAGES.map((project) => [project, programOf(project, ROOT)] as const)
  const areSound = [isMainSound, ...pages.map(([, each]) => isSound(each))]
  if (areSound.includes(false)) return false
  writeFileSync(DECLARED, sources)
  if (isLinted) return true

  const { lint } = await import('./lint.js')
  const isClean = await lint(ROOT, new Map([[MAIN, program], ...pages]))
  if (isClean) writeFileSync(LINTED, sources)
  return isClean
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function isSound(program: ts.Program): boolean {
  const diagnostics = ts.getPreEmitDiagnostics(program)
  if (diagnostics.length > 0) console.error(textOf(diagnostics))
  return diagnostics.length === 0
}

/** Twice: those in dist/lib are for ES modules. */
function declare(program: ts.Program): void {
  for (const file of program.getSourceFiles()) {
    if (file.isDeclarationFile || !file.fileName.startsWith(LIB)) continue
    program.emit(file, (path, text) => {
      for (const place of [path, path.replace('dist/lib/', 'dist/cjs/')]) {
        mkdirSync(dirname(place), { recursive: true })
        writeFileSync(place, text)
      }
    })
  }
}

process.exit((await main(process.argv.includes('--lint'))) ? 0 : 1)
