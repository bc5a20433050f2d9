import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { ROOT } from '../support/root.js'
import { type Manifest, pack, type Packed, project, readManifest } from '../support/packed.js'

const run = promisify(execFile)
const USE = `
  const webhooks = createIncomingWebhooks({
    adapters: createMemoryAdapters(),
    secret: 'a secret of at least thirty-two bytes',
    siteUrl: 'https://chat.example',
  })
  express().use('/hooks', webhooks.hooksRouter)
  consoleRouter({ apiBase: '/api/v4', hooksBase: '/hooks' })
  describeAdapters('none', () => { throw new Error() }, { runner: { describe() {}, it() {} } })
  webhooks.hashPassword('a password').then(async (hash) => {
    console.log(hash.slice(0, 4), new WebhookError('no_text').status)
    const post = { message: '**a**', props: null }
    console.log(renderText(post), renderMarkdown(post))
    console.log(await renderHtml(post).catch(({ message }) => message))
    return webhooks.close()
  })
`
const KNIP = join(ROOT, 'node_modules/knip/bin/knip.js')
// A style sheet and a document have no types.
const NO_CODE = ['--exclude-entrypoints', './console/design.css', './openapi.json']
const NAMES = {
  express: 'express',
  'express-incoming-webhooks': '{ createIncomingWebhooks, WebhookError }',
  'express-incoming-webhooks/memory': '{ createMemoryAdapters }',
  'express-incoming-webhooks/conformance': '{ describeAdapters }',
  'express-incoming-webhooks/console': '{ consoleRouter }',
  'express-incoming-webhooks/formats': '{ allFormats }',
  'express-incoming-webhooks/openapi': '{ openApiDocument }',
  'express-incoming-webhooks/render': '{ renderHtml, renderMarkdown, renderText }',
}

describe('the package as it is published', () => {
  let packed: Packed
  let manifest: Manifest

  before(async () => {
    manifest = await readManifest()
    packed = await pack()
  })
  after(() => packed.remove())

  it('holds what runs, its types, its documents, the examples, and no tests and no ui', () => {
    const paths = [...packed.files.keys()]
    const odd = paths.filter(
      (path) =>
        !/^(dist\/(esm|cjs|lib)\/.*\.(js|cjs|css|d\.ts)|docs\/.*\.(md|webp|sql|json))$/.test(
          path,
        ) &&
        !/^docs\/examples\/[\w@-]+\.(mjs|sh|yml|service|md)$/.test(path) &&
        !/^example-host\/over-sql\/[\w-]+\.(ts|md)$/.test(path),
    )
    expect(odd.sort()).to.deep.equal([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
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
      './sql',
      './documents',
      './postgres',
      './formats',
      './openapi',
      './openapi.json',
      './console',
      './console/design.css',
      './render',
      './conformance',
      './package.json',
    ])
    const { exports, main, types, typesVersions } = manifest
    const files = filesIn([exports, main, types, typesVersions])
    expect(files).to.have.lengthOf.above(20)
    for (const file of files) expect([...packed.files.keys()]).to.include(file.replace('./', ''))
  })

  it('is in order for publint', async () => {
    const { publint } = await import('publint')
    const tarball = Uint8Array.from(await readFile(packed.tarball)).buffer
    const { messages } = await publint({ strict: true, pack: { tarball } })
    expect(messages).to.deep.equal([])
  })

  it('has types that resolve as its code does', async () => {
    const cli = binOf('@arethetypeswrong/cli', 'attw')
    const args = [cli, packed.tarball, '--profile', 'strict', '--format', 'json', ...NO_CODE]
    const { stdout } = await run(process.execPath, args, { maxBuffer: 100_000_000 })
    const { analysis } = JSON.parse(stdout) as { readonly analysis: { readonly types: unknown } }
    expect(analysis.types).to.have.property('kind', 'included')
  })

  for (const [type, peers, html] of [
    ['module', ['express', 'markdown-it'], '<p><strong>a</strong></p>'],
    ['commonjs', ['express', 'markdown-it'], '<p><strong>a</strong></p>'],
    ['module', ['express'], 'renderHtml needs the package markdown-it: npm install markdown-it'],
  ] as const) {
    it(`works in an empty project of type ${type} with ${peers.join(' and ')}`, async () => {
      const dependencies = [...Object.keys(manifest.dependencies), ...peers]
      const folder = await project(packed, type, dependencies)
      await writeFile(join(folder, 'index.js'), importsOf(type) + USE)
      const { stdout } = await run(process.execPath, ['index.js'], { cwd: folder })
      expect(stdout.trim().split('\n')).to.deep.equal(['$2b$ 400', 'a **a**', html])
      await rm(folder, { recursive: true, force: true })
    })
  }

  it('type-checks in a strict project that checks its libraries too', async () => {
    const dependencies = [
      ...Object.keys(manifest.dependencies),
      'express',
      'socket.io',
      '@types/express',
      '@types/node',
    ]
    const folder = await project(packed, 'module', dependencies)
    const source = await readFile(join(ROOT, 'docs/examples/five-minute-host.mjs'), 'utf8')
    await writeFile(join(folder, 'index.ts'), source)
    const flags = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2023']
    const args = [binOf('typescript', 'tsc'), ...flags, '--types', 'node', 'index.ts']
    const { stdout } = await run(process.execPath, args, { cwd: folder }).catch(
      (error: unknown) => ({ stdout: String(Reflect.get(Object(error), 'stdout')) }),
    )
    const ours = stdout
      .split('\n')
      .filter((line) => /^(index\.ts|node_modules\/express-inc)/.test(line))
    expect(ours).to.deep.equal([])
    await rm(folder, { recursive: true, force: true })
  })

  it('has no file, dependency or export that nothing uses', async () => {
    const { stdout } = await run(process.execPath, [KNIP, '--no-progress'], {
      cwd: ROOT,
    }).catch((error: unknown) => ({ stdout: String(Reflect.get(Object(error), 'stdout')) }))
    expect(stdout.trim()).to.equal('')
  })
})

function filesIn(target: unknown): readonly string[] {
  if (typeof target === 'string') return [target]
  return target instanceof Object ? Object.values(target).flatMap(filesIn) : []
}

function importsOf(type: 'module' | 'commonjs'): string {
  return Object.entries(NAMES)
    .map(([specifier, names]) =>
      type === 'module'
        ? `import ${names} from '${specifier}'\n`
        : `const ${names} = require('${specifier}')\n`,
    )
    .join('')
}

function binOf(name: string, bin: string): string {
  const file = createRequire(import.meta.url).resolve(`${name}/package.json`)
  const manifest = createRequire(import.meta.url)(file) as {
    readonly bin: Readonly<Record<string, string>> | string
  }
  const path = typeof manifest.bin === 'string' ? manifest.bin : (manifest.bin[bin] ?? '')
  return join(dirname(file), path)
}
