import { createPostgresChat, createPostgresPool } from 'express-incoming-webhooks/postgres'
import { startOwnPostgres } from '../test/faults/postgres/server.js'
import { call } from '../test/support/http-client.js'
import { CHAT_MESSAGES } from './bodies.js'
import { type ChatRoom, openChatRoom } from './chat-room.js'
import { median, percentile } from './figures.js'
import { measureBrowser } from './postgres-browser.js'
import { serverCpu } from './postgres-cpu.js'
import { CHANNELS, emptyDatabase, keyOf, makeDatabase } from './postgres-database.js'
import { BODY, type Posting, postFor } from './postgres-load.js'
import { startChild, type Target } from './targets.js'

// Smaller numbers make a quick look; the defaults are the figures worth quoting.
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 7)
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3)
const POSTS = Number(process.env['BENCH_POSTS'] ?? 1_000_000)
const CHANGES = Number(process.env['BENCH_CHANGES'] ?? 200)
const CLIENTS = 50
/** Seconds: the library's code is compiled well only after some thousand posts. */
const WARM_UP = Math.min(8, 3 * SECONDS)

/** A server and how it is posted to. */
interface Runner {
  readonly name: string
  readonly target: Pick<Target, 'usage'>
  readonly posting: Omit<Posting, 'seconds'>
  /** How many events all readers have received since the start, once nothing more arrives. */
  readonly received?: () => Promise<number>
}

/** Of one round, in posts per second and microseconds of CPU time per post. */
interface Figures {
  readonly rate: number
  /** Requests that were refused with 503. */
  readonly shed: number
  readonly node: number
  readonly postgres: number
  /** Milliseconds. */
  readonly p99: number
  /** Events that readers received per post. */
  readonly seen: number
}

const server = await startOwnPostgres()
const targets: Target[] = []
try {
  // `load`, `live`, `size` and `chat`; all of them without arguments.
  await measure(process.argv.slice(2))
} finally {
  await Promise.all(targets.map((target) => target.stop()))
  await server.close()
}

async function measure(parts: readonly string[]): Promise<void> {
  const wants = (part: string): boolean => parts.length === 0 || parts.includes(part)
  if (wants('chat')) await measureRooms()
  if (!['load', 'live', 'size'].some(wants)) return
  const small = await makeDatabase(server.url, 'small', 0)
  const chat = await start('postgres-chat', small)
  if (wants('load')) await measureLoad(chat, await start('postgres-bare', small))
  if (wants('live')) {
    console.log('\nFrom a post on one node to a change on another')
    printTimes(await measureChanges(small, chat))
    console.log('\nFrom a post on one node to a browser on another')
    printTimes(await measureBrowser(await emptyDatabase(server.url, 'pages'), CHANGES))
  }
  if (wants('size')) {
    const large = await start('postgres-chat', await makeDatabase(server.url, 'large', POSTS))
    console.log(`\nA small table, and one with ${POSTS} posts`)
    print(await inTurns([runnerOf('small', chat), runnerOf('large', large)]))
  }
}

async function measureLoad(chat: Target, bare: Target): Promise<void> {
  for (const channels of [CHANNELS, 1]) {
    console.log(`\n${CLIENTS} clients, channels: ${channels}, rounds: ${ROUNDS} of ${SECONDS} s`)
    const runners = [
      runnerOf('bare', bare, channels),
      runnerOf('chat', chat, channels),
      runnerOf('chat with keys', chat, channels, true),
    ]
    print(await inTurns(runners))
  }
}

function runnerOf(name: string, target: Target, channels = CHANNELS, withKey = false): Runner {
  const hooks = Array.from({ length: channels }, (_, number) => target.hook.url + keyOf(number))
  return { name, target, posting: { hooks, clients: CLIENTS, withKey } }
}

/** The example host from the request to the pages of those who read it. */
async function measureRooms(): Promise<void> {
  const secret = { SECRET: 'a secret of at least thirty-two bytes' }
  const database = await emptyDatabase(server.url, 'rooms')
  const rooms = new Map<string, ChatRoom>()
  try {
    rooms.set('PostgreSQL', await openChatRoom({ ...secret, DATABASE_URL: database }))
    rooms.set('files', await openChatRoom(secret))
    for (const [message, bodyOf] of Object.entries(CHAT_MESSAGES)) {
      console.log(`\n20 senders to 10 channels with 2 connected readers each: ${message}`)
      print(await inTurns([...rooms].map(([name, room]) => roomRunner(name, room, bodyOf))))
    }
  } finally {
    await Promise.all([...rooms.values()].map((room) => room.stop()))
  }
}

function roomRunner(name: string, room: ChatRoom, bodyOf: Posting['bodyOf']): Runner {
  const { hooks } = room
  return { name, target: room, posting: { hooks, clients: 20, bodyOf }, received: room.received }
}

async function start(name: 'postgres-bare' | 'postgres-chat', url: string): Promise<Target> {
  const target = await startChild(name, { DATABASE_URL: url })
  targets.push(target)
  return target
}

/** In short rounds, so that whatever else the machine does affects all of them alike. */
async function inTurns(
  runners: readonly Runner[],
): Promise<ReadonlyMap<string, readonly Figures[]>> {
  const rounds = new Map(runners.map(({ name }) => [name, new Array<Figures>()]))
  for (const runner of runners) await round(runner, WARM_UP)
  for (let number = 0; number < ROUNDS; number++) {
    for (const runner of runners) {
      rounds.get(runner.name)?.push(await round(runner, SECONDS))
    }
  }
  return rounds
}

async function round(
  { target, posting, received = async () => 0 }: Runner,
  seconds: number,
): Promise<Figures> {
  const before = await received()
  const [node, database, began] = [await target.usage(), serverCpu(server), performance.now()]
  const { latencies, shed } = await postFor({ ...posting, seconds })
  const took = (performance.now() - began) / 1000
  const posts = latencies.length
  const seen = ((await received()) - before) / posts
  return {
    rate: posts / took,
    shed,
    node: ((await target.usage()).cpu - node.cpu) / posts,
    postgres: (serverCpu(server) - database) / posts,
    p99: percentile(latencies, 0.99),
    seen,
  }
}

function print(rounds: ReadonlyMap<string, readonly Figures[]>): void {
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
      median(figures.map(({ p99 }) => p99))
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
