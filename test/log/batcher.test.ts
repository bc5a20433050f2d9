import { mock } from 'node:test'
import { expect } from 'chai'
import { WebhookError } from '../../lib/model/errors.js'
import { type Batcher, createBatcher } from '../../lib/log/batcher.js'

interface Write {
  readonly entries: readonly number[]
  readonly end: () => void
  readonly fail: () => void
  /** Fails because the store takes nothing for a while. */
  readonly refuse: () => void
}

interface Line {
  readonly message: string
  readonly lost: unknown
}

/** A batcher whose writes end when the test says so. */
function open(): {
  readonly batcher: Batcher<number>
  readonly writes: Write[]
  readonly lines: Line[]
  readonly pass: (ms: number) => Promise<void>
} {
  let now = 0
  const writes: Write[] = []
  const lines: Line[] = []
  const batcher = createBatcher<number>({
    write: (entries) =>
      new Promise((resolve, reject) => {
        const fail = (): void => {
          reject(new Error('the disk is full'))
        }
        const refuse = (): void => {
          reject(new WebhookError('storage_unavailable', { cause: new Error('away') }))
        }
        writes.push({ entries, end: resolve, fail, refuse })
      }),
    name: 'numbers',
    log: (_level, message, fields) => lines.push({ message, lost: fields?.['lost'] }),
    now: () => now,
  })
  const pass = async (ms: number): Promise<void> => {
    now += ms
    mock.timers.tick(ms)
    await settled()
  }
  return { batcher, writes, lines, pass }
}

/** Everything that waits only for promises has happened. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

async function end(write: Write | undefined): Promise<void> {
  write?.end()
  await settled()
}

async function fail(write: Write | undefined): Promise<void> {
  write?.fail()
  await settled()
}

describe('a batcher', () => {
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] })
  })

  afterEach(() => {
    mock.timers.reset()
  })

  const entriesOf = (writes: readonly Write[]): unknown => writes.map(({ entries }) => entries)

  it('writes the first entry after a pause at once, but after its caller', async () => {
    const { batcher, writes, pass } = open()
    batcher.add(1)
    expect(entriesOf(writes)).to.deep.equal([])
    await pass(1)
    await end(writes[0])
    await pass(1_000)
    batcher.add(2)
    await pass(1)
    expect(entriesOf(writes)).to.deep.equal([[1], [2]])
  })

  it('writes later entries together, 50 ms after the last write began', async () => {
    const { batcher, writes, pass } = open()
    batcher.add(1)
    await pass(1)
    await end(writes[0])
    batcher.add(2)
    await pass(30)
    batcher.add(3)
    await pass(19)
    expect(entriesOf(writes)).to.deep.equal([[1]])
    await pass(1)
    expect(entriesOf(writes)).to.deep.equal([[1], [2, 3]])
  })

  it('writes nothing if nothing was added', async () => {
    const { batcher, writes, pass } = open()
    batcher.add(1)
    await pass(1)
    await end(writes[0])
    await pass(10_000)
    await batcher.flush()
    expect(entriesOf(writes)).to.deep.equal([[1]])
  })

  it('does one write at a time', async () => {
    const { batcher, writes, pass } = open()
    batcher.add(1)
    await pass(1)
    batcher.add(2)
    await pass(1_000)
    expect(entriesOf(writes)).to.deep.equal([[1]])
    await end(writes[0])
    await pass(1)
    expect(entriesOf(writes)).to.deep.equal([[1], [2]])
  })

  it('writes everything at a flush, also while another write is running', async () => {
    const { batcher, writes, pass } = open()
    batcher.add(1)
    await pass(1)
    batcher.add(2)
    const ends: number[] = []
    const flushes = [1, 2].map(async (which) => {
      await batcher.flush()
      ends.push(which)
    })
    await end(writes[0])
    expect(entriesOf(writes)).to.deep.equal([[1], [2]])
    expect(ends).to.deep.equal([])
    await end(writes[1])
    await Promise.all(flushes)
    expect(ends).to.have.members([1, 2])
    expect(writes).to.have.length(2)
  })

  it('keeps the last 1,000 entries that wait, and logs how many it dropped', async () => {
    const { batcher, writes, lines, pass } = open()
    batcher.add(0)
    await pass(1)
    for (let number = 1; number <= 1_007; number += 1) batcher.add(number)
    await end(writes[0])
    await pass(50)
    expect(writes[1]?.entries).to.have.length(1_000)
    expect(writes[1]?.entries[0]).to.equal(8)
    expect(lines).to.deep.equal([{ message: 'too many numbers wait to be written', lost: 7 }])
  })

  it('drops what it could not write, and logs that at most once a minute', async () => {
    const { batcher, writes, lines, pass } = open()
    const failing = async (entry: number): Promise<void> => {
      batcher.add(entry)
      await pass(50)
      await fail(writes.at(-1))
    }
    const message = 'could not write numbers'
    await failing(1)
    await failing(2)
    await failing(3)
    expect(entriesOf(writes)).to.deep.equal([[1], [2], [3]])
    expect(lines).to.deep.equal([{ message, lost: 1 }])
    await pass(60_000)
    await failing(4)
    expect(lines).to.deep.equal([
      { message, lost: 1 },
      { message, lost: 3 },
    ])
  })

  it('logs what a store refused for a while when it takes entries again', async () => {
    const { batcher, writes, lines, pass } = open()
    for (const entry of [1, 2, 3]) {
      batcher.add(entry)
      await pass(50)
      writes.at(-1)?.refuse()
      await settled()
    }
    expect(lines).to.deep.equal([])
    batcher.add(4)
    await pass(50)
    await end(writes.at(-1))
    expect(lines).to.deep.equal([{ message: 'could not write numbers', lost: 3 }])
  })

  it('does not reject where a write fails or throws', async () => {
    const lines: string[] = []
    const batcher = createBatcher<number>({
      write: () => {
        throw new Error('not today')
      },
      name: 'numbers',
      log: (_level, message) => lines.push(message),
    })
    batcher.add(1)
    await batcher.flush()
    expect(lines).to.deep.equal(['could not write numbers'])
  })
})
