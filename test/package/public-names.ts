import { sep } from 'node:path'
import ts from 'typescript'
import { programOf } from '../support/compiled.js'

/** A name that users of the package import, or a member that they can reach from one. */
export interface PublicName {
  /** How it is reached, such as `createIncomingWebhooks()options.clock`. */
  readonly path: string
  /** Its doc comment without tags; `''` if it has none. */
  readonly comment: string
  /** The code of its `@example` tags. */
  readonly examples: readonly string[]
}

/** The public names of declaration files, without those that are declared outside `folder`. */
export async function publicNames(
  entries: readonly string[],
  folder: string,
): Promise<readonly PublicName[]> {
  const program = await programOf(entries)
  const reader = new Reader(program.getTypeChecker(), folder)
  for (const entry of entries) reader.readModule(program.getSourceFile(entry))
  return reader.names
}

class Reader {
  readonly names: PublicName[] = []
  readonly #symbols = new Set<ts.Symbol>()
  readonly #types = new Set<ts.Type>()
  readonly #checker: ts.TypeChecker
  readonly #folder: string

  constructor(checker: ts.TypeChecker, folder: string) {
    this.#checker = checker
    this.#folder = folder.replaceAll(sep, '/')
  }

  readModule(source: ts.SourceFile | undefined): void {
    const module = source && this.#checker.getSymbolAtLocation(source)
    if (!module) throw new Error('an entry of the package is missing')
    for (const symbol of this.#checker.getExportsOfModule(module)) {
      this.#readSymbol(symbol.name, symbol)
    }
  }

  #readSymbol(path: string, found: ts.Symbol): void {
    const isAlias = (found.flags & ts.SymbolFlags.Alias) !== 0
    const symbol = isAlias ? this.#checker.getAliasedSymbol(found) : found
    if (!this.#isOurs(symbol.declarations) || isPrivate(symbol) || this.#symbols.has(symbol)) return
    this.#symbols.add(symbol)
    this.names.push({
      path,
      comment: ts.displayPartsToString(symbol.getDocumentationComment(this.#checker)),
      examples: symbol
        .getJsDocTags(this.#checker)
        .filter(({ name }) => name === 'example')
        .map(({ text }) => codeIn(ts.displayPartsToString(text))),
    })
    if (symbol.flags & ts.SymbolFlags.Type) {
      this.#readType(path, this.#checker.getDeclaredTypeOfSymbol(symbol))
    }
    if (symbol.flags & ts.SymbolFlags.Value) {
      this.#readType(path, this.#checker.getTypeOfSymbol(symbol))
    }
  }

  #readType(path: string, type: ts.Type): void {
    if (this.#types.has(type)) return
    this.#types.add(type)
    if (type.aliasSymbol) this.#readSymbol(type.aliasSymbol.name, type.aliasSymbol)
    for (const each of type.aliasTypeArguments ?? []) this.#readType(path, each)
    if (type.isUnionOrIntersection()) {
      for (const each of type.types) this.#readType(path, each)
    }
    if (isReference(type)) {
      for (const each of this.#checker.getTypeArguments(type)) this.#readType(path, each)
    }
    if (type.flags & ts.TypeFlags.Object) this.#readObject(path, type)
  }

  #readObject(path: string, type: ts.Type): void {
    if (type.isClassOrInterface()) this.#readSymbol(type.symbol.name, type.symbol)
    for (const signature of [...type.getCallSignatures(), ...type.getConstructSignatures()]) {
      const { declaration } = signature
      if (!declaration || !this.#isOurs([declaration])) continue
      this.#readType(path, signature.getReturnType())
      for (const parameter of signature.parameters) {
        const parameterType = this.#checker.getTypeOfSymbol(parameter)
        this.#readType(`${path}()${parameter.name}`, parameterType)
      }
    }
    for (const index of this.#checker.getIndexInfosOfType(type)) this.#readType(path, index.type)
    if (!this.#isOurs(type.getSymbol()?.declarations)) return
    for (const member of type.getProperties()) this.#readSymbol(`${path}.${member.name}`, member)
  }

  #isOurs(nodes: readonly ts.Node[] = []): boolean {
    return nodes.some((node) => node.getSourceFile().fileName.startsWith(this.#folder))
  }
}

function isReference(type: ts.Type): type is ts.TypeReference {
  return 'objectFlags' in type && (Number(type.objectFlags) & ts.ObjectFlags.Reference) !== 0
}

/** Private members are declared as one that is called `#private`. */
function isPrivate({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some(
    (node) => ts.isPropertyDeclaration(node) && ts.isPrivateIdentifier(node.name),
  )
}

/** The code of an example, without its fence. */
function codeIn(example: string): string {
  const code = /^```ts\n(.*)\n```$/s.exec(example.trim())?.[1]
  if (code === undefined) throw new Error(`an example is not a block of TypeScript: ${example}`)
  return code
}
