import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NewPost } from 'express-incoming-webhooks/adapters'
import { openStore, type ChatStore } from '../example-host/store/index.js'

const FILL = 100_000
const SLICES = 10
const SLICE_MS = 300

/** Durable posts per second of the example host's store, empty and with 100,000 posts; how long it takes to open. */
async function measure(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'store-bench-'))
  try {
    const full = join(dir, 'full')
    const filled = await openStore({ dir: full })
    await fill(filled)
    await filled.close()
    const start = performance.now()
    const large = await openStore({ dir: full })
    print(`${FILL} posts`, { 'ms to open': performance.now() - start })
    for (const clients of [1, 10, 100]) {
      const small = await openStore({ dir: join(dir, `empty-${clients}`) })
      print(`${clients} clients`, await compare(small, large, clients))
      await small.close()
    }
    await large.close()
  } finally {
    await rm(dir, { recursive: true })
  }
}

// In turns: what else the machine does then weighs on both alike.
async function compare(
  small: ChatStore,
  large: ChatStore,
  clients: number,
): Promise<Record<string, number>> {
  const stall = watchStalls()
  let inSmall = 0
  let inLarge = 0
  for (let slice = 0; slice < SLICES; slice++) {
    inSmall += await sendFor(SLICE_MS, small, clients)
    inLarge += await sendFor(SLICE_MS, large, clients)
  }
  const seconds = (SLICES * SLICE_MS) / 1000
  return {
    'posts/s, empty at first': inSmall / seconds,
    [`posts/s, ${FILL} at first`]: inLarge / seconds,
    'longest stall of the event loop, ms': stall(),
  }
}

async function sendFor(ms: number, store: ChatStore, clients: number): Promise<number> {
  const end = performance.now() + ms
  let count = 0
  const client = async (): Promise<void> => {
    while (performance.now() < end) {
      await store.adapters.posts.createBatch({ posts: [newPost(count++)] })
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return count
}

async function fill(store: ChatStore): Promise<void> {
  for (let i = 0; i < FILL / 500; i++) {
    const batches = Array.from({ length: 500 }, async (_, n) =>
      store.adapters.posts.createBatch({ posts: [newPost(n)] }),
    )
    await Promise.all(batches)
  }
}

function watchStalls(): () => number {
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last - 5)
    last = now
  }, 5)
  return () => {
    clearInterval(timer)
    return longest
  }
}

function newPost(number: number): NewPost {
  return {
    id: `post${number}`,
    channelId: `channel${number % 7}`,
    userId: 'user',
    webhookId: 'webhook',
    rootId: '',
    message: `Build ${number} has finished. `.repeat(8),
    type: '',
    props: { from_webhook: 'true', override_username: 'webhook' },
    priority: null,
    mentions: { userIds: [], channelWide: null },
  }
}

function print(title: string, figures: Record<string, number>): void {
  const text = Object.entries(figures).map(([name, value]) => `  ${name}: ${Math.round(value)}\n`)
  process.stdout.write(`${title}\n${text.join('')}`)
}

await measure()
