import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NewPost } from 'express-incoming-webhooks'
import { openStore, type ChatStore } from '../example-host/store/index.js'

const SECONDS = 3
const FILL = 100_000

/** Durable posts per second of the example host's store, empty and with 100,000 posts; how long it takes to open. */
async function measure(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'store-bench-'))
  try {
    let store = await openStore({ dir })
    print('empty', await rates(store))
    await fill(store)
    print(`${FILL} posts and more`, await rates(store))
    await store.close()
    const snapshot = performance.now()
    store = await openStore({ dir })
    print('open from the snapshot', { ms: performance.now() - snapshot })
    await store.close()
  } finally {
    await rm(dir, { recursive: true })
  }
}

async function rates(store: ChatStore): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const clients of [1, 10, 100]) {
    const stall = watchStalls()
    const end = performance.now() + SECONDS * 1000
    let count = 0
    const client = async (): Promise<void> => {
      while (performance.now() < end) {
        await store.adapters.posts.createBatch({ posts: [newPost(count++)] })
      }
    }
    await Promise.all(Array.from({ length: clients }, client))
    found[`${clients} clients, posts/s`] = count / SECONDS
    found[`${clients} clients, longest stall in ms`] = stall()
  }
  return found
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
