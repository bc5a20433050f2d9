import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from 'express-incoming-webhooks/postgres'
import { type OwnPostgres, startOwnPostgres } from '../test/faults/postgres/server.js'
import { fillWorld } from '../test/support/world/fill.js'
import { sizeOf, type WorldSize } from '../test/support/world/size.js'
import { makeSearchable, onPool } from './postgres-database.js'

/** Keeps the filled cluster; without it, it is filled anew and removed. */
const FOLDER = process.env['BENCH_WORLD']
/** How much of a company is filled. */
const SCALE = Number(process.env['BENCH_SCALE'] ?? 1)

/** What an administrator sets on a machine of 8 GB or more. */
const MACHINE = {
  shared_buffers: '2GB',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  maintenance_work_mem: '1GB',
}
/** Rows that nobody waits for need no log. */
const FILLING = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  work_mem: '256MB',
}

/** A server whose first database holds a large world. */
export interface World {
  readonly server: OwnPostgres
  readonly size: WorldSize
  readonly close: () => Promise<void>
}

/** Opens the world in the folder, or fills one, and brings its tables up to date. */
export async function openWorld(): Promise<World> {
  const folder = FOLDER ?? (await mkdtemp(join(tmpdir(), 'world-')))
  const note = join(folder, 'size.json')
  const server = await startOwnPostgres(undefined, folder)
  const close = async (): Promise<void> => {
    await server.close()
    if (FOLDER === undefined) await rm(folder, { recursive: true })
  }
  try {
    if (!existsSync(note)) {
      await fill(server, sizeOf(SCALE))
      await writeFile(note, JSON.stringify(sizeOf(SCALE)))
    }
    const began = performance.now()
    const applied = await onPool(server.url, (pool) => migrate(pool, { chat: true }))
    if (applied.length > 0) console.log(`${applied.join(', ')}: ${secondsSince(began)}`)
    await onPool(server.url, makeSearchable)
    const size = JSON.parse(await readFile(note, 'utf8')) as WorldSize
    return { server, size, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function fill(server: OwnPostgres, size: WorldSize): Promise<void> {
  console.log('Filling', size)
  await onPool(server.url, async (pool) => {
    for (const [name, value] of Object.entries(MACHINE)) {
      await pool.query(`ALTER SYSTEM SET ${name} = '${value}'`)
    }
  })
  await server.stop()
  await server.start(FILLING)
  const began = performance.now()
  const tell = (done: string): void => {
    console.log(`  ${secondsSince(began).padStart(8)}  ${done}`)
  }
  await onPool(server.url, async (pool) => {
    await migrate(pool, { chat: true })
    await fillWorld(pool, size, tell)
  })
  await server.stop()
  await server.start()
}

function secondsSince(began: number): string {
  return `${((performance.now() - began) / 1000).toFixed(1)} s`
}
