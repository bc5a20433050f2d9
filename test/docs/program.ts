import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { faultsOf } from '../support/compiled.js'
import { ROOT } from '../support/root.js'

/**
 * What the compiler says of TypeScript blocks. The preamble stands for the reader's own code, and
 * `modules` declares packages that are not installed here.
 */
export function blockFaults(
  sources: readonly string[],
  preambleOf: (text: string) => string,
  modules = '',
): readonly string[] {
  const at = (file: string): string => join(ROOT, 'test/docs', file)
  const blocks = sources.map((text, index): [string, string] => [
    at(`block-${index}.ts`),
    preambleOf(text) + text,
  ])
  return faultsOf(new Map([...blocks, [at('modules.d.ts'), modules]]))
}

/** Runs TypeScript as a program in a process of its own, and returns what it prints as JSON. */
export async function printedBy(
  source: string,
  options: { readonly flags?: readonly string[]; readonly type?: 'module' | 'commonjs' } = {},
): Promise<unknown> {
  const { flags = [], type = 'module' } = options
  const args = [...flags, `--input-type=${type}`, '--eval', javaScriptOf(source)]
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: ROOT,
    timeout: 120_000,
  })
  return JSON.parse(stdout) as unknown
}

function javaScriptOf(source: string): string {
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
  })
  return outputText
}
