import { join } from 'node:path'
import ts from 'typescript'
import { ROOT } from './root.js'

export interface DocumentedMember {
  /** The doc comment in one line. */
  readonly comment: string
  readonly isOptional: boolean
}

/** The types that the package exports, as its users get them. */
export interface ExportedTypes {
  readonly checker: ts.TypeChecker
  /** The members of a type, by name. */
  readonly membersOf: (name: string) => ReadonlyMap<string, ts.Type>
  /** The members of a type with their doc comments, by name. */
  readonly documentedMembersOf: (name: string) => ReadonlyMap<string, DocumentedMember>
}

export function exportedTypes(): ExportedTypes {
  const entry = join(ROOT, 'dist/lib/index.d.ts')
  const program = ts.createProgram([entry], {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    types: ['node'],
    skipLibCheck: true,
    noEmit: true,
  })
  const checker = program.getTypeChecker()
  return { checker, membersOf, documentedMembersOf }

  function membersOf(name: string): ReadonlyMap<string, ts.Type> {
    return new Map(
      checker
        .getPropertiesOfType(typeOf(name))
        .map((member) => [member.name, checker.getTypeOfSymbol(member)]),
    )
  }

  function documentedMembersOf(name: string): ReadonlyMap<string, DocumentedMember> {
    return new Map(
      checker.getPropertiesOfType(typeOf(name)).map((member) => [
        member.name,
        {
          comment: ts
            .displayPartsToString(member.getDocumentationComment(checker))
            .replace(/\s+/g, ' '),
          isOptional: (member.flags & ts.SymbolFlags.Optional) !== 0,
        },
      ]),
    )
  }

  function typeOf(name: string): ts.Type {
    const source = program.getSourceFile(entry)
    const module = source && checker.getSymbolAtLocation(source)
    const symbol = (module ? checker.getExportsOfModule(module) : []).find(
      (each) => each.name === name,
    )
    if (!symbol) throw new Error(`${name} is not exported`)
    return checker.getDeclaredTypeOfSymbol(
      symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
    )
  }
}
