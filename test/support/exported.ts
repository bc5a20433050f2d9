import { join, sep } from 'node:path'
import ts from 'typescript'
import { programOf } from './compiled.js'
import { ROOT } from './root.js'

const ENTRIES = ['index', 'adapters/index', 'console/index', 'render/index'].map((name) =>
  join(ROOT, `dist/lib/${name}.d.ts`),
)
const LIB = join(ROOT, 'dist/lib/').replaceAll(sep, '/')

export interface DocumentedMember {
  /** The doc comment in one line. */
  readonly comment: string
  readonly isOptional: boolean
}

/** The types of the package, as its users get them. */
export interface ExportedTypes {
  readonly checker: ts.TypeChecker
  /** The members of a type, by name. */
  readonly membersOf: (name: string) => ReadonlyMap<string, ts.Type>
  /** The members of a type with their doc comments, by name. */
  readonly documentedMembersOf: (name: string) => ReadonlyMap<string, DocumentedMember>
}

let types: Promise<ExportedTypes> | undefined

/** Read once in a process. */
export function exportedTypes(): Promise<ExportedTypes> {
  return (types ??= readTypes())
}

async function readTypes(): Promise<ExportedTypes> {
  const program = await programOf(ENTRIES)
  const checker = program.getTypeChecker()
  // Some types are only named as members of others.
  const exported = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(LIB))
    .flatMap((source) => {
      const module = checker.getSymbolAtLocation(source)
      return module ? checker.getExportsOfModule(module) : []
    })
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
    const symbol = exported.find((each) => each.name === name)
    if (!symbol) throw new Error(`${name} is not exported`)
    return checker.getDeclaredTypeOfSymbol(
      symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
    )
  }
}
