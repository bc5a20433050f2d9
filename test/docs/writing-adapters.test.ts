import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { createDocumentStores } from 'express-incoming-webhooks/documents'
import { sqlTables } from 'express-incoming-webhooks/sql'
import { ROOT } from '../support/root.js'
import { faultsOf } from '../support/compiled.js'
import { blocks, blocksOf, blockWith, namesIn, page, tableIn } from '../support/markdown.js'

/** What the reader of a block has already: each stands for the reader's own code. */
const PREAMBLE = `
import type { Request } from 'express'
import { createIncomingWebhooks } from 'express-incoming-webhooks'
import type { Adapters, ManagementAdapters, MaybePromise, NewPost, Post, PostChanges, PostEdit, PostsAdapter, StoredPost, User } from 'express-incoming-webhooks'
import { describeAdapters, type ConformanceSession } from 'express-incoming-webhooks/conformance'
import type { DocumentCalls, DocumentHost } from 'express-incoming-webhooks/documents'
import type { OwnMessages, SqlQuery, SqlResult, SqlStoresOptions } from 'express-incoming-webhooks/sql'
import type { Pool, PoolClient } from 'pg'
declare const stores: import("express-incoming-webhooks/sql").Stores<SqlQuery<SqlResult>, PoolClient>
declare const adapters: Adapters
declare const secret: string
declare const siteUrl: string
declare const currentUser: (req: Request) => User | null
declare const pool: Pool
declare const { users, channels }: Adapters
declare const messages: OwnMessages<PoolClient>
declare const openSession: () => Promise<ConformanceSession>
declare const query: SqlQuery
declare const rows: readonly { readonly id: bigint }[]
declare const transaction: SqlStoresOptions<PoolClient>['transaction']
interface Transaction extends DocumentCalls { readonly name: string }
declare const store: DocumentHost<Transaction>
declare function insertWholePosts(client: PoolClient, posts: NewPost[]): Promise<readonly StoredPost[]>
declare function findPost(id: string): Promise<StoredPost | null>
declare function updatePost(id: string, changes: PostChanges, version: number): Promise<StoredPost | null>
declare function editPost(client: PoolClient, edit: PostEdit): Promise<StoredPost | null>
declare function pgAdapters(pool: Pool): ManagementAdapters<'once' | 'consecutive' | 'things'>
declare function sessionOn(pool: Pool, adapters: ManagementAdapters<'once' | 'consecutive' | 'things'>): ConformanceSession<'once' | 'consecutive' | 'things'>
declare const TABLES: string
declare function notifyClients(channelId: string, posts: readonly Post[]): void
declare function sqliteAdapters(db: { exec(sql: string): void }): ManagementAdapters<'once' | 'consecutive' | 'things'>
`
/** It is compiled when it is installed, so it is not installed here. */
const BETTER_SQLITE3 = `
declare module 'better-sqlite3' {
  export default class Database {
    constructor(path: string)
    pragma(text: string): unknown
    exec(sql: string): void
  }
}
`
const SQL_IMPORTS = "import { createSqlStores, sqlTables } from 'express-incoming-webhooks/sql'\n"

/** A block that makes its stores, or imports what it uses, needs none of this. */
function preambleOf(text: string): string {
  const declared = PREAMBLE.split('\n').filter((line) => {
    const [, name] = /^declare const (\w+):/.exec(line) ?? []
    return name === undefined || !text.includes(`const ${name} =`)
  })
  return declared.join('\n') + (text.includes('/sql') ? '' : SQL_IMPORTS)
}

const PAGE = page('writing-adapters.md')

/** Recipes that the page shows from the first line to the last. */
const WHOLE = ['rows', 'pg', 'pg-session', 'drizzle', 'knex', 'better-sqlite3', 'mongoose']

describe('docs/writing-adapters.md', () => {
  const shown = blocks(PAGE).filter(({ language }) => language === 'ts')
  const compiled = ['test/recipes', 'test/hosts', 'test/support', 'lib/adapters'].flatMap(textsIn)
  const ownBlocks = shown.filter(
    ({ text }) => !compiled.some((file) => file.includes(withoutIndents(text))),
  )

  it('shows whole recipes word for word', () => {
    const texts = shown.map(({ text }) => text)
    for (const name of WHOLE) {
      const file = readFileSync(join(ROOT, `test/recipes/${name}.ts`), 'utf8')
      expect(texts.includes(file), name).to.equal(true)
    }
  })

  it('shows other code that is part of a compiled file, or that compiles', () => {
    expect(shown).to.have.lengthOf(30)
    expect(ownBlocks).to.have.lengthOf(15)
    const sources = ownBlocks.map(({ text }, at): [string, string] => [
      join(ROOT, `test/docs/writing-adapters-${at}.ts`),
      // Its functions have the types of vitest's, which is not installed here.
      (preambleOf(text) + text).replace("from 'vitest'", "from 'mocha'"),
    ])
    const types: [string, string] = [join(ROOT, 'test/docs/better-sqlite3.d.ts'), BETTER_SQLITE3]
    expect(faultsOf(new Map([...sources, types]))).to.deep.equal([])
  })

  it('shows of each driver what is compiled', () => {
    const drivers = readFileSync(join(ROOT, 'test/recipes/drivers.ts'), 'utf8')
    const cells = tableIn(PAGE, 'driver').flatMap(([, query = '', transaction = '']) =>
      [...`${query} ${transaction}`.matchAll(/`([^`]*\([^`]*)`/g)].map(([, code = '']) => code),
    )
    expect(cells).to.have.lengthOf(13)
    expect(cells.filter((code) => !drivers.includes(code))).to.deep.equal([])
  })

  it('prints the statements for a migration', () => {
    const command = blockWith(PAGE, '--input-type')
    const printed = execFileSync('sh', ['-c', command], { cwd: ROOT, encoding: 'utf8' })
    expect(printed).to.equal(`${sqlTables({ dialect: 'postgres' })}\n`)
  })

  it('shows the tables of the chat, and how its deleted messages are forgotten', () => {
    const file = readFileSync(join(ROOT, 'test/recipes/chat-tables.ts'), 'utf8')
    const tables = [...file.matchAll(/`\n(.*?)`/gs)].map(([, text = '']) => withoutIndents(text))
    expect(blocksOf(PAGE, 'sql').map(withoutIndents)).to.deep.equal(tables)
  })

  it('shows a file of tests that passes on the adapters for SQLite', async () => {
    const folder = await mkdtemp(join(ROOT, 'dist/test/docs/reader-'))
    const driver = join(folder, 'node_modules/better-sqlite3')
    try {
      await mkdir(driver, { recursive: true })
      await writeFile(join(driver, 'package.json'), '{"type":"module","main":"index.js"}')
      await writeFile(join(driver, 'index.js'), reexport('sqlite-double', 'default'))
      await writeFile(join(folder, 'adapters.js'), reexport('better-sqlite3', 'sqliteAdapters'))
      const tables = reexport('chat-tables', 'SQLITE_CHAT_TABLES as CHAT_TABLES')
      await writeFile(join(folder, 'tables.js'), tables)
      await writeFile(join(folder, 'adapters.test.js'), blocksOf(PAGE, 'js').join(''))
      const { NODE_TEST_CONTEXT: _outer, ...env } = process.env
      const printed = await promisify(execFile)('sh', ['-c', blockWith(PAGE, 'node --test')], {
        cwd: folder,
        env,
      })
      expect(printed.stdout).to.match(/^\W* fail 0$/m)
      expect(Number(/^\W* pass (\d+)$/m.exec(printed.stdout)?.[1])).to.be.above(50)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('lists every member of the ready-made stores', () => {
    const stores = createDocumentStores({
      get: () => null,
      list: () => [],
      transaction: async () => {
        throw new Error('there are no transactions here')
      },
    })
    const listed = tableIn(PAGE, 'member').flatMap(([names]) => namesIn(names))
    expect(listed.sort()).to.deep.equal(Object.keys(stores).sort())
  })

  it('names only files and folders that are in the package', () => {
    const { files } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      readonly files: readonly string[]
    }
    const paths = PAGE.matchAll(/`((?:test|lib|example-host)\/[\w./-]+)`/g)
    expect([...paths].map(([, path = '']) => path)).to.deep.equal(['example-host/over-sql'])
    expect(files).to.include('example-host/over-sql')
    expect(existsSync(join(ROOT, 'example-host/over-sql'))).to.equal(true)
  })
})

/** A module that exports this from a compiled recipe. */
function reexport(recipe: string, name: string): string {
  const url = pathToFileURL(join(ROOT, `dist/test/recipes/${recipe}.js`))
  return `export { ${name} } from '${url.href}'`
}

function textsIn(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => withoutIndents(readFileSync(join(ROOT, folder, path), 'utf8')))
}

function withoutIndents(text: string): string {
  return text.replace(/^ +/gm, '')
}
