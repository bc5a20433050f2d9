import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { blocksOf, CHANGELOG, namesIn, tableIn } from '../support/markdown.js'
import { readManifest } from '../support/packed.js'
import { ROOT } from '../support/root.js'
import { MIGRATION } from './code/migration.js'

describe('the changelog', () => {
  it('has a dated part about this version, below what is not released', async () => {
    const { version } = await readManifest()
    const headings = [...CHANGELOG.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    expect(headings[0]).to.equal('Unreleased')
    expect(headings[1]).to.match(/^\d+\.\d+\.\d+ - \d{4}-\d{2}-\d{2}$/)
    expect(headings[1]?.split(' ')[0]).to.equal(version)
  })

  it('has each entry once', () => {
    const entries = CHANGELOG.split('\n').filter((line) => line.startsWith('- '))
    expect(entries.length).to.be.above(50)
    expect([...new Set(entries)]).to.deep.equal(entries)
  })
})

describe('migrating from 0.1.0', () => {
  it('adds the columns that the ready-made tables have', () => {
    const [block = ''] = blocksOf(MIGRATION, 'sql')
    const tables = readFileSync(join(ROOT, 'docs/sql/postgres.sql'), 'utf8')
    const columns = [...block.matchAll(/ADD COLUMN (.+?)[,;]$/gm)].map(([, column = '']) => column)
    expect(columns).to.have.lengthOf(8)
    for (const column of columns) expect(tables).to.include(`  ${column},`)
  })

  it('names what is public now, and nothing that still is among the old names', () => {
    const report = readFileSync(join(ROOT, 'test/package/api/index.api.md'), 'utf8')
    const types = tableIn(MIGRATION, '0.1.0', '0.9.0')
      .filter(([before = '']) => before.includes('type'))
      .map(([before, after]) => ({ before: typesIn(before), after: typesIn(after) }))
    expect(types.flatMap(({ before }) => before)).to.have.lengthOf(6)
    for (const { before, after } of types) {
      for (const name of before) expect(report).not.to.match(new RegExp(`\\b${name}\\b`))
      for (const name of after.filter((name) => name !== 'Router')) {
        expect(report).to.match(new RegExp(`\\b${name}\\b`))
      }
    }
  })
})

describe('migrating from 0.9.0', () => {
  const reports = readdirSync(join(ROOT, 'test/package/api')).map((file) =>
    readFileSync(join(ROOT, 'test/package/api', file), 'utf8'),
  )
  const isPublic = (name: string): boolean =>
    reports.some((report) => new RegExp(`^export .*\\b${name}\\b`, 'm').test(report))
  const rows = tableIn(CHANGELOG, '0.9.0', 'now')

  it('names what is public now', () => {
    const names = rows.flatMap(([, after]) => typesIn(after)).map((name) => /^\w+/.exec(name)?.[0])
    expect(names.length).to.be.above(12)
    for (const name of names) expect(isPublic(name ?? ''), name).to.equal(true)
  })

  it('has no name on the left that is public and not said to be so', () => {
    const moved = /from `|of `|members of/
    const left = rows
      .filter(([before = '', after = '']) => !moved.test(`${before}${after}`))
      .flatMap(([before]) => namesIn(before).filter((name) => /^[A-Z]\w+$/.test(name)))
    expect(left.length).to.be.above(6)
    expect(left.filter(isPublic)).to.deep.equal([])
  })
})

function typesIn(cell: string | undefined): readonly string[] {
  return namesIn(cell).filter((name) => /^[A-Z]/.test(name))
}
