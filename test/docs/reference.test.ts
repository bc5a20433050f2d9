import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { allFormats } from 'express-incoming-webhooks/formats'
import { sqlTables } from 'express-incoming-webhooks/sql'
import { ERRORS } from '../../lib/model/errors.js'
import { formatted } from '../support/formatted.js'
import { ROOT } from '../support/root.js'
import { codesOf } from './reference/error-tables.js'
import { LISTED_FORMATS, RECOGNISED_BY } from './reference/format-table.js'
import { linesBeyond, pageWith } from './reference/pages.js'
import { PAGES } from './reference/parts.js'
import { pageOf, PROGRAMS } from './reference/program-pages.js'

/** Set to write the pages anew; the changes are to be reviewed. */
const REWRITE = process.env['REWRITE_DOCS'] === '1'
const ADVICE =
  'The code says otherwise. If that is intended, run ' +
  'REWRITE_DOCS=1 npx mocha dist/test/docs/reference.test.js, and commit'

describe('the reference in the documents', () => {
  for (const [page, parts] of Object.entries(PAGES)) {
    it(`is what the code says in ${page}`, async () => {
      const file = join(ROOT, page)
      const made = await pageWith(file, await readFile(file, 'utf8'), await parts())
      if (REWRITE) await writeFile(file, made)
      const text = await readFile(file, 'utf8')
      // Whole pages are too long for the difference that mocha prints.
      expect(linesBeyond(made, text), `${ADVICE} ${page}`).to.deep.equal(linesBeyond(text, made))
      expect(text, `${ADVICE} ${page}`).to.equal(made)
    })
  }

  for (const program of PROGRAMS) {
    const page = `docs/programs/${program.name}.md`
    it(`is what the code says in ${page}`, async () => {
      const file = join(ROOT, page)
      const made = await formatted(file, await pageOf(program))
      if (REWRITE) await writeFile(file, made)
      expect(await readFile(file, 'utf8'), `${ADVICE} ${page}`).to.equal(made)
    })
  }

  it('has a page for each program, and none for others', async () => {
    const pages = PROGRAMS.map(({ name }) => `${name}.md`)
    expect((await readdir(join(ROOT, 'docs/programs'))).sort()).to.deep.equal(pages.sort())
  })

  for (const dialect of ['postgres', 'sqlite'] as const) {
    const page = `docs/sql/${dialect}.sql`
    it(`is what the code says in ${page}`, async () => {
      const file = join(ROOT, page)
      const made = sqlTables({ dialect })
      if (REWRITE) await writeFile(file, made)
      expect(await readFile(file, 'utf8'), `${ADVICE} ${page}`).to.equal(made)
    })
  }

  it('lists errors of deliveries that id and status tell apart', () => {
    const wire = codesOf('deliveries').map((code) => `${ERRORS[code].status} ${ERRORS[code].id}`)
    expect([...new Set(wire)]).to.deep.equal(wire)
  })

  it('lists every format of the package', () => {
    const namesOf = (formats: typeof allFormats) => formats.map(({ name }) => name).sort()
    expect(namesOf(LISTED_FORMATS)).to.deep.equal(namesOf(allFormats))
  })

  it('says of exactly the formats that recognise nothing that only the URL says so', () => {
    const silent = LISTED_FORMATS.filter(({ detect }) => detect === undefined)
    const said = LISTED_FORMATS.filter(({ name }) => RECOGNISED_BY.get(name) === 'only by the URL')
    expect(said).to.deep.equal(silent)
  })
})
