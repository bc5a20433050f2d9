import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { faultsOf } from '../support/compiled.js'
import { ROOT } from '../support/root.js'
import { packageEntries } from './entries.js'
import { EXAMPLE_PREAMBLE } from './example-preamble.js'
import { type PublicName, publicNames } from './public-names.js'

describe('the doc comments of the package', () => {
  let names: readonly PublicName[]

  before(async () => {
    const entries = await packageEntries()
    const files = entries.map(({ types }) => types)
    names = await publicNames(files, join(ROOT, 'dist/lib'))
  })

  it('describe every public name and every member', () => {
    expect(names).to.have.lengthOf.above(700)
    const missing = names.filter(({ comment }) => comment === '').map(({ path }) => path)
    expect(missing).to.deep.equal([])
  })

  it('have examples that compile', async () => {
    const examples = names.flatMap((name) => name.examples)
    expect(examples).to.have.lengthOf.above(20)
    const files = examples.map((code, index): [string, string] => [
      join(ROOT, `test/package/example-${index}.ts`),
      // In braces, an example may declare a name that the preamble has.
      `${EXAMPLE_PREAMBLE};{\n${code}\n}\n`,
    ])
    expect(await faultsOf(new Map(files))).to.deep.equal([])
  })
})

describe('the guard of doc comments', () => {
  const undocumented = async (declarations: string): Promise<readonly string[]> => {
    const folder = await mkdtemp(join(tmpdir(), 'documented-'))
    try {
      const entry = join(folder, 'index.d.ts')
      await writeFile(entry, declarations)
      const names = await publicNames([entry], folder)
      return names.filter(({ comment }) => comment === '').map(({ path }) => path)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  it('knows names, members, parameters, results and types that are not exported', async () => {
    const found = await undocumented(`
      export declare function open(options: { port: number }): Promise<{ close(): void }>
      export type Kind = 'a' | 'b'
      interface Inner { deep: string }
      /** Documented. */
      export interface Outer { inner: Inner; all: ReadonlyMap<string, { each: Kind }> }
      /** A tag alone describes nothing. */
      export declare class Box {
        #size: number
        /** @deprecated */
        put(): void
      }
    `)
    expect(found).to.have.members([
      'open',
      'open.close',
      'open()options.port',
      'Kind',
      'Outer.inner',
      'Inner',
      'Inner.deep',
      'Outer.all',
      'Outer.all.each',
      'Box.put',
    ])
  })

  it('knows the comments of the members that a mapped type takes over', async () => {
    const found = await undocumented(`
      declare const FIELDS: {
        /** Documented. */
        one: number
        two: string
      }
      /** Documented. */
      export type Values = { [Name in keyof typeof FIELDS]?: unknown }
      export {}
    `)
    expect(found).to.deep.equal(['Values.two'])
  })
})
