import { join } from 'node:path'
import ts from 'typescript'
import { textOf } from '../../../lib/formats/json-members.js'
import { ROOT } from '../../support/root.js'

/** An element that a message may hold, in a message that holds little else. */
export interface Sample {
  /** Its name in the declarations. */
  readonly name: string
  readonly message: Readonly<Record<string, unknown>>
  /** Each text of the message, by the path of the member that has it. */
  readonly texts: ReadonlyMap<string, string>
}

/** How an element is reached from the message: the objects on the way, and the members that lead on. */
interface Way {
  readonly type: ts.Type
  readonly steps: readonly { readonly owner: ts.Type; readonly member: string }[]
}

/** The checker of a file that only says of which type a message is, such as `import('vendor').Message`. */
function declared(type: string): {
  checker: ts.TypeChecker
  message: ts.Type
  file: ts.SourceFile
} {
  const name = join(ROOT, 'test/pipeline/drift/message.ts')
  const options: ts.CompilerOptions = {
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    skipLibCheck: true,
    types: [],
  }
  const host = ts.createCompilerHost(options)
  const read = host.getSourceFile.bind(host)
  host.getSourceFile = (path, target) =>
    path === name
      ? ts.createSourceFile(path, `export type Message = ${type}\n`, target)
      : read(path, target)
  const program = ts.createProgram([name], options, host)
  const file = program.getSourceFile(name)
  const [statement] = file?.statements ?? []
  if (!file || !statement || !ts.isTypeAliasDeclaration(statement))
    throw new Error('no declaration')
  const [wrong] = program.getSemanticDiagnostics(file)
  if (wrong) throw new Error(ts.flattenDiagnosticMessageText(wrong.messageText, '\n'))
  const checker = program.getTypeChecker()
  return { checker, file, message: checker.getTypeFromTypeNode(statement.type) }
}

/** Members that lead to elements which are shown instead of others, or not at once. */
const ASIDE = new Set(['fallback', 'selectAction'])

/** One sample of each element that can be reached from a message of this type. */
export function samplesOf(type: string): readonly Sample[] {
  const { checker, message, file } = declared(type)
  const types = new Types(checker, file)
  return waysFrom(message, types).map((way) => {
    const writer = new Writer(types)
    return { name: types.nameOf(way.type), message: writer.along(way, 0, ''), texts: writer.texts }
  })
}

/** The shortest way to each element, and the one to the message itself. */
function waysFrom(message: ts.Type, types: Types): readonly Way[] {
  const found = new Map<ts.Type, Way>()
  const queue: Way[] = types.objectsIn(message).map((type) => ({ type, steps: [] }))
  for (const way of queue) {
    if (found.has(way.type)) continue
    found.set(way.type, way)
    for (const member of types.membersOf(way.type)) {
      for (const type of types.objectsIn(member.type)) {
        const steps = [...way.steps, { owner: way.type, member: member.name }]
        if (!found.has(type)) queue.push({ type, steps })
      }
    }
  }
  return [...found.values()].filter(
    ({ type, steps }) => steps.length === 0 || types.isElement(type),
  )
}

interface Member {
  readonly name: string
  readonly type: ts.Type
  readonly isRequired: boolean
}

class Types {
  readonly #checker: ts.TypeChecker
  readonly #file: ts.SourceFile
  readonly #members = new Map<ts.Type, readonly Member[]>()

  constructor(checker: ts.TypeChecker, file: ts.SourceFile) {
    this.#checker = checker
    this.#file = file
  }

  nameOf(type: ts.Type): string {
    const literal = this.membersOf(type).find(({ name }) => name === 'type')
    const value = literal && this.partsOf(literal.type).find((part) => part.isLiteral())
    const name = this.#checker.typeToString(type).slice(0, 60)
    return value?.isLiteral() === true ? `${name} (${textOf(value.value)})` : name
  }

  membersOf(type: ts.Type): readonly Member[] {
    const known = this.#members.get(type)
    if (known) return known
    const members = this.#checker
      .getPropertiesOfType(type)
      .filter(({ name }) => !ASIDE.has(name))
      .map((symbol) => ({
        name: symbol.name,
        type: this.#checker.getTypeOfSymbolAtLocation(symbol, this.#file),
        isRequired: (symbol.flags & ts.SymbolFlags.Optional) === 0,
      }))
      .filter(
        (member) =>
          this.#checker.getSignaturesOfType(member.type, ts.SignatureKind.Call).length === 0,
      )
    this.#members.set(type, members)
    return members
  }

  /** The types that a value may have, without `undefined` and `null`. */
  partsOf(type: ts.Type): readonly ts.Type[] {
    const parts = type.isUnion() ? type.types : [type]
    const none = ts.TypeFlags.Undefined | ts.TypeFlags.Null | ts.TypeFlags.Never
    return parts.filter((part) => (part.flags & none) === 0)
  }

  elementOf(type: ts.Type): ts.Type | undefined {
    const isList = this.#checker.isTupleType(type) || this.#checker.isArrayType(type)
    return isList ? this.#checker.getIndexTypeOfType(type, ts.IndexKind.Number) : undefined
  }

  /** The objects that a member may be or hold. */
  objectsIn(type: ts.Type): readonly ts.Type[] {
    return this.partsOf(type).flatMap((part) => {
      const element = this.elementOf(part)
      if (element) return this.objectsIn(element)
      return isObject(part) && this.membersOf(part).length > 0 ? [part] : []
    })
  }

  /** Whether its member `type` says what it is. */
  isElement(type: ts.Type): boolean {
    return this.membersOf(type).some(
      (member) =>
        member.name === 'type' && this.partsOf(member.type).every((part) => part.isLiteral()),
    )
  }
}

function isObject(type: ts.Type): boolean {
  return (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0
}

function isText(type: ts.Type): boolean {
  return (type.flags & (ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral)) !== 0
}

const ADDRESS = /url|uri|image|icon|src|link|poster/i

/** Writes a message of which each text is a word of its own. */
class Writer {
  readonly texts = new Map<string, string>()
  readonly #types: Types
  /** Types of which an object is being written. */
  readonly #open = new Set<ts.Type>()

  constructor(types: Types) {
    this.#types = types
  }

  /** The message, with the element at the end of the way whole, and of everything else what it must have. */
  along(way: Way, at: number, path: string): Record<string, unknown> {
    const step = way.steps[at]
    if (!step) return this.#object(way.type, path, true)
    const { owner, member: leads } = step
    const next = way.steps[at + 1]?.owner ?? way.type
    return this.#members(owner, path, false, (member, place) =>
      member.name === leads
        ? this.#holding(member.type, next, place, (inner) => this.along(way, at + 1, inner))
        : undefined,
    )
  }

  /** A value of this type that is, or holds, the object that leads on. */
  #holding(type: ts.Type, next: ts.Type, path: string, write: (path: string) => unknown): unknown {
    for (const part of this.#types.partsOf(type)) {
      const element = this.#types.elementOf(part)
      if (element && this.#types.objectsIn(element).includes(next)) {
        return [this.#holding(element, next, `${path}[0]`, write)]
      }
    }
    return write(path)
  }

  #object(type: ts.Type, path: string, isWhole: boolean): Record<string, unknown> {
    this.#open.add(type)
    const object = this.#members(type, path, isWhole, () => undefined)
    this.#open.delete(type)
    return object
  }

  #members(
    type: ts.Type,
    path: string,
    isWhole: boolean,
    instead: (member: Member, path: string) => unknown,
  ): Record<string, unknown> {
    const object: Record<string, unknown> = {}
    for (const member of this.#types.membersOf(type)) {
      const place = path === '' ? member.name : `${path}.${member.name}`
      const given = instead(member, place)
      if (given === undefined && !isWhole && !member.isRequired) continue
      const value = given ?? this.#value(member.type, member.name, place, isWhole)
      if (value !== undefined) object[member.name] = value
    }
    return object
  }

  #value(type: ts.Type, name: string, path: string, isWhole: boolean): unknown {
    const parts = this.#types.partsOf(type)
    if (parts.some(isText)) return this.#text(name, path)
    const literal = parts.find((part) => part.isLiteral())
    if (literal?.isLiteral()) return literal.value
    const flags = parts.reduce((all, part) => all | part.flags, 0)
    if ((flags & ts.TypeFlags.BooleanLike) !== 0) return true
    if ((flags & ts.TypeFlags.NumberLike) !== 0) return 60
    for (const part of parts) {
      const element = this.#types.elementOf(part)
      const first = element && this.#value(element, name, `${path}[0]`, isWhole)
      if (first !== undefined) return [first]
    }
    const object = this.#simplest(parts)
    return object && this.#object(object, path, isWhole && !this.#types.isElement(object))
  }

  /** What must have the fewest objects and lists; of those, one that says something. */
  #simplest(parts: readonly ts.Type[]): ts.Type | undefined {
    const weightOf = (type: ts.Type): number => {
      const needed = this.#types.membersOf(type).filter(({ isRequired }) => isRequired)
      const held = needed.filter((member) => this.#types.objectsIn(member.type).length > 0)
      const says = needed.some((member) => this.#types.partsOf(member.type).some(isText))
      return 2 * held.length - (says ? 1 : 0)
    }
    return parts
      .filter((part) => isObject(part) && !this.#open.has(part))
      .sort((one, other) => weightOf(one) - weightOf(other))[0]
  }

  #text(name: string, path: string): string {
    const word = `word${String(this.texts.size).padStart(3, '0')}`
    this.texts.set(path, word)
    return ADDRESS.test(name) ? `https://example.test/${word}.png` : word
  }
}
