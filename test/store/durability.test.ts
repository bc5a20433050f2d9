import { expect } from 'chai'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { StoreInUse } from '../../example-host/store/index.js'
import { takeLock } from '../../example-host/store/disk/lock.js'
import { nodeFileSystem } from '../../example-host/store/index.js'
import { faultyFs } from './faults.js'
import * as support from './support.js'

const { opened, messages, send, temporaryDirectory } = support

describe('store: durability', () => {
  afterEach(support.cleanUp)

  it('what is acknowledged is there after reopening without close', async () => {
    const directory = await temporaryDirectory()
    const store = await opened(directory)
    const user = await support.newUser(store, 'anna')
    const [post] = await send(store, ['one', 'two'])
    await store.adapters.settings.update({ enableOnlyAdminIntegrations: true })
    await store.adapters.webhooks.create(support.newWebhook('w1'))
    await store.adapters.sessions.create({ id: 's1', userId: user.id, expiresAt: Date.now() + 1e6 })

    const again = await opened(await support.copyOf(directory))
    expect(await messages(again)).to.deep.equal(['one', 'two'])
    expect(await again.posts.byId(post?.id ?? '')).to.deep.equal(post)
    expect(await again.users.byId(user.id)).to.deep.equal(user)
    expect(await again.adapters.settings.get()).to.include({ enableOnlyAdminIntegrations: true })
    expect(await again.adapters.webhooks.findById('w1')).to.include({ displayName: 'w1' })
    expect(await again.adapters.sessions.find('s1')).to.include({ userId: user.id })
    expect(again.teams).to.deep.equal(store.teams)
  })

  it('what is acknowledged is there after close, and again after that', async () => {
    const directory = await temporaryDirectory()
    for (let round = 1; round <= 4; round++) {
      const store = await opened(directory)
      await send(store, [`message ${round}`])
      await store.close()
    }
    const store = await opened(directory)
    expect(await messages(store)).to.have.lengthOf(4)
    expect(store.health()).to.include({ state: 'ok', journaledBytes: 0 })
  })

  it('reads show nothing before it is durable', async () => {
    const store = await opened(await temporaryDirectory())
    const seen: number[] = []
    await support.listen(store, [], 'posted', ({ posts }) => seen.push(posts.length))
    const commit = send(store, ['one'])
    expect(await messages(store)).to.deep.equal([])
    await commit
    expect(await messages(store)).to.deep.equal(['one'])
  })

  it('messages of turns that follow each other share a write to the disk', async () => {
    let syncs = 0
    const fs = faultyFs((call) => {
      if (call === 'datasync') syncs += 1
      return undefined
    })
    const store = await opened(await temporaryDirectory(), { fs })
    syncs = 0
    const sending = []
    for (let turn = 0; turn < 5; turn += 1) {
      sending.push(send(store, [`of turn ${turn}`]))
      await nextTurn()
    }
    await Promise.all(sending)
    expect(syncs).to.equal(1)
  })

  it('times rise strictly with the clock set back, across restarts too', async () => {
    const directory = await temporaryDirectory()
    let now = 1_000_000
    const clock = (): number => now
    let store = await opened(directory, { clock })
    const times: number[] = []
    for (const step of [0, 0, -5_000, 10, -900_000]) {
      now += step
      times.push(...(await send(store, ['a', 'b'])).map((post) => post.createAt))
      await store.close()
      store = await opened(directory, { clock })
    }
    expect(times).to.have.lengthOf(10)
    expect(times.every((time, i) => i === 0 || time > (times[i - 1] ?? 0))).to.equal(true)
  })

  it('a change with the clock set back does not let a later post share its time', async () => {
    const directory = await temporaryDirectory()
    const store = await opened(directory, { clock: () => 1_000_000 })
    const [post] = await send(store, ['one'])
    if (!post) throw new Error('no post')
    const changed = await store.adapters.posts.update(post.id, { message: '1', version: 1 }, 0)
    await store.close()
    const again = await opened(directory, { clock: () => 5 })
    const [later] = await send(again, ['two'])
    expect(later?.createAt).to.be.above(changed?.updateAt ?? Infinity)
  })

  it('directories are 0700 and files 0600', async () => {
    const directory = join(await temporaryDirectory(), 'data')
    const store = await opened(directory)
    await send(store, ['one'])
    await store.close()
    const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777
    expect(await modeOf(directory)).to.equal(0o700)
    expect(await modeOf(join(directory, 'posts'))).to.equal(0o700)
    for (const path of (await support.readStore(directory)).keys()) {
      expect(await modeOf(join(directory, path)), path).to.equal(0o600)
    }
  })
})

describe('store: one owner', () => {
  afterEach(support.cleanUp)

  it('a second opening fails at once and names the process', async () => {
    const directory = await temporaryDirectory()
    const store = await opened(directory)
    const error = await support.failure(opened(directory))
    expect(error).to.include({ name: 'StoreInUse', pid: process.pid } satisfies Partial<StoreInUse>)
    await store.close()
    await opened(directory)
  })

  it('a store whose process was killed opens at once with all it acknowledged', async () => {
    const directory = await temporaryDirectory()
    const child = fork(join(import.meta.dirname, 'child', 'writing.js'), [directory], {
      silent: true,
    })
    const acknowledged: string[] = []
    child.on('message', (message) => acknowledged.push(typeof message === 'string' ? message : ''))
    while (acknowledged.length < 50) await once(child, 'message')
    const error = await support.failure(opened(directory))
    expect(error).to.include({ name: 'StoreInUse', pid: child.pid })
    child.kill('SIGKILL')
    await once(child, 'exit')
    const store = await opened(directory)
    expect(await messages(store)).to.include.members(acknowledged)
  })

  it('a second opening from another network namespace, as of a container, fails too', async () => {
    const directory = await temporaryDirectory()
    await opened(directory)
    const inUse = await new Promise((resolve) => {
      const socket = connect(join(directory, 'lock.sock'))
      socket.once('connect', () => {
        socket.destroy()
        resolve(true)
      })
      socket.once('error', () => {
        resolve(false)
      })
    })
    expect(inUse).to.equal(process.platform === 'linux')
  })

  it('a journal that another process writes to stops the store', async () => {
    const directory = await temporaryDirectory()
    const store = await opened(directory)
    await send(store, ['one'])
    await appendFile(join(directory, 'journal-1'), 'of somebody else '.repeat(100))
    expect(await support.failure(send(store, ['two']))).to.include({ name: 'StoreFailed' })
    expect(store.health().reason).to.include('another process is writing to the journal')
  })

  it('without abstract sockets a lock file holds, until its process is gone', async () => {
    const directory = await temporaryDirectory()
    const first = await takeLock(nodeFileSystem, directory, 'darwin')
    const error = await support.failure(takeLock(nodeFileSystem, directory, 'darwin'))
    expect(error).to.include({ name: 'StoreInUse', pid: process.pid })
    await first.release()
    await writeFile(join(directory, 'lock.json'), '{"pid":999999999,"startedAt":"once"}')
    await (await takeLock(nodeFileSystem, directory, 'darwin')).release()
  })
})
