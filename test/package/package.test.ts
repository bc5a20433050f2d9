import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { allOr } from '../support/all.js'
import { type Manifest, pack, type Packed, readManifest } from '../support/packed.js'

const run = promisify(execFile)
// A document has no types.
const ALL_CODE = ['--exclude-entrypoints', './openapi.json']
const ONE_ENTRY = ['--entrypoints', './render']

describe('the package as it is published', () => {
  let packed: Packed
  let manifest: Manifest

  before(async () => {
    manifest = await readManifest()
    packed = await pack()
  })

  it('holds what runs, its types, its documents, the examples, and no tests and no ui', () => {
    const { paths } = packed
    const odd = paths.filter(
      (path) =>
        !/^(dist\/(esm|cjs|lib)\/.*\.(js|cjs|css|d\.ts)|docs\/.*\.(md|webp|sql|json))$/.test(
          path,
        ) &&
        !/^docs\/examples\/(adapters\/)?[\w.@-]+\.(mjs|ts|sh|yml|service|conf|http|md)$/.test(
          path,
        ) &&
        !/^example-host\/over-sql\/[\w-]+\.(ts|md)$/.test(path),
    )
    expect(odd.sort()).to.deep.equal([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'dist/cjs/package.json',
      'package.json',
    ])
    expect(paths.filter((path) => /(?:^|\/)(?:test|ui)\//.test(path))).to.deep.equal([])
    expect(paths).to.have.lengthOf.above(100)
  })

  it('holds every file that its exports name', () => {
    expect(Object.keys(manifest.exports)).to.deep.equal([
      '.',
      './memory',
      './adapters',
      './sql',
      './documents',
      './postgres',
      './formats',
      './openapi',
      './openapi.json',
      './console',
      './render',
      './conformance',
      './package.json',
    ])
    const { exports, main, types, typesVersions } = manifest
    const files = filesIn([exports, main, types, typesVersions])
    expect(files).to.have.lengthOf.above(20)
    for (const file of files) expect(packed.paths).to.include(file.replace('./', ''))
  })

  it('is in order for publint', async () => {
    const { publint } = await import('publint')
    const tarball = Uint8Array.from(await readFile(packed.tarball)).buffer
    const { messages } = await publint({ strict: true, pack: { tarball } })
    expect(messages).to.deep.equal([])
  })

  it('has types that resolve as its code does', async () => {
    const cli = binOf('@arethetypeswrong/cli', 'attw')
    const entries = allOr(ALL_CODE, ONE_ENTRY)
    const args = [cli, packed.tarball, '--profile', 'strict', '--format', 'json', ...entries]
    const { stdout } = await run(process.execPath, args, { maxBuffer: 100_000_000 })
    const { analysis } = JSON.parse(stdout) as { readonly analysis: { readonly types: unknown } }
    expect(analysis.types).to.have.property('kind', 'included')
  })
})

function filesIn(target: unknown): readonly string[] {
  if (typeof target === 'string') return [target]
  return target instanceof Object ? Object.values(target).flatMap(filesIn) : []
}

function binOf(name: string, bin: string): string {
  const file = createRequire(import.meta.url).resolve(`${name}/package.json`)
  const manifest = createRequire(import.meta.url)(file) as {
    readonly bin: Readonly<Record<string, string>> | string
  }
  const path = typeof manifest.bin === 'string' ? manifest.bin : (manifest.bin[bin] ?? '')
  return join(dirname(file), path)
}
