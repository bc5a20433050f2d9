import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { MAIN, PAGES, programOf, textOf } from './projects.js'

// Runs from dist/build, after `emit.mjs`. Checks all types, and writes the declarations into dist/lib and
// dist/cjs.
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const LIB = join(ROOT, 'lib/')
/** There while the declarations are those of the sources. Names these if all types are right. */
const DECLARED = join(ROOT, 'dist/.declared')

function main(): boolean {
  const sources = [read(join(ROOT, 'dist/.inputs')), env['TEST_ALL']].join(' ')
  if (read(DECLARED) === sources) return true

  rmSync(DECLARED, { force: true })
  const program = programOf(MAIN, ROOT)
  const isMainSound = isSound(program)
  declare(program)
  // Some tests wait for them.
  writeFileSync(DECLARED, '')
  const areSound = [isMainSound, ...PAGES.map((project) => isSound(programOf(project, ROOT)))]
  if (areSound.includes(false)) return false
  writeFileSync(DECLARED, sources)
  return true
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

process.exit(main() ? 0 : 1)
