import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { blocksOf, CHANGELOG, namesIn, tableIn } from '../support/markdown.js'
import { ROOT } from '../support/root.js'

describe('the changelog', () => {
  it('has a part for each version, with its date or as not released yet', () => {
    const headings = [...CHANGELOG.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    expect(headings).to.not.be.empty
    for (const heading of headings) {
      expect(heading).to.match(/^\d+\.\d+\.\d+ (?:- \d{4}-\d{2}-\d{2}|\(unreleased\))$/)
    }
  })

  it('is short enough to read before an update', () => {
    expect(CHANGELOG.match(/\p{L}[^\s|]*/gu)).to.have.lengthOf.below(1_300)
  })
})

describe('updating from 0.9', () => {
  const reports = readdirSync(join(ROOT, 'test/package/api')).map((file) =>
    readFileSync(join(ROOT, 'test/package/api', file), 'utf8'),
  )
  const isPublic = (name: string): boolean =>
    reports.some((report) => new RegExp(`^export .*\\b${name}\\b`, 'm').test(report))
  const rows = tableIn(CHANGELOG, '0.9.0', 'now')

  it('adds the column and the index that the ready-made tables have', () => {
    const [block = ''] = blocksOf(CHANGELOG, 'sql')
    const tables = readFileSync(join(ROOT, 'docs/sql/postgres.sql'), 'utf8')
    const [, column = ''] = /ADD COLUMN (.+);/.exec(block) ?? []
    expect(column).to.not.equal('')
    expect(tables).to.include(`  ${column}`).and.include('incoming_webhooks_by_due')
    expect(CHANGELOG).to.include('`incoming_webhooks_by_due`')
  })

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
