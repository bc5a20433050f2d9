import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { holdDist } from '../support/hold-dist.js'
import { ROOT } from '../support/root.js'

interface Build {
  readonly emit: (say: (line: string) => void) => Promise<boolean>
}

/** The modules that bundle, which here do nothing. */
const BUNDLERS = [
  'ui/bundling/console',
  'build/password-worker',
  'build/modules',
  'example-host/bundle',
  'test/tools/bundle-tests',
]
const STEPS = ['Compiled the sources', 'Bundled the pages', 'Bundled the package']
const FIRST = ['Building for the first time', ...STEPS]

describe('the build without checks', () => {
  let folder: string
  let build: Build

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'build-'))
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')
    await write('package.json', '{ "type": "module" }')
    for (const name of BUNDLERS) await write(`${name}.ts`, 'export {}')
    await write('lib/one.ts', 'export const one: number = 1')
    await write('lib/two.ts', 'export const two: number = 2')
    const script = join(folder, 'build/emit.mjs')
    await cp(join(ROOT, 'build/emit.mjs'), script)
    build = (await import(pathToFileURL(script).href)) as Build
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const write = async (path: string, text: string): Promise<void> => {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  const compiled = (name: string): Promise<string> =>
    readFile(join(folder, `dist/lib/${name}.js`), 'utf8')
  const has = (path: string): boolean => existsSync(join(folder, path))
  /** What it says that it has done. */
  const emit = async (): Promise<readonly string[]> => {
    const lines: string[] = []
    await build.emit((line) => lines.push(line))
    return lines.map((line) => line.replace(/ in \d+\.\d s$/, ''))
  }

  it('compiles and bundles at first, and then nothing until a file changes', async () => {
    expect(await emit()).to.deep.equal(FIRST)
    expect(await compiled('one')).to.include('const one = 1;')
    expect(await emit()).to.deep.equal([])
    await write('lib/one.ts', 'export const one: number = 100')
    expect(await emit()).to.deep.equal(STEPS)
    expect(await compiled('one')).to.include('const one = 100;')
    expect(await emit()).to.deep.equal([])
  })

  it('says how long each step took', async () => {
    const lines: string[] = []
    await build.emit((line) => lines.push(line))
    for (const line of lines.slice(1)) expect(line).to.match(/^[A-Z][a-z ]+ in \d+\.\d s$/)
  })

  it('removes what was compiled from a source that is gone', async () => {
    await emit()
    await write('dist/lib/two.d.ts', 'export declare const two: number')
    await rm(join(folder, 'lib/two.ts'))
    expect(await emit()).to.deep.equal(STEPS)
    for (const end of ['js', 'js.map', 'd.ts']) expect(has(`dist/lib/two.${end}`)).to.equal(false)
    expect(has('dist/lib/one.js')).to.equal(true)
  })

  it('marks declarations as those of other sources when it compiles, and only then', async () => {
    await emit()
    await write('dist/.declared', '')
    await emit()
    expect(has('dist/.declared')).to.equal(true)
    await write('lib/three.ts', 'export const three = 3')
    await emit()
    expect(has('dist/.declared')).to.equal(false)
  })

  it('changes nothing while tests run, and says so', async () => {
    await emit()
    const release = holdDist(join(folder, 'dist'))
    await write('lib/one.ts', 'export const one: number = 100')
    expect(await emit()).to.have.lengthOf(1)
    expect(await compiled('one')).to.include('const one = 1;')
    release()
    expect(await emit()).to.deep.equal(STEPS)
  })

  it('does not wait for tests that were killed', async () => {
    await write('dist/.in-use', '1')
    await utimes(join(folder, 'dist/.in-use'), 0, 0)
    expect(await emit()).to.deep.equal(FIRST)
  })

  it('counts for nothing if a step fails', async () => {
    await write('example-host/bundle.ts', "throw new Error('there is nothing to bundle')")
    const failure = (): Promise<unknown> => emit().catch((error: unknown) => error)
    expect(await failure()).to.have.property('message', 'there is nothing to bundle')
    await rm(join(folder, 'dist/lib/one.js'))
    expect(await failure()).to.have.property('message', 'there is nothing to bundle')
    expect(has('dist/lib/one.js')).to.equal(true)
  })
})
