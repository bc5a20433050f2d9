import { expect } from 'chai'
import { appendFile, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HookPost } from 'express-incoming-webhooks'
import { FORMAT_VERSION } from '../../example-host/store/disk/checked-file.js'
import { openStore, type ChatStore } from '../../example-host/store/index.js'
import { cuts, flips, MASKS, places } from './damaged-bytes.js'
import { diskError, faultyFs } from './faults.js'
import { ModelDisk } from './power/model-disk.js'
import * as support from './support.js'

const { failure, messages, opened, readStore, send, storeOf, temporaryDirectory } = support

type Files = Map<string, Buffer>

/** So that the same journal goes on. */
const failingSnapshots = faultyFs((call, path) =>
  call === 'open' && /journal-2/.test(path) ? diskError('EIO') : undefined,
)

const SNAPSHOT_FILES = [
  'journal-2',
  'journal-3',
  'posts/000000.json',
  'posts/000000.json.bak',
  'state.json',
  'state.json.bak',
]

/** A journal of a message of two posts, a change of the settings, and a message of one post. */
async function smallJournal(): Promise<Files> {
  const directory = await temporaryDirectory()
  const store = await opened(directory)
  await send(store, ['a1', 'a2'])
  await store.adapters.settings.update({ enableWebhookDebugging: true })
  await send(store, ['b'])
  return readStore(directory)
}

async function smallSnapshot(): Promise<Files> {
  const directory = await temporaryDirectory()
  let store = await opened(directory)
  await send(store, ['a1', 'a2'])
  await store.close()
  store = await opened(directory)
  await send(store, ['b'])
  await store.close()
  return readStore(directory)
}

/** Everything that can be read, as text. */
async function contentOf(store: ChatStore): Promise<string> {
  const page = await store.posts.page('channel', { perPage: 1000 })
  return JSON.stringify([page, await store.adapters.settings.get(), store.teams])
}

/** Of this process alone: a store is owned by its name, also on a disk in memory. */
const DIRECTORY = `/store-${process.pid}`

/** Opens files in memory, answers what they hold. */
async function readBack(files: Files): Promise<string> {
  const paths = [...files].map(([path, bytes]) => [join(DIRECTORY, path), bytes] as const)
  const directories = ['/', DIRECTORY, join(DIRECTORY, 'posts')]
  const fs = new ModelDisk(new Map([...directories.map((path) => [path, null] as const), ...paths]))
  const store = await openStore({ fs, dir: DIRECTORY })
  try {
    return await contentOf(store)
  } finally {
    await store.close()
  }
}

/**
 * Opens the files with each of these in the place of one: it is refused, or all is there, or what is
 * `also` allowed. Answers how many were refused.
 */
async function damageEach(
  files: Files,
  path: string,
  damaged: Iterable<readonly [what: string, bytes: Buffer]>,
  also: readonly string[] = [],
): Promise<number> {
  const allowed = [await readBack(files), ...also]
  let refused = 0
  for (const [what, bytes] of damaged) {
    const result = await readBack(new Map(files).set(path, bytes)).catch((e: unknown) => e)
    if (typeof result === 'string' && allowed.includes(result)) continue
    refused++
    expect(result, what).to.be.instanceOf(Error)
    expect(String(result), what).to.match(/(?: at byte \d+|wrong file checksum)\. \w|version/)
    expect(String(result), what).to.contain(path)
  }
  return refused
}

describe('store: damaged files', () => {
  afterEach(support.cleanUp)

  it('a truncated journal opens to a prefix of whole messages', async () => {
    const files = await smallJournal()
    const bytes = files.get('journal-1') ?? Buffer.alloc(0)
    const whole = ['a1', 'a2', 'b']
    const lengths = new Set<number>()
    for (const [, cut] of cuts(bytes)) {
      const [posts] = JSON.parse(await readBack(new Map([['journal-1', cut]]))) as [HookPost[]]
      const found = posts.map(({ message }) => message).reverse()
      expect(found).to.deep.equal(whole.slice(0, found.length))
      lengths.add(found.length)
    }
    expect([...lengths]).to.have.members([0, 2, 3])
  })

  it('a journal that was cut is written on and opens again', async () => {
    const files = await smallJournal()
    const bytes = files.get('journal-1') ?? Buffer.alloc(0)
    for (const cut of [1, 2, 60, 400]) {
      const torn = bytes.subarray(0, bytes.length - cut)
      const dir = await storeOf(new Map([['journal-1', torn]]))
      const store = await opened(dir)
      const before = await messages(store)
      await send(store, ['later'])
      const again = await opened(await support.copyOf(dir))
      expect(await messages(again)).to.deep.equal([...before, 'later'])
    }
  })

  it('zeros at the end of a journal are cut off', async () => {
    const files = await smallJournal()
    const bytes = files.get('journal-1') ?? Buffer.alloc(0)
    for (const kept of [bytes.length, bytes.length - 30]) {
      const padded = Buffer.concat([bytes.subarray(0, kept), Buffer.alloc(4096)])
      const store = await opened(await storeOf(new Map([['journal-1', padded]])))
      expect(await messages(store)).to.include.members(['a1', 'a2'])
    }
  })

  it('a flipped byte of a journal is refused with file and byte, but in its last record, which is set aside', async () => {
    const files = await smallJournal()
    const bytes = files.get('journal-1') ?? Buffer.alloc(0)
    const last = bytes.lastIndexOf('\n', bytes.length - 2) + 1
    const without = await readBack(new Map(files).set('journal-1', bytes.subarray(0, last)))
    expect(without).to.include('a2').and.not.include('"b"')
    const refused = await damageEach(files, 'journal-1', flips(bytes), [without])
    const before = MASKS.flatMap((_mask, turn) => [...places(bytes, turn)]).filter(
      (at) => at < last,
    )
    expect(refused).to.equal(before.length)
  })

  it('what is set aside of a journal is all that was cut off, in a file that stays', async () => {
    const files = await smallJournal()
    const bytes = files.get('journal-1') ?? Buffer.alloc(0)
    const last = bytes.lastIndexOf('\n', bytes.length - 2) + 1
    const damaged = Buffer.from(bytes).fill(0, last + 5, last + 60)
    const dir = await storeOf(new Map([['journal-1', Buffer.concat([damaged, Buffer.alloc(99)])]]))
    const logged: unknown[][] = []
    const store = await opened(dir, { log: (...entry) => logged.push(entry) })
    expect(await messages(store)).to.deep.equal(['a1', 'a2'])
    const keptIn = join(dir, `journal-1.unfinished-${last}`)
    const found = {
      file: join(dir, 'journal-1'),
      offset: last,
      bytes: damaged.length - last,
      keptIn,
    }
    expect(logged.map(([level, , details]) => [level, details])).to.deep.equal([['warn', found]])
    expect(await readFile(keptIn)).to.deep.equal(damaged.subarray(last))
    expect((await stat(keptIn)).mode & 0o777).to.equal(0o600)
    await send(store, ['c'])
    await store.close()
    expect(await messages(await opened(dir))).to.deep.equal(['a1', 'a2', 'c'])
    expect(await readFile(keptIn)).to.deep.equal(damaged.subarray(last))
  })

  it('five unfinished writes are kept at most, none of them over another', async () => {
    const dir = await storeOf(await smallJournal())
    for (let round = 1; round <= 7; round++) {
      await appendFile(join(dir, 'journal-1'), `rubbish ${round}`)
      const store = await openStore({ dir, fs: failingSnapshots })
      await store.close()
    }
    const names = (await readdir(dir)).filter((name) => name.includes('.unfinished-'))
    const kept = await Promise.all(names.map((name) => readFile(join(dir, name), 'utf8')))
    expect(kept.sort()).to.deep.equal([3, 4, 5, 6, 7].map((round) => `rubbish ${round}`))
  })

  it('a full disk keeps no store from opening, though nothing can be set aside', async () => {
    const dir = await storeOf(await smallJournal())
    await appendFile(join(dir, 'journal-1'), 'rubbish')
    const fs = faultyFs((call, path) =>
      call === 'write' && path.includes('unfinished') ? diskError('ENOSPC') : undefined,
    )
    const logged: string[] = []
    const store = await opened(dir, { fs, log: (level) => logged.push(level) })
    expect(await messages(store)).to.deep.equal(['a1', 'a2', 'b'])
    expect(logged).to.deep.equal(['error'])
  })

  it('a flipped byte of any file of a snapshot is refused with file and byte, or changes nothing', async () => {
    const files = await smallSnapshot()
    expect([...files.keys()].sort()).to.deep.equal(SNAPSHOT_FILES)
    for (const [path, bytes] of files) await damageEach(files, path, flips(bytes))
    const posts = join('posts', '000000.json')
    const bytes = files.get(posts) ?? Buffer.alloc(0)
    const all = [...flips(bytes)]
    expect(await damageEach(files, posts, all)).to.be.above(all.length - 9)
    // Its predecessor and the journals since then hold everything.
    const state = files.get('state.json') ?? Buffer.alloc(0)
    expect(await damageEach(files, 'state.json', flips(state))).to.equal(0)
  })

  it('a file of a snapshot that was cut is refused with file and byte, or changes nothing', async () => {
    const files = await smallSnapshot()
    for (const [path, bytes] of files) await damageEach(files, path, cuts(bytes))
  })

  it('a refused start changes no file', async () => {
    const files = await smallJournal()
    const bytes = Buffer.from(files.get('journal-1') ?? '')
    bytes[200] = 0x7f
    const dir = await storeOf(new Map([['journal-1', bytes]]))
    const before = await readStore(dir)
    const error = await failure(opened(dir))
    expect(error).to.include({ name: 'StoreCorrupt', file: join(dir, 'journal-1') })
    expect(String(error)).to.match(/at byte \d+\. .*truncate -s \d+/)
    expect(await readStore(dir)).to.deep.equal(before)
  })

  it('a damaged state file gives way to its predecessor, loudly, and loses nothing', async () => {
    const files = await smallSnapshot()
    const dir = await storeOf(new Map(files).set('state.json', Buffer.from('{}')))
    const logged: string[] = []
    const store = await opened(dir, { log: (level) => logged.push(level) })
    expect(logged).to.deep.equal(['error'])
    expect(await messages(store)).to.deep.equal(['a1', 'a2', 'b'])
    await send(store, ['c'])
    await store.close()
    expect(await messages(await opened(dir))).to.deep.equal(['a1', 'a2', 'b', 'c'])
  })

  it('a state file that is damaged twice gives way to the same predecessor, whose journals are still there', async () => {
    const dir = await storeOf(await smallSnapshot())
    const damage = (): Promise<void> => writeFile(join(dir, 'state.json'), '{}')
    await damage()
    const store = await opened(dir)
    await send(store, ['c'])
    // Writes a state file anew.
    await store.close()
    await damage()
    expect(await messages(await opened(dir))).to.deep.equal(['a1', 'a2', 'b', 'c'])
  })

  for (const missing of ['journal-3', 'posts/000000.json', 'state.json']) {
    it(`a missing ${missing} never looks like posts that were not made`, async () => {
      const files = await smallSnapshot()
      for (const path of [missing, `${missing}.bak`]) files.delete(path)
      const error = await failure(opened(await storeOf(files)))
      expect(error).to.include({ name: 'StoreCorrupt' })
    })
  }

  it('files in the wrong place are refused', async () => {
    const files = await smallSnapshot()
    const state = files.get('state.json') ?? Buffer.alloc(0)
    const swapped = new Map(files).set(join('posts', '000000.json'), state)
    expect(await failure(opened(await storeOf(swapped)))).to.include({ name: 'StoreCorrupt' })
    const journal = await smallJournal()
    const renamed = new Map([['journal-1', files.get('journal-3') ?? Buffer.alloc(0)]])
    expect(await failure(opened(await storeOf(renamed)))).to.include({ name: 'StoreCorrupt' })
    expect(journal.size).to.equal(1)
  })

  it('a newer format is refused', async () => {
    const { writeChecked } = await import('../../example-host/store/disk/checked-file.js')
    const { nodeFileSystem } = await import('../../example-host/store/index.js')
    const dir = await storeOf(await smallSnapshot())
    const lines = [`{"version":${FORMAT_VERSION + 1},"tables":{`, '\n}']
    await writeChecked(nodeFileSystem, join(dir, 'state.json'), lines)
    expect(String(await failure(opened(dir)))).to.match(/version 6 is newer/)
  })

  it('an empty journal that is not the last one is refused', async () => {
    const dir = await storeOf(await smallJournal())
    const later = await smallSnapshot()
    await writeFile(join(dir, 'journal-2'), later.get('journal-2') ?? '')
    await truncate(join(dir, 'journal-1'), 0)
    expect(await failure(opened(dir))).to.include({ name: 'StoreCorrupt', offset: 0 })
    await appendFile(join(dir, 'journal-1'), 'x')
    expect(await failure(opened(dir))).to.include({ name: 'StoreCorrupt', offset: 0 })
  })
})
