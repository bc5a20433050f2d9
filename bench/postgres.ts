import { createPostgresChat, createPostgresPool } from 'express-incoming-webhooks/postgres'
import { type OwnPostgres, startOwnPostgres } from '../test/faults/postgres/server.js'
import { call } from '../test/support/http-client.js'
import { keyOf, SMALL } from '../test/support/world/size.js'
import { CHAT_MESSAGES } from './bodies.js'
import { type ChatRoom, openBareRoom, openChatRoom } from './chat-room.js'
import { median } from './figures.js'
import { measureBrowser } from './postgres-browser.js'
import { emptyDatabase, smallDatabase } from './postgres-database.js'
import { measureFeed } from './postgres-feed.js'
import { BODY } from './postgres-load.js'
import { inTurns, type Runner, type Turns } from './postgres-rounds.js'
import { measureScale } from './scale.js'
import { startChild, type Target } from './targets.js'

// Smaller numbers make a quick look; the defaults are the figures worth quoting.
const CHANGES = Number(process.env['BENCH_CHANGES'] ?? 200)
const FEED_POSTS = Number(process.env['BENCH_FEED_POSTS'] ?? 10_000)
const CHANNELS = SMALL.channels
const BARE = 'bare'

const parts = process.argv.slice(2)
const targets: Target[] = []
// `load`, `live`, `feed` and `chat`, which are all without arguments, and `scale`, which takes longer.
if (parts.includes('scale')) await measureScale()
else await measure((part) => parts.length === 0 || parts.includes(part))

async function measure(wants: (part: string) => boolean): Promise<void> {
  const server = await startOwnPostgres()
  try {
    const small = await smallDatabase(server.url)
    const chat = await start('postgres-chat', small)
    if (wants('load')) await measureLoad(server, chat, await start('postgres-bare', small))
    if (wants('live')) {
      console.log('\nFrom a post on one node to a change on another')
      printTimes(await measureChanges(small, chat))
      console.log('\nFrom a post on one node to a browser on another')
      printTimes(await measureBrowser(await emptyDatabase(server.url, 'pages'), CHANGES))
    }
    if (wants('feed')) await printFeed(await emptyDatabase(server.url, 'feed'))
    if (wants('chat')) await measureRooms(server)
  } finally {
    await Promise.all(targets.map((target) => target.stop()))
    await server.close()
  }
}

async function printFeed(url: string): Promise<void> {
  console.log(
    `\nThree nodes, for each of ${FEED_POSTS} posts that another one stores in 1,000 channels`,
  )
  for (const isFollowing of [false, true]) {
    const { statements, bytes, told } = await measureFeed(url, FEED_POSTS, isFollowing)
    const what = isFollowing ? 'that follow 10 channels each' : 'that listen to everything'
    console.log(
      `${what}: ${statements.toFixed(3)} statements, ${bytes.toFixed(0)} bytes; told of ${told}`,
    )
  }
}

async function measureLoad(server: OwnPostgres, chat: Target, bare: Target): Promise<void> {
  for (const channels of [CHANNELS, 1]) {
    const keyFor = (client: number): string => keyOf(client % channels)
    const runners: readonly Runner[] = [
      { name: 'bare', target: bare, keyFor },
      { name: 'chat', target: chat, keyFor },
      { name: 'chat with keys', target: chat, keyFor, withKey: true },
    ]
    console.log(`\nchannels: ${channels}`)
    print(await inTurns(server, runners))
  }
}

/** The example host from the request to the pages of those who read it. */
async function measureRooms(server: OwnPostgres): Promise<void> {
  const secret = { SECRET: 'a secret of at least thirty-two bytes' }
  const database = await emptyDatabase(server.url, 'rooms')
  const rooms = new Map<string, ChatRoom>()
  try {
    rooms.set('PostgreSQL', await openChatRoom({ ...secret, DATABASE_URL: database }))
    rooms.set('files', await openChatRoom(secret))
    rooms.set(BARE, await openBareRoom(await emptyDatabase(server.url, 'bare')))
    for (const [message, bodyOf] of Object.entries(CHAT_MESSAGES)) {
      console.log(`\n10 channels with 2 connected readers each: ${message}`)
      const runners = [...rooms].flatMap(([name, room]) => {
        const { keyFor, received } = room
        // It knows no incidents.
        if (name === BARE && message.startsWith('reports')) return []
        return [{ name, target: room, clients: 20, keyFor, bodyOf, received }]
      })
      print(await inTurns(server, runners))
    }
  } finally {
    await Promise.all([...rooms.values()].map((room) => room.stop()))
  }
}

async function start(name: 'postgres-bare' | 'postgres-chat', url: string): Promise<Target> {
  const target = await startChild(name, { DATABASE_URL: url })
  targets.push(target)
  return target
}

function print(rounds: Turns): void {
  const [first = []] = rounds.values()
  console.log(
    'target            posts/s   (lowest to highest)   to the first   CPU µs/post: Node   PostgreSQL   both   p99 ms   503s   seen',
  )
  for (const [name, figures] of rounds) {
    const rates = figures.map(({ rate }) => rate)
    // Of rounds that follow each other: drift weighs on both alike.
    const ratio = median(rates.map((rate, number) => rate / (first[number]?.rate ?? NaN)))
    const node = median(figures.map((each) => each.node))
    const postgres = median(figures.map((each) => each.postgres))
    const shed = figures.reduce((sum, each) => sum + each.shed, 0)
    const range = `(${Math.min(...rates).toFixed(0)} to ${Math.max(...rates).toFixed(0)})`
    const cells = [
      name.padEnd(15),
      median(rates).toFixed(0).padStart(10),
      range.padStart(22),
      ratio.toFixed(2).padStart(15),
      node.toFixed(0).padStart(20),
      postgres.toFixed(0).padStart(13),
      (node + postgres).toFixed(0).padStart(7),
      median(figures.map(({ p99Millis }) => p99Millis))
        .toFixed(1)
        .padStart(9),
      String(shed).padStart(7),
      median(figures.map(({ seen }) => seen))
        .toFixed(2)
        .padStart(7),
    ]
    console.log(cells.join(''))
  }
}

/** Milliseconds until a listener of a node in this process is called, one post after another. */
async function measureChanges(url: string, other: Target): Promise<readonly number[]> {
  const pool = createPostgresPool({ url })
  const chat = createPostgresChat({ pool })
  await chat.caughtUp()
  const took: number[] = []
  for (let number = 0; number < CHANGES; number++) {
    const began = performance.now()
    const changed = new Promise<number>((resolve) => {
      const end = chat.onChange(() => {
        end()
        resolve(performance.now() - began)
      })
    })
    const headers = { 'Content-Type': 'application/json' }
    const hook = other.hook.url + keyOf(number % CHANNELS)
    await call(hook, { method: 'POST', headers, body: BODY })
    took.push(await changed)
  }
  await chat.close()
  await pool.end()
  return took
}

function printTimes(took: readonly number[]): void {
  const range = `${Math.min(...took).toFixed(1)} to ${Math.max(...took).toFixed(1)}`
  console.log(`${median(took).toFixed(1)} ms (median of ${took.length}; ${range})`)
}
