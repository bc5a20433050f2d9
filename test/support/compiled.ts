import ts from 'typescript'
import { declarations } from './declarations.js'

/** The same for all programs, so that they can have files in common. */
const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  allowJs: true,
  checkJs: true,
  skipLibCheck: true,
  types: ['node'],
  // As in tsconfig.json: without those of browsers, a program takes a third less time.
  lib: ['lib.es2023.d.ts'],
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2023,
}

// A file that is not on the disk would count as CommonJS, which knows no import.meta.
const AS_MODULE: ts.CreateSourceFileOptions = {
  languageVersion: ts.ScriptTarget.ES2023,
  impliedNodeFormat: ts.ModuleKind.ESNext,
}

/** Most of a program is what each needs of the disk. A process parses and binds that once. */
const shared = new Map<string, ts.SourceFile>()

/** A program of files, and of sources by the paths that they would have, in TypeScript or JavaScript. */
export async function programOf(
  files: readonly string[],
  sources: ReadonlyMap<string, string> = new Map(),
): Promise<ts.Program> {
  await declarations()
  const disk = ts.createCompilerHost(OPTIONS)
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (name) => sources.has(name) || disk.fileExists(name),
    readFile: (name) => sources.get(name) ?? disk.readFile(name),
    getSourceFile: (name, ...rest) => {
      const text = sources.get(name)
      if (text !== undefined) return ts.createSourceFile(name, text, AS_MODULE)
      const file = shared.get(name) ?? disk.getSourceFile(name, ...rest)
      if (file && name.endsWith('.d.ts')) shared.set(name, file)
      return file
    },
  }
  return ts.createProgram([...files, ...sources.keys()], OPTIONS, host)
}

export interface Fault {
  /** The path of a source; `''` if the fault is not in one. */
  readonly path: string
  /** The line of the source. */
  readonly code: string
  readonly message: string
}

/** What the compiler says of sources, by the paths that they would have. */
export async function faultsOf(sources: ReadonlyMap<string, string>): Promise<readonly Fault[]> {
  return ts
    .getPreEmitDiagnostics(await programOf([], sources))
    .map(({ file, start = 0, messageText }) => ({
      path: file?.fileName ?? '',
      code: file ? lineAt(file.text, start) : '',
      message: ts.flattenDiagnosticMessageText(messageText, ' '),
    }))
}

function lineAt(text: string, at: number): string {
  const begin = text.lastIndexOf('\n', at - 1) + 1
  return text.slice(begin).split('\n', 1)[0]?.trim() ?? ''
}
