import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { createDocumentStores } from 'express-incoming-webhooks/documents'
import { sqlTables } from 'express-incoming-webhooks/sql'
import { ROOT } from '../support/root.js'
import { blocksOf, blockWith, namesIn, page, tableIn } from '../support/markdown.js'

const PAGE = page('writing-adapters.md')

/** Recipes that the page shows from the first line to the last. */
const WHOLE = ['rows', 'pg', 'pg-session', 'drizzle', 'knex', 'better-sqlite3', 'mongoose']

describe('docs/writing-adapters.md', () => {
  it('shows whole recipes word for word', () => {
    const texts = blocksOf(PAGE, 'ts')
    expect(texts).to.have.lengthOf(30)
    for (const name of WHOLE) {
      const file = readFileSync(join(ROOT, `test/recipes/${name}.ts`), 'utf8')
      expect(texts.includes(file), name).to.equal(true)
    }
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

function withoutIndents(text: string): string {
  return text.replace(/^ +/gm, '')
}
