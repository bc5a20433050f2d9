import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Packed } from '../support/packed.js'
import { ROOT } from '../support/root.js'
import { HTML, inProject, link, type ModuleType, node, runApp } from './project.js'

/** The module settings of a TypeScript project. */
export interface CompilerMode {
  readonly name: string
  readonly type: ModuleType
  readonly options: { readonly module: string; readonly moduleResolution?: string }
  /** False for output that only a bundler can run. */
  readonly runs: boolean
}

export const COMPILER_MODES: readonly CompilerMode[] = [
  {
    name: 'commonjs + node10',
    type: 'commonjs',
    options: { module: 'commonjs', moduleResolution: 'node10' },
    runs: true,
  },
  { name: 'node16, CommonJS', type: 'commonjs', options: { module: 'node16' }, runs: true },
  { name: 'nodenext, CommonJS', type: 'commonjs', options: { module: 'nodenext' }, runs: true },
  { name: 'nodenext, ES module', type: 'module', options: { module: 'nodenext' }, runs: true },
  {
    name: 'bundler',
    type: 'module',
    options: { module: 'esnext', moduleResolution: 'bundler' },
    runs: false,
  },
]

// Checks the program and all declarations of the package. Those of other packages take ten seconds.
const COMPILER = `
const [, , path, settings] = process.argv
const ts = require(path)
const { options, errors } = ts.convertCompilerOptionsFromJson(JSON.parse(settings), process.cwd())
if (options.moduleResolution === 2 && ts.version.startsWith('6.')) options.ignoreDeprecations = '6.0'
const program = ts.createProgram(['app.ts'], options)
const ours = program
  .getSourceFiles()
  .filter(({ fileName }) => /(^|\\/)app\\.ts$|\\/express-incoming-webhooks\\//.test(fileName))
const faults = [
  ...errors,
  ...program.getOptionsDiagnostics(),
  ...ours.flatMap((file) => program.getSyntacticDiagnostics(file)),
  ...ours.flatMap((file) => program.getSemanticDiagnostics(file)),
]
// All files would be checked before all are written.
program.emit(program.getSourceFile('app.ts'))
const host = { getCurrentDirectory: () => '', getCanonicalFileName: (name) => name, getNewLine: () => '\\n' }
console.log(ours.length > 10 ? ts.formatDiagnostics(faults, host) : 'the package was not found')
`

/**
 * Compiles the program and runs the result, without and with markdown-it. Rejects with the errors in it
 * or in our declarations.
 */
export async function compileAndRun(
  packed: Packed,
  typescript: string,
  { type, options, runs }: CompilerMode,
): Promise<void> {
  const settings = { strict: true, esModuleInterop: true, target: 'es2022', ...options }
  await inProject(packed, type, async (folder) => {
    await writeFile(join(folder, 'app.ts'), await readFile(join(ROOT, 'test/consumers/app.ts')))
    await writeFile(join(folder, 'compile.cjs'), COMPILER)
    const args = ['compile.cjs', typescript, JSON.stringify({ ...settings, types: ['node'] })]
    const faults = (await node(folder, args)).trim()
    if (faults !== '') throw new Error(faults)
    if (!runs) return
    await runApp(folder, 'app.js')
    await link(folder, ROOT, ['markdown-it'])
    await runApp(folder, 'app.js', { html: HTML })
  })
}
