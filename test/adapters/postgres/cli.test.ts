import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'chai'
import { createPostgresPool } from 'express-incoming-webhooks/postgres'
import { migrationFiles } from '../../../lib/adapters/postgres/migrate.js'
import { usePostgresServer } from '../../support/postgres.js'
import { ROOT } from '../../support/root.js'

function run(
  args: readonly string[],
  url = '',
): { status: number | null; out: string; err: string } {
  const file = join(ROOT, 'dist/lib/cli.js')
  const env = { ...process.env, DATABASE_URL: url }
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
    encoding: 'utf8',
    env,
  })
  return { status, out: stdout, err: stderr }
}

describe('the command', () => {
  const url = usePostgresServer()

  it('migrates the database of DATABASE_URL, and says what it did', async () => {
    // A schema that does not exist yet.
    const schema = `command_${process.pid}_${Date.now().toString(36)}`
    const prefix = `${schema}.our_`
    expect(run(['migrate', '--prefix', prefix], url())).to.include({
      status: 0,
      out: 'applied 0001-stores, 0002-changes, 0003-diagnostics, 0005-channel-lists, 0006-formats, 0008-verification, 0009-things, 0010-one-clock, 0012-request-shares, 0013-more, 0014-kept-requests, 0016-expecting, 0019-lists, 0020-sweeps\n',
    })
    expect(run(['migrate', '--prefix', prefix, '--url', url()])).to.include({ out: 'up to date\n' })
    const pool = createPostgresPool({ url: url() })
    expect((await pool.query(`SELECT FROM ${prefix}incoming_webhooks`)).rowCount).to.equal(0)
    await pool.query(`DROP SCHEMA ${schema} CASCADE`)
    await pool.end()
  })

  it('prints the statements without a database', () => {
    const { status, out } = run(['migrate', '--print', '--prefix', 'chat.'])
    expect(status).to.equal(0)
    for (const { sql } of migrationFiles({ prefix: 'chat.' })) expect(out).to.include(sql)
  })

  it('explains itself, and exits with 2 for what it does not know', () => {
    expect(run(['--help'])).to.include({ status: 0 })
    const { status, out } = run(['migrations'])
    expect(status).to.equal(2)
    expect(out).to.include('express-incoming-webhooks migrate [--url URL]')
  })

  it('exits with 1 and one line for a URL that is none', () => {
    const { status, err } = run(['migrate', '--url', 'mysql://u:secret@a/db'])
    expect(status).to.equal(1)
    expect(err).to.match(/^url: expected postgres:[^\n]+\n$/)
    expect(err).to.not.include('secret')
  })
})
