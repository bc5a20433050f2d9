import { join } from 'node:path'
import ts from 'typescript'
import { ROOT } from './root.js'

/** The types that the package exports, as its users get them. */
export function exportedTypes(): {
  readonly checker: ts.TypeChecker
  /** The members of a type, by name. */
  readonly membersOf: (name: string) => ReadonlyMap<string, ts.Type>
} {
  const entry = join(ROOT, 'dist/lib/index.d.ts')
  const program = ts.createProgram([entry], {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    types: ['node'],
    skipLibCheck: true,
    noEmit: true,
  })
  const checker = program.getTypeChecker()
  return { checker, membersOf }

  function membersOf(name: string): ReadonlyMap<string, ts.Type> {
    const source = program.getSourceFile(entry)
    const module = source && checker.getSymbolAtLocation(source)
    const symbol = (module ? checker.getExportsOfModule(module) : []).find(
      (each) => each.name === name,
    )
    if (!symbol) throw new Error(`${name} is not exported`)
    const type = checker.getDeclaredTypeOfSymbol(
      symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
    )
    return new Map(
      checker
        .getPropertiesOfType(type)
        .map((member) => [member.name, checker.getTypeOfSymbol(member)]),
    )
  }
}
