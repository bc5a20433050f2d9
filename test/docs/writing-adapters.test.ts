import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { createDocumentStores } from 'express-incoming-webhooks/documents'
import { sqlTables } from 'express-incoming-webhooks/sql'
import { ROOT } from '../support/root.js'
import { faultsOf } from '../support/compiled.js'
import { blocks, namesIn, page, tableIn } from '../support/markdown.js'

/** What the reader of a block has already: each stands for the reader's own code. */
const PREAMBLE = `
import type { Request } from 'express'
import { createIncomingWebhooks } from 'express-incoming-webhooks'
import type { Adapters, ManagementAdapters, MaybePromise, NewPost, PostChanges, PostsAdapter, StoredPost, User } from 'express-incoming-webhooks'
import { describeAdapters, type ConformanceSession } from 'express-incoming-webhooks/conformance'
import type { DocumentCalls, DocumentHost } from 'express-incoming-webhooks/documents'
import type { OwnMessages, SqlQuery, SqlStoresOptions } from 'express-incoming-webhooks/sql'
import type { Pool, PoolClient } from 'pg'
declare const adapters: Adapters
declare const secret: string
declare const siteUrl: string
declare const currentUser: (req: Request) => User | null
declare const pool: Pool
declare const { users, channels }: Adapters
declare const messages: OwnMessages<PoolClient>
declare const openSession: () => Promise<ConformanceSession>
declare const query: SqlQuery
declare const transaction: SqlStoresOptions<PoolClient>['transaction']
interface Transaction extends DocumentCalls { readonly name: string }
declare const store: DocumentHost<Transaction>
declare function insertWholePosts(client: PoolClient, posts: NewPost[]): Promise<readonly StoredPost[]>
declare function findPost(id: string): Promise<StoredPost | null>
declare function updatePost(id: string, changes: PostChanges, version: number): Promise<StoredPost | null>
`
const SQL_IMPORTS = "import { createSqlStores, sqlTables } from 'express-incoming-webhooks/sql'\n"

/** A block that makes its stores, or imports what it uses, needs none of this. */
function preambleOf(text: string): string {
  const stores = text.includes('const stores =')
    ? ''
    : 'declare const stores: import("express-incoming-webhooks/sql").Stores<SqlQuery, PoolClient>\n'
  const imports = text.includes('/sql') ? '' : SQL_IMPORTS
  return PREAMBLE + imports + stores
}

/** Recipes that the page shows from the first line to the last. */
const WHOLE = ['rows', 'pg', 'drizzle', 'knex', 'mongoose']

describe('docs/writing-adapters.md', () => {
  const shown = blocks(page('writing-adapters.md')).filter(({ language }) => language === 'ts')
  const compiled = ['test/recipes', 'test/hosts', 'lib/adapters'].flatMap(textsIn)
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
    expect(shown).to.have.lengthOf(18)
    expect(ownBlocks).to.have.lengthOf(7)
    const sources = ownBlocks.map(({ text }, at): [string, string] => [
      join(ROOT, `test/docs/writing-adapters-${at}.ts`),
      // Its functions have the types of vitest's, which is not installed here.
      (preambleOf(text) + text).replace("from 'vitest'", "from 'mocha'"),
    ])
    expect(faultsOf(new Map(sources))).to.deep.equal([])
  })

  it('prints the statements for a migration', () => {
    const others = blocks(page('writing-adapters.md')).filter(({ language }) => language !== 'ts')
    const printed = others.map(({ language, text }) =>
      execFileSync(language, ['-c', text], { cwd: ROOT, encoding: 'utf8' }),
    )
    expect(printed).to.deep.equal([`${sqlTables({ dialect: 'postgres' })}\n`])
  })

  it('lists every member of the ready-made stores', () => {
    const stores = createDocumentStores({
      get: () => null,
      list: () => [],
      transaction: async () => {
        throw new Error('there are no transactions here')
      },
    })
    const listed = tableIn(page('writing-adapters.md'), 'member').flatMap(([names]) =>
      namesIn(names),
    )
    expect(listed.sort()).to.deep.equal(Object.keys(stores).sort())
  })

  it('names files and folders that exist', () => {
    const paths = [
      ...page('writing-adapters.md').matchAll(/`((?:test|lib|example-host)\/[\w./-]+)`/g),
    ]
    expect(paths).to.not.be.empty
    for (const [, path = ''] of paths) expect(existsSync(join(ROOT, path)), path).to.equal(true)
  })
})

function textsIn(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => withoutIndents(readFileSync(join(ROOT, folder, path), 'utf8')))
}

function withoutIndents(text: string): string {
  return text.replace(/^ +/gm, '')
}
