import { join } from 'node:path'
import { type Fault, faultsOf } from '../../support/compiled.js'
import { ROOT } from '../../support/root.js'
import { NOT_INSTALLED } from './not-installed.js'

/** The code of a document that the compiler checks, as its reader would have it. */
export interface ShownCode {
  readonly document: string
  readonly blocks: readonly string[]
  /** Default: TypeScript. */
  readonly language?: 'ts' | 'mjs'
  /** How many there are: none may go missing, in a language that is not compiled. */
  readonly count: number
  /** The reader's own code around a block. Its lines for what the block has itself are left out. */
  readonly preamble: string | ((block: string) => string)
  /** Declared for the reader's whole program. */
  readonly global?: string
}

/** What the compiler says of the blocks, by document, as `block 1, its line: the message`. */
export async function faultsIn(
  documents: readonly ShownCode[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map(documents.map(({ document }): [string, string[]] => [document, []]))
  // Most of the work is the same for all that are in one program.
  for (const global of new Set(documents.map((each) => each.global ?? ''))) {
    const members = documents.filter((each) => (each.global ?? '') === global)
    const blocks = members.flatMap(blocksOf)
    const sources = new Map(blocks.map(({ path, text }) => [path, text]))
    for (const fault of await faultsOf(withGlobal(sources, global))) {
      const block = blocks.find(({ path }) => path === fault.path)
      if (!block) throw new Error(`the program itself is wrong: ${fault.message}`)
      found.get(block.document)?.push(`block ${block.number}, ${textOf(fault)}`)
    }
  }
  return found
}

interface Block {
  readonly document: string
  readonly number: number
  readonly path: string
  readonly text: string
}

function blocksOf({ document, blocks, preamble, language = 'ts' }: ShownCode): readonly Block[] {
  return blocks.map((text, index) => {
    const before = typeof preamble === 'string' ? preamble : preamble(text)
    return {
      document,
      number: index + 1,
      // From here, the preamble of docs/moving.md imports an example.
      path: join(ROOT, 'test/docs', `${document.replaceAll(/\W/g, '-')}-${index + 1}.${language}`),
      text: withoutOwn(before, text) + text,
    }
  })
}

/** The lines of a preamble that declare or import nothing that the block has itself. */
function withoutOwn(preamble: string, block: string): string {
  const lines = preamble.split('\n').filter((line) => {
    const [, name] = /^(?:declare (?:const|function)|import \{) (\w+)/.exec(line) ?? []
    if (name === undefined) return true
    const own = new RegExp(`^import \\{ ${name}\\b|\\b(?:const|function) ${name}\\b`, 'm')
    return !own.test(block)
  })
  return lines.join('\n')
}

function withGlobal(sources: ReadonlyMap<string, string>, global: string) {
  const path = join(ROOT, 'test/docs/code')
  return new Map([
    ...sources,
    [join(path, 'not-installed.d.ts'), NOT_INSTALLED],
    [join(path, 'global.d.ts'), `export {}\n${global}`],
  ])
}

function textOf({ code, message }: Fault): string {
  return `${code}: ${message}`
}
