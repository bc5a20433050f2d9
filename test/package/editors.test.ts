import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import ts from 'typescript'
import { pack, project, readManifest } from '../support/packed.js'

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

/** Programs, and the declarations that the package has for each. */
const PROGRAMS = [
  ['an ES module', 'program.mts', 'dist/lib/index.d.ts'],
  ['CommonJS', 'program.cts', 'dist/cjs/index.d.ts'],
] as const

describe('an editor with the packed package', () => {
  let folder: string
  let service: ts.LanguageService

  before(async () => {
    const { dependencies } = await readManifest()
    const types = ['@types/express', '@types/node', '@types/pg']
    const packages = [...Object.keys(dependencies), 'express', 'pg', ...types]
    folder = await project(await pack(), 'module', packages)
    const paths = PROGRAMS.map(([, file]) => join(folder, file))
    for (const path of paths) await writeFile(path, SOURCE)
    service = serviceFor(folder, paths)
  })
  after(() => rm(folder, { recursive: true, force: true }))

  for (const [kind, file, types] of PROGRAMS) {
    it(`shows what names mean, in ${kind}`, () => {
      const path = join(folder, file)
      expect(service.getSemanticDiagnostics(path)).to.deep.equal([])
      expect(entryOf(path)).to.equal(types)
      for (const [name, text] of SHOWN) {
        const shown = service.getQuickInfoAtPosition(path, SOURCE.lastIndexOf(name))
        expect(ts.displayPartsToString(shown?.documentation), name).to.include(text)
      }
    })
  }

  it('shows examples', () => {
    const path = join(folder, 'program.mts')
    const shown = service.getQuickInfoAtPosition(path, SOURCE.indexOf('consoleRouter'))
    const [example] = (shown?.tags ?? []).filter(({ name }) => name === 'example')
    expect(ts.displayPartsToString(example?.text)).to.include("app.use('/admin', consoleRouter(")
  })

  /** The file that the package itself is for a program, by its path in the package. */
  function entryOf(path: string): string | undefined {
    const at = SOURCE.indexOf("'express-incoming-webhooks'") + 1
    const [entry] = service.getDefinitionAtPosition(path, at) ?? []
    return entry?.fileName.split('node_modules/express-incoming-webhooks/')[1]
  }
})

/** The language service that editors ask, for programs in a folder. */
function serviceFor(folder: string, paths: readonly string[]): ts.LanguageService {
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
    getScriptFileNames: () => [...paths],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const text = ts.sys.readFile(name)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: (compilerOptions) => ts.getDefaultLibFilePath(compilerOptions),
  })
}
