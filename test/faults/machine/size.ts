import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argv, exit } from 'node:process'
import { fileURLToPath } from 'node:url'
import type { NewPost } from 'express-incoming-webhooks/adapters'
import { startExampleHost } from '../../support/example-host.js'
import { createId } from '../../../example-host/store/ids.js'
import { openStore } from '../../../example-host/store/index.js'
import { postRequest } from '../load/connection.js'
import { Bars } from '../../support/figures.js'
import { machineLoad, openScene, type Scene } from '../load/scene.js'

const POSTS = 100_000
const STARTS = 5
/** Of the account that the first start makes. */
const PASSWORD = 'a password for this alone'
const TEXT = '[FIRING:1] DiskFull on db-01: 91 % of /var is used, 4 GB are left, growing'
const POST: Omit<NewPost, 'id' | 'message'> = {
  channelId: 'abcdefghijklmnopqrstuvwxyz',
  userId: 'zyxwvutsrqponmlkjihgfedcba',
  webhookId: 'abcdefghijklmzyxwvutsrqpon',
  rootId: '',
  type: '',
  priority: null,
  props: { from_webhook: 'true', webhook_display_name: 'Alerts' },
  mentions: { userIds: [], channelWide: null },
}
/** Messages of this size fill the 10 MB of journal that bring about a snapshot. */
const LONG = 'x'.repeat(4_000)
const ENOUGH = 4_000

/** A store of 100,000 posts: how long it takes to start, and how long a snapshot holds anybody up. */
export async function measureSize(): Promise<0 | 1> {
  const bars = new Bars()
  const parent = await mkdtemp(join(tmpdir(), 'size-'))
  try {
    const journals = join(parent, 'journals')
    const snapshot = join(parent, 'snapshot')
    const store = await openStore({ dir: journals, snapshotAfter: 1e9 })
    const { posts } = store.adapters
    for (let n = 0; n < POSTS; n += 500) {
      const texts = Array.from({ length: 500 }, (_, i) => `${TEXT} ${n + i}`)
      await Promise.all(
        texts.map(async (text) =>
          posts.createBatch({ posts: [{ ...POST, id: createId(), message: text }] }),
        ),
      )
    }
    await cp(journals, snapshot, { recursive: true, filter: (path) => !path.endsWith('.sock') })
    await store.close()
    // Closed in order, the one has its snapshot; the copy of before has what a crash leaves.
    bars.note('the machine', machineLoad())
    const starts = { 'from a snapshot': journals, 'after a crash, from journals': snapshot }
    for (const [name, dataDir] of Object.entries(starts)) {
      const times = await startTimes(dataDir)
      bars.atMost(`${POSTS} posts, ${name}: median start`, times[STARTS >> 1] ?? 0, 3, ' s')
    }
    await measureStall(bars, journals)
  } finally {
    await rm(parent, { recursive: true, force: true })
  }
  return bars.end()
}

/** From the start of the process to its first healthy answer, in seconds, rising. */
async function startTimes(dataDir: string): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < STARTS; n++) {
    const host = await startExampleHost({ dataDir, adminPassword: PASSWORD })
    times.push(host.startedInMs / 1000)
    await host.kill9()
  }
  return times.sort((a, b) => a - b)
}

async function measureStall(bars: Bars, dataDir: string): Promise<void> {
  const scene = await openScene({ dataDir, adminPassword: PASSWORD })
  try {
    const first = await generation(dataDir)
    const rounds: number[] = []
    const calm: number[] = []
    for (let n = 0; n < 3; n++) {
      calm.push(await stallOf(scene, 'short', 2_000))
      rounds.push(await stallOf(scene, LONG, ENOUGH))
    }
    bars.atLeast('snapshots written meanwhile', (await generation(dataDir)) - first, 3)
    bars.note('longest stall while no snapshot is written', `${middle(calm).toFixed(1)} ms`)
    bars.atMost('longest stall of the event loop beside a snapshot', middle(rounds), 50, ' ms')
  } finally {
    await scene.end()
  }
}

/** Posts so many, a hundred in a second, and answers the longest stall meanwhile. */
async function stallOf(scene: Scene, text: string, count: number): Promise<number> {
  await scene.watched()
  const request = postRequest(scene.hookPath, JSON.stringify({ text }))
  await scene.send({ request, seconds: count / 400, pace: { rate: 400 } })
  return (await scene.watched()).stall
}

/** Each snapshot begins a journal of the next number. */
async function generation(dataDir: string): Promise<number> {
  const names = await readdir(dataDir)
  return Math.max(...names.map((name) => Number(/^journal-(\d+)$/.exec(name)?.[1] ?? 0)))
}

function middle(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
}

if (argv[1] === fileURLToPath(import.meta.url)) exit(await measureSize())
