import { execFile, execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { createDocumentStores } from 'express-incoming-webhooks/documents'
import { sqlTables } from 'express-incoming-webhooks/sql'
import { FORGET_POSTS } from '../support/chat-tables.js'
import { ROOT } from '../support/root.js'
import { blocksOf, blockWith, namesIn, page, tableIn } from '../support/markdown.js'

const PAGE = page('writing-adapters.md')

const EXAMPLES = join(ROOT, 'docs/examples/adapters')

describe('docs/writing-adapters.md', () => {
  it('links to every example', () => {
    const linked = [...PAGE.matchAll(/\]\(examples\/adapters\/([^)]+)\)/g)].map(
      ([, file = '']) => file,
    )
    expect([...new Set(linked)].sort()).to.deep.equal(readdirSync(EXAMPLES).sort())
  })

  it('prints the statements for a migration', () => {
    const command = blockWith(PAGE, '--input-type')
    const printed = execFileSync('sh', ['-c', command], { cwd: ROOT, encoding: 'utf8' })
    expect(printed).to.equal(`${sqlTables({ dialect: 'postgres' })}\n`)
  })

  it('shows how messages that the database deletes are forgotten', () => {
    expect(blocksOf(PAGE, 'sql').map(withoutIndents)).to.deep.equal([
      withoutIndents(FORGET_POSTS).trimStart(),
    ])
  })

  it('has a file of tests that passes on the adapters for SQLite', async () => {
    const folder = await mkdtemp(join(ROOT, 'dist/test/docs/reader-'))
    const driver = join(folder, 'node_modules/better-sqlite3')
    try {
      await mkdir(driver, { recursive: true })
      await writeFile(join(driver, 'package.json'), '{"type":"module","main":"index.js"}')
      await writeFile(join(driver, 'index.js'), reexport('test/recipes/sqlite-double', 'default'))
      await writeFile(
        join(folder, 'better-sqlite3.js'),
        reexport('docs/examples/adapters/better-sqlite3', 'sqliteAdapters'),
      )
      for (const file of ['conformance.test.mjs', 'chat.sqlite.sql']) {
        await copyFile(join(EXAMPLES, file), join(folder, file))
      }
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
})

/** A module that exports this from a compiled module. */
function reexport(path: string, name: string): string {
  const url = pathToFileURL(join(ROOT, `dist/${path}.js`))
  return `export { ${name} } from '${url.href}'`
}

function withoutIndents(text: string): string {
  return text.replace(/^ +/gm, '')
}
