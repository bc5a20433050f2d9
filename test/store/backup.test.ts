import { execFile } from 'node:child_process'
import { mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { backUpStore } from '../../example-host/store/backup.js'
import { type HostHere, startHostHere } from '../support/host-here.js'
import { makeHookChannel } from '../support/hook-channel.js'
import { call } from '../support/http-client.js'
import { ROOT } from '../support/root.js'
import { until } from '../support/until.js'
import { unsyncedFs as fs } from './faults.js'
import * as support from './support.js'

const { failure, messages, newWebhook, opened, send, temporaryDirectory } = support
const run = promisify(execFile)
const quiet = (): void => undefined

describe('a backup of a store that is in use', () => {
  afterEach(support.cleanUp)

  const target = async (name: string): Promise<string> => join(await temporaryDirectory(), name)

  it('holds everything that was acknowledged before it began, and no half of a message', async () => {
    const directory = await temporaryDirectory()
    // Snapshots follow one another, so that files are replaced and removed all the time.
    const store = await opened(directory, {
      fs,
      snapshotAfter: 100_000,
      segmentBounds: { posts: 50, bytes: 1e9 },
    })
    const acknowledged: string[] = []
    const state = { isOver: false }
    const client = async (name: number): Promise<void> => {
      for (let n = 0; !state.isOver; n += 1) {
        const texts = [`${name}: ${n} a`, `${name}: ${n} b`]
        const [first] = await send(store, texts)
        acknowledged.push(...texts)
        if (n % 10 === 0) await store.posts.edit(first?.id ?? '', `${name}: ${n} a`)
        // On a fast machine too, a backup is read within a second.
        await sleep(1)
      }
    }
    const clients = Promise.all(Array.from({ length: 10 }, async (_, name) => client(name)))
    const backups: { readonly path: string; readonly before: readonly string[] }[] = []
    for (let round = 0; round < 3; round += 1) {
      const [path, count] = [await target('backup'), acknowledged.length]
      await until('more messages', () => acknowledged.length > count + 100)
      const before = [...acknowledged]
      const { posts } = await backUpStore(directory, path, quiet)
      expect(posts).to.be.least(before.length)
      backups.push({ path, before })
    }
    state.isOver = true
    await clients
    for (const { path, before } of backups) {
      const found = await messages(await opened(path, { fs }))
      const distinct = new Set(found)
      expect(before.filter((text) => !distinct.has(text))).to.deep.equal([])
      expect(distinct.size).to.equal(found.length)
      for (let i = 0; i < found.length; i += 2) {
        if (found[i + 1] !== found[i]?.replace(' a', ' b')) expect.fail(`half of ${found[i]}`)
      }
    }
  })

  it('of a new store, and of one that is not in use, is whole', async () => {
    const directory = await temporaryDirectory()
    const store = await opened(directory, { fs })
    await store.adapters.webhooks.create(newWebhook('hook'))
    const of = async (): Promise<unknown> => backUpStore(directory, await target('backup'), quiet)
    expect(await of()).to.deep.equal({ users: 0, channels: 0, webhooks: 1, posts: 0 })
    await send(store, ['a', 'b'])
    await store.close()
    expect(await of()).to.deep.equal({ users: 0, channels: 0, webhooks: 1, posts: 2 })
  })

  it('leaves nothing behind where it fails, and replaces nothing', async () => {
    const directory = await temporaryDirectory()
    const store = await opened(directory, { fs })
    await send(store, ['a'])
    await store.close()
    await writeFile(join(directory, 'posts/000000.json'), 'damaged')
    const path = await target('backup')
    expect(String(await failure(backUpStore(directory, path, quiet)))).to.include('000000.json')
    expect(await readdir(join(path, '..'))).to.deep.equal([])
    const existing = await temporaryDirectory()
    const refused = await failure(backUpStore(directory, existing, quiet))
    expect(String(refused)).to.include('exists; name a new directory')
    const nothing = await failure(backUpStore(existing, path, quiet))
    expect(String(nothing)).to.include('There is no store in')
  })

  const places: [where: string, to: (directory: string) => Promise<string> | string][] = [
    ['in the store', (directory) => join(directory, 'backup')],
    ['deep in the store', (directory) => join(directory, 'backups/monday')],
    ['in the store, behind a link', async (directory) => join(await linkTo(directory), 'backup')],
    ['the directory of the store', (directory) => directory],
    ['above the store', (directory) => join(directory, '..')],
  ]
  for (const [where, to] of places) {
    it(`is refused where its place is ${where}, and leaves nothing there`, async () => {
      const directory = join(await temporaryDirectory(), 'store')
      await mkdir(directory)
      const store = await opened(directory, { fs })
      await send(store, ['a'])
      await store.close()
      const before = await readdir(directory)
      const refused = await failure(backUpStore(directory, await to(directory), quiet))
      expect(String(refused)).to.include('is not apart from the store in')
      expect(await readdir(directory)).to.deep.equal(before)
    })
  }

  it('may be beside the store, also with the beginning of its name', async () => {
    const directory = join(await temporaryDirectory(), 'store')
    await mkdir(directory)
    const store = await opened(directory, { fs })
    await send(store, ['a'])
    await store.close()
    for (const to of [`${directory}-backup`, join(directory, '../..backup')]) {
      expect(await backUpStore(directory, to, quiet)).to.include({ posts: 1 })
    }
  })

  describe('with the command', () => {
    const hosts: HostHere[] = []
    afterEach(async () => {
      await Promise.all(hosts.splice(0).map((host) => host.stop()))
    })
    const start = async (dataDir: string, adminPassword?: string): Promise<HostHere> => {
      const host = await startHostHere({ dataDir, ...(adminPassword ? { adminPassword } : {}) })
      hosts.push(host)
      return host
    }

    it('starts another chat with all users, webhooks and messages', async () => {
      const dataDir = await temporaryDirectory()
      const host = await start(dataDir)
      const { channelId, hookPath } = await makeHookChannel(host, 'builds')
      const state = { isOver: false, count: 0 }
      const sender = async (): Promise<void> => {
        while (!state.isOver) {
          const body = JSON.stringify({ text: `message ${state.count}` })
          const { status } = await call(host.url + hookPath, { method: 'POST', body })
          if (status === 200) state.count += 1
        }
      }
      const sending = sender()
      await until('some messages', () => state.count > 20)
      const path = await target('backup')
      const before = state.count
      const script = join(ROOT, 'dist/example-host/backup.js')
      const env = { ...process.env, DATA_DIR: dataDir }
      const { stdout } = await run(process.execPath, [script, '--to', path], { env })
      state.isOver = true
      await sending
      const [, posts = ''] =
        /^users: 1, channels: \d, webhooks: 1, posts: (\d+)\n/.exec(stdout) ?? []
      expect(Number(posts)).to.be.least(before)
      expect(stdout).to.include('Not in the backup: the secret')
      expect(await readdir(path)).to.not.include('secret')
      expect((await stat(path)).mode & 0o777).to.equal(0o700)

      const restored = await start(path, host.adminPassword)
      // Others came after it while the backup was made, perhaps more than a page of them.
      const pages = Array.from({ length: Math.ceil(Number(posts) / 200) }, (_, page) =>
        restored.api('GET', `/channels/${channelId}/posts?per_page=200&page=${page}`),
      )
      expect(JSON.stringify(await Promise.all(pages))).to.include(`message ${before - 1}"`)
      const sent = await call(restored.url + hookPath, { method: 'POST', body: '{"text":"a"}' })
      expect(sent.status).to.equal(200)
    })

    it('is not for a database', async () => {
      const script = join(ROOT, 'dist/example-host/backup.js')
      const env = { ...process.env, DATABASE_URL: 'postgres://chat@localhost/chat' }
      const failed = await failure(run(process.execPath, [script, '--to', 'x'], { env }))
      expect(failed).to.include({ code: 2 })
      expect(String(failed)).to.include('pg_dump')
    })
  })
})

async function linkTo(directory: string): Promise<string> {
  const link = join(directory, '../link')
  await symlink(directory, link)
  return link
}
