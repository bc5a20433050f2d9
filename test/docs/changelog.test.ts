import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { blocksOf, namesIn, section, tableIn } from '../support/markdown.js'
import { readManifest } from '../support/packed.js'
import { ROOT } from '../support/root.js'
import { blockFaults } from './program.js'

const CHANGELOG = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')
const MIGRATION = section(CHANGELOG, '### Migrating from 0.1.0')
// A page of HTML is not compiled.
const CHANGES = blocksOf(MIGRATION, 'diff').filter((block) => !block.includes('<body'))

/** What the reader's own code has, for the compiler. */
const DECLARED = `
import { createServer } from 'node:http'
import express from 'express'
import { createHooksRouter, createIncomingWebhooks, hooksErrorHandler, takeFrom } from 'express-incoming-webhooks'
import type { Bucket, ChannelsAdapter, CountersAdapter, CurrentUser, IncomingWebhook, IncomingWebhooks, ManagementAdapters, WebhookChanges } from 'express-incoming-webhooks'
declare const app: express.Express
declare const channelId: string
declare const secret: string
declare const siteUrl: string
declare const userId: string
declare const currentUser: CurrentUser
declare const table: Map<string, IncomingWebhook>
type Given = ManagementAdapters<'once' | 'consecutive' | 'threads' | 'direct'>
declare const { users, channels, settings, webhooks: webhookStore }: Given
declare const { createBatch, findBatch, findById, update }: Given['posts']
declare function memberOf(userId: string, channelId: string): number
declare function countInWindow(key: string, points: number, seconds: number, cost: number): never
`

describe('the changelog', () => {
  it('has a dated part about this version, below what is not released', async () => {
    const { version } = await readManifest()
    const headings = [...CHANGELOG.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    expect(headings[0]).to.equal('Unreleased')
    expect(headings[1]).to.match(/^\d+\.\d+\.\d+ - \d{4}-\d{2}-\d{2}$/)
    expect(headings[1]?.split(' ')[0]).to.equal(version)
  })

  it('says each thing once', () => {
    const entries = CHANGELOG.split('\n').filter((line) => line.startsWith('- '))
    expect(entries.length).to.be.above(50)
    expect([...new Set(entries)]).to.deep.equal(entries)
  })
})

describe('migrating from 0.1.0', () => {
  it('shows code that compiles today', () => {
    expect(CHANGES).to.have.lengthOf(8)
    expect(faultsWithout('-')).to.deep.equal([])
  })

  it('names the changes that the compiler does not report', () => {
    const faults = faultsWithout('+').join('\n')
    const silent = CHANGES.filter((_, index) => !faults.includes(`block-${index}.ts`))
    const admitted = MIGRATION.match(/The compiler does not report this one/g) ?? []
    expect(silent).to.have.lengthOf(admitted.length)
  })

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

function typesIn(cell: string | undefined): readonly string[] {
  return namesIn(cell).filter((name) => /^[A-Z]/.test(name))
}

/** What the compiler says of the blocks if the lines with this mark are left out. */
function faultsWithout(mark: '-' | '+'): readonly string[] {
  const sources = CHANGES.map((block) =>
    block
      .split('\n')
      .filter((line) => !line.startsWith(mark))
      .map((line) => line.slice(1))
      .join('\n'),
  )
  const declared = (text: string): string =>
    text.includes('const webhooks =')
      ? DECLARED
      : `${DECLARED}declare const webhooks: IncomingWebhooks\n`
  return blockFaults(sources, declared)
}
