import { isCredentialName } from '../../rules/credential-names.js'
import { entryOf } from '../json-members.js'
import { type Filter, FILTERS } from './filters.js'

/** A part of a template. */
export interface Node {
  readonly kind: 'literal' | 'value' | 'each' | 'if'
  /** Where it begins in the source. */
  readonly at: number
  /** The text of a literal, the path of others. */
  readonly text: string
  /** Of a value. */
  readonly calls: readonly Call[]
  /** Of `#if`: the text that the value must have; null for any that is not false. */
  readonly equals: string | null
  /** Of a block. */
  readonly inner: Node[]
  /** Of `#if`, after `{{else}}`. */
  readonly otherwise: Node[]
}

interface Call {
  readonly filter: Filter
  readonly args: readonly string[]
}

/** A mistake in the source of a template. */
export class SyntaxFault extends Error {
  readonly at: number

  constructor(at: number, reason: string) {
    super(reason)
    this.at = at
  }
}

/** The source of a template as a tree, read once from left to right. Throws a `SyntaxFault`. */
export function parse(source: string): readonly Node[] {
  return new Parser(source).run()
}

const MOST_LOOPS = 2
const SPACES = ' \t\r\n'
const ENDS_PATH = `${SPACES}|{}"=`
const ENDS_WORD = `${ENDS_PATH}:,`
const ARGUMENTS = { count: 'a whole number from 1', text: 'a text', path: 'a path' }

class Parser {
  readonly #source: string
  readonly #root: Node[] = []
  /** Blocks that are not closed yet, and where what follows goes. */
  readonly #open: { readonly node: Node; into: Node[] }[] = []
  #at = 0

  constructor(source: string) {
    this.#source = source
  }

  run(): readonly Node[] {
    for (;;) {
      const start = this.#source.indexOf('{{', this.#at)
      const text = this.#source.slice(this.#at, start === -1 ? undefined : start)
      if (text !== '') this.#add('literal', this.#at, { text })
      if (start === -1) break
      this.#at = start + 2
      this.#tag(start)
      if (!this.#takes('}}')) throw this.#notClosed(start)
    }
    const open = this.#open.at(-1)?.node
    if (open) throw new SyntaxFault(open.at, `{{#${open.kind}}} needs {{/${open.kind}}}`)
    return this.#root
  }

  /** The tag that begins at `at`, up to its end. */
  #tag(at: number): void {
    this.#skipSpaces()
    const start = this.#at
    const word = this.#word(ENDS_PATH)
    if (word === '#each' || word === '#if') this.#block(word === '#if' ? 'if' : 'each', at)
    else if (word === '/each' || word === '/if') this.#close(word.slice(1), at)
    else if (word === 'else') this.#else(at)
    else if (word.startsWith('#') || word.startsWith('/')) {
      throw new SyntaxFault(start, `\`${word}\` is not known, but #each, /each, #if and /if`)
    } else {
      const text = checkedPath(word, start)
      this.#add('value', at, { text, calls: this.#calls(at) })
    }
  }

  #block(kind: 'each' | 'if', at: number): void {
    const loops = this.#open.filter(({ node }) => node.kind === 'each')
    if (kind === 'each' && loops.length === MOST_LOOPS) {
      throw new SyntaxFault(at, `at most ${MOST_LOOPS} loops may be within each other`)
    }
    this.#skipSpaces()
    const start = this.#at
    const text = checkedPath(this.#word(ENDS_PATH), start)
    const equals = kind === 'if' && this.#takes('==') ? this.#argument() : null
    const node = this.#add(kind, at, { text, equals })
    this.#open.push({ node, into: node.inner })
  }

  #else(at: number): void {
    const open = this.#open.at(-1)
    if (open?.node.kind !== 'if' || open.into === open.node.otherwise) {
      throw new SyntaxFault(at, '{{else}} needs an {{#if}} of its own')
    }
    open.into = open.node.otherwise
  }

  #close(kind: string, at: number): void {
    const open = this.#open.pop()?.node.kind
    if (open === kind) return
    const hint = open === undefined ? `{{#${kind}}} is missing` : `{{/${open}}} must come first`
    throw new SyntaxFault(at, `{{/${kind}}} closes nothing: ${hint}`)
  }

  #add(kind: Node['kind'], at: number, known: Pick<Node, 'text'> & Partial<Node>): Node {
    const node: Node = { calls: [], equals: null, ...known, kind, at, inner: [], otherwise: [] }
    const into = this.#open.at(-1)?.into ?? this.#root
    into.push(node)
    return node
  }

  #calls(tag: number): readonly Call[] {
    const calls: Call[] = []
    while (this.#takes('|')) {
      this.#skipSpaces()
      const at = this.#at
      const name = this.#word(ENDS_WORD)
      if (this.#at === this.#source.length) throw this.#notClosed(tag)
      const filter = entryOf(FILTERS, name)
      if (!filter) {
        const names = Object.keys(FILTERS).join(', ')
        throw new SyntaxFault(at, `\`${name}\` is not a filter, but ${names}`)
      }
      const args: string[] = []
      if (this.#takes(':')) {
        do args.push(this.#argument())
        while (this.#takes(','))
      }
      calls.push({ filter, args: checkedArguments(name, filter, args, at) })
    }
    return calls
  }

  #argument(): string {
    this.#skipSpaces()
    const at = this.#at
    if (this.#takes('"')) {
      const end = this.#source.indexOf('"', this.#at)
      if (end === -1) throw new SyntaxFault(at, 'the text in double quotes does not end')
      const text = this.#source.slice(this.#at, end)
      this.#at = end + 1
      return text
    }
    const word = this.#word(ENDS_WORD)
    if (word !== '' && Number.isFinite(Number(word))) return word
    throw new SyntaxFault(at, 'expected a text in double quotes, or a number')
  }

  #notClosed(tag: number): SyntaxFault {
    return this.#at === this.#source.length
      ? new SyntaxFault(tag, '{{ is not closed by }}')
      : new SyntaxFault(this.#at, 'expected }} here')
  }

  #takes(expected: string): boolean {
    this.#skipSpaces()
    if (!this.#source.startsWith(expected, this.#at)) return false
    this.#at += expected.length
    return true
  }

  #skipSpaces(): void {
    while (SPACES.includes(this.#source[this.#at] ?? '.')) this.#at += 1
  }

  #word(ends: string): string {
    const start = this.#at
    while (!ends.includes(this.#source[this.#at] ?? '}')) this.#at += 1
    return this.#source.slice(start, this.#at)
  }
}

function checkedPath(path: string, at: number): string {
  const names = path.split('.')
  if (names.includes('')) throw new SyntaxFault(at, 'expected a path, such as `monitor.name`')
  const credential = names.find(isCredentialName)
  if (credential === undefined) return path
  throw new SyntaxFault(at, `\`${credential}\` is named like a credential, which is never shown`)
}

function checkedArguments(
  name: string,
  { takes = [], isOptional = false }: Filter,
  args: readonly string[],
  at: number,
): readonly string[] {
  const isFit = args.length === takes.length || (isOptional && args.length === 0)
  const isCount = (arg = ''): boolean => Number.isSafeInteger(Number(arg)) && Number(arg) > 0
  if (!isFit || (args.length > 0 && takes[0] === 'count' && !isCount(args[0]))) {
    const needed = takes.map((argument) => ARGUMENTS[argument]).join(' and ') || 'no arguments'
    throw new SyntaxFault(at, `the filter \`${name}\` takes ${needed}`)
  }
  if (takes[0] === 'path') for (const arg of args) checkedPath(arg, at)
  return args
}
