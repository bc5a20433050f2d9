import { rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import ts from 'typescript'
import { pack, type Packed, project, readManifest } from '../support/packed.js'

const SOURCE = `
import { createIncomingWebhooks, WebhookError } from 'express-incoming-webhooks'
import { describeAdapters } from 'express-incoming-webhooks/conformance'
import { consoleRouter } from 'express-incoming-webhooks/console'
import { createDocumentStores } from 'express-incoming-webhooks/documents'
import { allFormats } from 'express-incoming-webhooks/formats'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
import { createPostgresPool } from 'express-incoming-webhooks/postgres'
import { renderHtml } from 'express-incoming-webhooks/render'
import { oneConnection } from 'express-incoming-webhooks/sql'

const adapters = createMemoryAdapters()
const webhooks = createIncomingWebhooks({ adapters, secret: '', siteUrl: '', bodyLimit: 1 })
const changes = { expiresAt: 0 }
export const made = webhooks.manage.create('', { channelId: '', displayName: '', ...changes })
export const found = made.then(({ keyHint }) => keyHint)
export const code = (error: unknown) => error instanceof WebhookError && error.retryAfterSeconds
`

/** Names in the source, where they stand last, and what an editor shows when the mouse is over them. */
const SHOWN: readonly (readonly [name: string, text: string])[] = [
  ['createIncomingWebhooks', 'Creates the routers'],
  ['describeAdapters', 'Defines tests'],
  ['consoleRouter', 'web pages for management'],
  ['createDocumentStores', 'Webhooks, settings, sessions'],
  ['allFormats', 'All formats of this package'],
  ['createMemoryAdapters', 'for tests and demos'],
  ['createPostgresPool', 'A pool of `pg`'],
  ['renderHtml', 'as HTML'],
  ['oneConnection', 'such as those of SQLite'],
  ['bodyLimit', 'Default 1048576'],
  ['displayName', '1 to 256 code points'],
  ['keyHint', 'last four characters'],
  ['retryAfterSeconds', 'before a retry'],
]

describe('an editor with the packed package', () => {
  let packed: Packed
  let folder: string

  before(async () => {
    packed = await pack()
    const { dependencies } = await readManifest()
    const types = ['@types/express', '@types/node', '@types/pg']
    const packages = [...Object.keys(dependencies), 'express', 'pg', ...types]
    folder = await project(packed, 'module', packages)
  })
  after(async () => {
    await packed.remove()
    await rm(folder, { recursive: true, force: true })
  })

  for (const [kind, file, types] of [
    ['an ES module', 'program.mts', 'dist/lib/index.d.ts'],
    ['CommonJS', 'program.cts', 'dist/cjs/index.d.ts'],
  ] as const) {
    it(`shows what names mean, in ${kind}`, async () => {
      const path = join(folder, file)
      await writeFile(path, SOURCE)
      const service = serviceFor(path)
      expect(service.getSemanticDiagnostics(path)).to.deep.equal([])
      expect(declarationsOf(service)).to.deep.equal([types])
      for (const [name, text] of SHOWN) {
        const shown = service.getQuickInfoAtPosition(path, SOURCE.lastIndexOf(name))
        expect(ts.displayPartsToString(shown?.documentation), name).to.include(text)
      }
    })
  }

  it('shows examples', async () => {
    const path = join(folder, 'program.mts')
    await writeFile(path, SOURCE)
    const shown = serviceFor(path).getQuickInfoAtPosition(path, SOURCE.indexOf('consoleRouter'))
    const [example] = (shown?.tags ?? []).filter(({ name }) => name === 'example')
    expect(ts.displayPartsToString(example?.text)).to.include("app.use('/admin', consoleRouter(")
  })
})

/** The declarations of the package's main entry that a program uses, by their path in the package. */
function declarationsOf(service: ts.LanguageService): readonly string[] {
  const files = service.getProgram()?.getSourceFiles() ?? []
  return files
    .map(({ fileName }) => fileName.split('node_modules/express-incoming-webhooks/')[1] ?? '')
    .filter((path) => /^dist\/\w+\/index\.d\.ts$/.test(path))
}

/** The language service that editors ask, for one program. */
function serviceFor(path: string): ts.LanguageService {
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    types: ['node'],
    strict: true,
    skipLibCheck: true,
  }
  return ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => options,
    getScriptFileNames: () => [path],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const text = ts.sys.readFile(name)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => dirname(path),
    getDefaultLibFileName: (compilerOptions) => ts.getDefaultLibFilePath(compilerOptions),
  })
}
