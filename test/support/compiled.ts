import ts from 'typescript'

// A file that is not on the disk would count as CommonJS, which knows no import.meta.
const AS_MODULE: ts.CreateSourceFileOptions = {
  languageVersion: ts.ScriptTarget.ES2023,
  impliedNodeFormat: ts.ModuleKind.ESNext,
}

/** What the compiler says of sources in TypeScript or JavaScript, by the paths that they would have. */
export function faultsOf(sources: ReadonlyMap<string, string>): readonly string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    allowJs: true,
    checkJs: true,
    skipLibCheck: true,
    types: ['node'],
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
  }
  const system = ts.createCompilerHost(options)
  const host: ts.CompilerHost = {
    ...system,
    fileExists: (name) => sources.has(name) || system.fileExists(name),
    readFile: (name) => sources.get(name) ?? system.readFile(name),
    getSourceFile: (name, ...rest) => {
      const text = sources.get(name)
      return text === undefined
        ? system.getSourceFile(name, ...rest)
        : ts.createSourceFile(name, text, AS_MODULE)
    },
  }
  const program = ts.createProgram([...sources.keys()], options, host)
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) =>
        `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    )
}
