import { expect } from 'chai'
import { rm } from 'node:fs/promises'
import type { JsonStore } from '../../example-host/store/index.js'
import { until } from '../support/until.js'
import { diskError, faultyFs, type Fault } from './faults.js'
import * as support from './support.js'

const { copyOf, failure, failureCode, messages, opened, send, temporaryDirectory } = support

/** A store whose disk behaves until `set` says how it fails. */
async function faultyStore(): Promise<{
  store: JsonStore
  directory: string
  fatal: Error[]
  set: (fault: Fault) => void
}> {
  let fault: Fault = () => undefined
  const fatal: Error[] = []
  const directory = await temporaryDirectory()
  const store = await opened(directory, {
    fs: faultyFs((call, path) => fault(call, path)),
    onFatal: (error) => fatal.push(error),
  })
  const set = (next: Fault): void => {
    fault = next
  }
  return { store, directory, fatal, set }
}

/** A disk whose syncs wait for `release`, which may fail them; the first one has begun when `reached` resolves. */
function heldDisk(set: (fault: Fault) => void) {
  let release: (error?: Error) => void = () => undefined
  const released = new Promise<Error | undefined>((resolve) => {
    release = resolve
  })
  const reached = new Promise<void>((resolve) => {
    set((call) => {
      if (call !== 'datasync') return undefined
      resolve()
      return released
    })
  })
  return { reached, release }
}

/** Sends them all at once, and gathers what refuses some of them. */
function sending(store: JsonStore, texts: readonly string[]) {
  const refused: unknown[] = []
  const sent = Promise.all(
    texts.map((text) =>
      send(store, [text]).catch((error: unknown) => {
        refused.push(error)
      }),
    ),
  )
  return { refused, sent }
}

describe('store: disk errors', () => {
  afterEach(support.cleanUp)

  const refusals: Record<string, () => Error | number> = {
    ENOSPC: () => diskError('ENOSPC'),
    EDQUOT: () => diskError('EDQUOT'),
    EIO: () => diskError('EIO'),
    'a short write': () => 40,
  }
  for (const [name, fault] of Object.entries(refusals)) {
    it(`${name} refuses the write only: nothing of it is stored, the next one is`, async () => {
      const { store, directory, fatal, set } = await faultyStore()
      await send(store, ['before'])
      set((call) => (call === 'write' ? fault() : undefined))
      expect(await failureCode(send(store, ['refused']))).to.equal('storage_unavailable')
      expect(store.health().state).to.equal('failing')
      expect(await messages(await opened(await copyOf(directory)))).to.deep.equal(['before'])
      set(() => undefined)
      await send(store, ['after'])
      expect(store.health()).to.include({ state: 'ok', reason: '' })
      expect(await messages(store)).to.deep.equal(['before', 'after'])
      expect(await messages(await opened(await copyOf(directory)))).to.deep.equal([
        'before',
        'after',
      ])
      expect(fatal).to.deep.equal([])
    })
  }

  it('a disk that refuses writes is told of once, tried without a request, and told of once more', async () => {
    const lines: object[] = []
    let fault: Fault = () => undefined
    const directory = await temporaryDirectory()
    const store = await opened(directory, {
      fs: faultyFs((call, path) => fault(call, path)),
      log: (level, message, fields) => lines.push({ level, message, ...fields }),
    })
    fault = (call) => (call === 'write' ? diskError('ENOSPC') : undefined)
    for (const text of ['one', 'two', 'three']) {
      expect(await failureCode(send(store, [text]))).to.equal('storage_unavailable')
      store.noteRefusal()
    }
    const began = performance.now()
    fault = () => undefined
    await until('the store is well', () => store.health().state === 'ok')
    expect(performance.now() - began).to.be.below(30_000)
    expect(lines).to.have.lengthOf(2)
    expect(lines[0]).to.include({ level: 'error', message: 'Cannot write to the journal' })
    expect(lines[1]).to.include({ level: 'info', refused: 3 })
    await send(store, ['after'])
    expect(await messages(await opened(await copyOf(directory)))).to.deep.equal(['after'])
  })

  it('a failed fdatasync stops the store for good', async () => {
    const { store, directory, fatal, set } = await faultyStore()
    await send(store, ['before'])
    const { reached, release } = heldDisk(set)
    const unknown = failure(send(store, ['unknown']))
    await reached
    const queued = send(store, ['queued']).catch((error: unknown) => error)
    release(diskError('EIO'))
    expect(await unknown).to.include({ name: 'StoreFailed' })
    expect(await queued).to.include({ code: 'storage_unavailable' })
    set(() => undefined)
    expect(await failureCode(send(store, ['later']))).to.equal('storage_unavailable')
    expect(store.health().state).to.equal('stopped')
    expect(store.health().reason).to.match(/fdatasync/)
    expect(fatal).to.have.lengthOf(1)
    expect(await messages(store)).to.deep.equal(['before'])
    await store.close()
    const found = await messages(await opened(directory))
    expect(found.slice(0, 1)).to.deep.equal(['before'])
    expect(found).to.not.include.members(['later'])
  })

  it('a journal that somebody deletes stops the store: nothing is acknowledged into the void', async () => {
    const { store, directory, fatal } = await faultyStore()
    await send(store, ['before'])
    await rm(directory, { recursive: true })
    expect(await failure(send(store, ['lost']))).to.include({ name: 'StoreFailed' })
    expect(store.health()).to.include({ state: 'stopped' })
    expect(store.health().reason).to.include('the journal has been deleted')
    expect(await messages(store)).to.deep.equal(['before'])
    expect(fatal).to.have.lengthOf(1)
  })

  it('a write that can neither be finished nor taken back stops the store', async () => {
    const { store, fatal, set } = await faultyStore()
    set((call) => (call === 'write' || call === 'truncate' ? diskError('EIO') : undefined))
    expect(await failure(send(store, ['unknown']))).to.include({ name: 'StoreFailed' })
    await until('the word that the store has failed', () => fatal.length > 0)
    expect(fatal).to.have.lengthOf(1)
  })

  it('a full queue refuses at once and loses nothing of what it took', async () => {
    const { store, set } = await faultyStore()
    const disk = heldDisk(set)
    const first = send(store, ['first'])
    await disk.reached
    const texts = Array.from({ length: 1_500 }, (_, i) => `m${i}`)
    const { refused, sent } = sending(store, texts)
    await until('500 refusals', () => refused.length >= 500)
    disk.release()
    await Promise.all([first, sent])
    expect(refused).to.have.lengthOf(500)
    expect(refused[0]).to.include({ code: 'storage_unavailable', retryAfterSeconds: 1 })
    expect(await messages(store)).to.have.lengthOf(1_001)
  })

  it('a queue of 16 MiB is full', async () => {
    const { store, set } = await faultyStore()
    const disk = heldDisk(set)
    const first = send(store, ['first'])
    await disk.reached
    const large = 'x'.repeat(1024 * 1024)
    const { refused, sent } = sending(store, new Array<string>(20).fill(large))
    await until('5 refusals', () => refused.length >= 5)
    disk.release()
    await Promise.all([first, sent])
    expect(refused).to.have.lengthOf(5)
  })

  it('a snapshot that fails costs nothing, whichever call fails', async () => {
    for (let failing = 0; failing < 24; failing++) {
      const { store, directory, set } = await faultyStore()
      await send(store, ['one', 'two'])
      let calls = 0
      set(() => (calls++ === failing ? diskError('EIO') : undefined))
      await store.close().catch(() => undefined)
      const found = await messages(await opened(directory))
      expect(found, `call ${failing}`).to.deep.equal(['one', 'two'])
      await support.cleanUp()
    }
  })
})
