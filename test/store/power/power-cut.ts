import { type ChatStore, openStore } from '../../../example-host/store/index.js'
import { send } from '../support.js'
import { PowerCut, type Random, seeded } from './crash.js'
import { faultsOf } from './faults-of.js'
import { type Files, ModelDisk, type Operation } from './model-disk.js'
import { FIRST, type History, type Step, Worker } from './workload.js'

const EMPTY: Files = new Map([['/', null]])
/** Of this process alone: a store is owned by its name, also on a disk in memory. */
const DIRECTORY = `/data/store-${process.pid}`
const LATER = 'after the restart'
/** So little that a workload of a few steps writes some. */
const SNAPSHOT_AFTER = 3_000
const SEGMENT_BOUNDS = { posts: 4, bytes: 6_000 }
/** Of so many cuts one is followed by another while the store recovers. */
const SECOND_CUT = 5
/** And one by more work. */
const LATER_WORK = 7

export interface CutReport {
  /** Cuts that were tried, those during a recovery included. */
  readonly cuts: number
  /** Those after which something was wrong, and what. */
  readonly faults: readonly string[]
}

/**
 * Does the work on a disk in memory, then cuts the power after each operation of the disk, and looks
 * at what a restart makes of what is left. What is not `isDone` the disk only claims to have done.
 */
export async function cutEverywhere(
  steps: readonly Step[],
  seed: number,
  isDone: (operation: Operation) => boolean = () => true,
): Promise<CutReport> {
  const random = seeded(seed)
  const { disk, history, begun } = await work(steps, random)
  const cut = new PowerCut(disk.start)
  const faults: string[] = []
  let cuts = 0
  for (const [index, operation] of disk.operations.entries()) {
    if (isDone(operation)) cut.advance(operation)
    if (index < begun) continue
    const after = { history, at: index + 1, random }
    const found = await restart(cut.outcome(random), after, index)
    cuts += found.cuts
    faults.push(...found.faults.map((fault) => `after operation ${index + 1}: ${fault}`))
  }
  return { cuts, faults }
}

interface Work {
  readonly disk: ModelDisk
  readonly history: History
  /** Operations before the first step, the first message among them. */
  readonly begun: number
}

async function work(steps: readonly Step[], random: Random): Promise<Work> {
  const disk = new ModelDisk(EMPTY, () =>
    random() < 0.3 ? new Promise((resolve) => setImmediate(resolve)) : Promise.resolve(),
  )
  let store = await open(disk)
  await send(store, [FIRST])
  const begun = disk.operations.length
  const worker = new Worker(() => disk.operations.length)
  for (const step of steps) {
    if (step.do === 'wait' || step.do === 'restart') await worker.wait()
    if (step.do === 'restart') {
      await store.close()
      store = await open(disk)
    } else worker.start(store, step)
  }
  await worker.wait()
  await store.close()
  return { disk, history: worker.history, begun }
}

interface After {
  readonly history: History
  readonly at: number
  readonly random: Random
}

/** Restarts from what a cut has left; sometimes with a second cut meanwhile, sometimes with more work. */
async function restart(files: Files, after: After, turn: number): Promise<CutReport> {
  const disk = new ModelDisk(files)
  const faults = await look(disk, after, turn % LATER_WORK === 0)
  if (turn % SECOND_CUT > 0) return { cuts: 1, faults }
  const second = new PowerCut(disk.start)
  const last = Math.floor(after.random() * (disk.operations.length + 1))
  for (const operation of disk.operations.slice(0, last)) second.advance(operation)
  const again = new ModelDisk(second.outcome(after.random))
  faults.push(...(await look(again, after, false)).map((fault) => `cut twice: ${fault}`))
  return { cuts: 2, faults }
}

async function look(disk: ModelDisk, { history, at }: After, goOn: boolean): Promise<string[]> {
  let store: ChatStore
  try {
    store = await open(disk)
  } catch (error) {
    return [`does not start: ${String(error)}`]
  }
  const faults = await faultsOf(store, history, at)
  if (goOn) await send(store, [LATER])
  await store.close()
  if (!goOn) return faults
  store = await open(disk)
  const page = await store.posts.page('channel', { perPage: 1 })
  if (page[0]?.message !== LATER) faults.push('what was sent after the restart is not the last')
  faults.push(...(await faultsOf(store, history, at)).map((fault) => `a restart later: ${fault}`))
  await store.close()
  return faults
}

function open(disk: ModelDisk): Promise<ChatStore> {
  return openStore({
    dir: DIRECTORY,
    fs: disk,
    snapshotAfter: SNAPSHOT_AFTER,
    segmentBounds: SEGMENT_BOUNDS,
  })
}
