import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { transform } from 'esbuild'
import { ROOT } from '../support/root.js'

/** Runs TypeScript as a program in a process of its own, and returns what it prints as JSON. */
export async function printedAlone(
  source: string,
  options: { readonly flags?: readonly string[]; readonly type?: 'module' | 'commonjs' } = {},
): Promise<unknown> {
  return JSON.parse(await runAlone(source, options)) as unknown
}

/** The same, for what prints something else. Rejects if the program fails. */
export async function runAlone(
  source: string,
  { flags = [], type = 'module' }: Parameters<typeof printedAlone>[1] = {},
): Promise<string> {
  const args = [...flags, `--input-type=${type}`, '--eval', await javaScriptOf(source)]
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: ROOT,
    timeout: 120_000,
  })
  return stdout
}

export async function javaScriptOf(source: string): Promise<string> {
  const { code } = await transform(source, {
    loader: 'ts',
    target: 'es2023',
    // What a program imports must be there, used or not.
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  })
  return code
}
