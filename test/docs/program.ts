import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { faultsOf } from '../support/compiled.js'
import { blocks } from '../support/readme.js'
import { ROOT } from '../support/root.js'

/** The text of a page below `docs`. */
export function pageOf(name: string): string {
  return readFileSync(join(ROOT, `docs/${name}.md`), 'utf8')
}

/** The blocks of a page in one language, in order. */
export function codeOf(page: string, language: string): readonly string[] {
  return blocks(page)
    .filter((block) => block.language === language)
    .map(({ text }) => text)
}

/** The only block of a page that contains this text. */
export function blockWith(page: string, text: string): string {
  const found = blocks(page).filter((block) => block.text.includes(text))
  const [only] = found
  if (only === undefined || found.length > 1) {
    throw new Error(`${found.length} blocks contain ${text}`)
  }
  return only.text
}

/** Compiler errors of the TypeScript blocks, each below the preamble that belongs to it. */
export function faultsIn(
  name: string,
  preambleOf: (text: string) => string,
  modules = '',
): readonly string[] {
  const at = (file: string): string => join(ROOT, `test/docs/${file}`)
  const sources = codeOf(pageOf(name), 'ts').map((text, index): [string, string] => [
    at(`${name}-${index}.ts`),
    preambleOf(text) + text,
  ])
  return faultsOf(new Map([...sources, [at(`${name}-modules.d.ts`), modules]]))
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
