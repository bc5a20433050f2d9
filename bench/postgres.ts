import { createPostgresChat, createPostgresPool } from 'express-incoming-webhooks/postgres'
import { type OwnPostgres, startOwnPostgres } from '../test/faults/postgres/server.js'
import { call } from '../test/support/http-client.js'
import { median } from './figures.js'
import { measureBrowser } from './postgres-browser.js'
import { measureFeed } from './postgres-feed.js'
import { serverCpu } from './postgres-cpu.js'
import { CHANNELS, emptyDatabase, keyOf, makeDatabase } from './postgres-database.js'
import { BODY, postFor } from './postgres-load.js'
import { startChild, type Target } from './targets.js'

// Smaller numbers make a quick look; the defaults are the figures worth quoting.
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 7)
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3)
const POSTS = Number(process.env['BENCH_POSTS'] ?? 1_000_000)
const CHANGES = Number(process.env['BENCH_CHANGES'] ?? 200)
const FEED_POSTS = Number(process.env['BENCH_FEED_POSTS'] ?? 10_000)
const CLIENTS = 50
/** Seconds: the library's code is compiled well only after some thousand posts. */
const WARM_UP = Math.min(8, 3 * SECONDS)

/** A target and how it is posted to. */
interface Runner {
  readonly name: string
  readonly target: Target
  readonly withKey?: boolean
}

/** Of one round, in posts per second and microseconds of CPU time per post. */
interface Figures {
  readonly rate: number
  /** Requests that were refused with 503. */
  readonly shed: number
  readonly node: number
  readonly postgres: number
}

const server = await startOwnPostgres()
const targets: Target[] = []
try {
  // `load`, `live`, `feed` and `size`; all of them without arguments.
  await measure(process.argv.slice(2))
} finally {
  await Promise.all(targets.map((target) => target.stop()))
  await server.close()
}

async function measure(parts: readonly string[]): Promise<void> {
  const wants = (part: string): boolean => parts.length === 0 || parts.includes(part)
  const small = await makeDatabase(server.url, 'small', 0)
  const chat = await start('postgres-chat', small)
  if (wants('load')) await measureLoad(chat, await start('postgres-bare', small))
  if (wants('live')) {
    console.log('\nFrom a post on one node to a change on another')
    printTimes(await measureChanges(small, chat))
    console.log('\nFrom a post on one node to a browser on another')
    printTimes(await measureBrowser(await emptyDatabase(server.url, 'pages'), CHANGES))
  }
  if (wants('feed')) {
    console.log(
      `\nThree nodes, for each of ${FEED_POSTS} posts that another one stores in 1,000 channels`,
    )
    const url = await emptyDatabase(server.url, 'feed')
    for (const isFollowing of [false, true]) {
      const { statements, bytes, told } = await measureFeed(url, FEED_POSTS, isFollowing)
      const what = isFollowing ? 'that follow 10 channels each' : 'that listen to everything'
      console.log(
        `${what}: ${statements.toFixed(3)} statements, ${bytes.toFixed(0)} bytes; told of ${told}`,
      )
    }
  }
  if (wants('size')) {
    const large = await start('postgres-chat', await makeDatabase(server.url, 'large', POSTS))
    console.log(`\nA small table, and one with ${POSTS} posts`)
    const runners = [
      { name: 'small', target: chat },
      { name: 'large', target: large },
    ]
    print(await inTurns(server, runners, CHANNELS))
  }
}

async function measureLoad(chat: Target, bare: Target): Promise<void> {
  const runners: readonly Runner[] = [
    { name: 'bare', target: bare },
    { name: 'chat', target: chat },
    { name: 'chat with keys', target: chat, withKey: true },
  ]
  for (const channels of [CHANNELS, 1]) {
    console.log(`\n${CLIENTS} clients, channels: ${channels}, rounds: ${ROUNDS} of ${SECONDS} s`)
    print(await inTurns(server, runners, channels))
  }
}

async function start(name: 'postgres-bare' | 'postgres-chat', url: string): Promise<Target> {
  const target = await startChild(name, { DATABASE_URL: url })
  targets.push(target)
  return target
}

/** In short rounds, so that whatever else the machine does affects all of them alike. */
async function inTurns(
  postgres: OwnPostgres,
  runners: readonly Runner[],
  channels: number,
): Promise<ReadonlyMap<string, readonly Figures[]>> {
  const rounds = new Map(runners.map(({ name }) => [name, new Array<Figures>()]))
  for (const runner of runners) await round(postgres, runner, channels, WARM_UP)
  for (let number = 0; number < ROUNDS; number++) {
    for (const runner of runners) {
      rounds.get(runner.name)?.push(await round(postgres, runner, channels, SECONDS))
    }
  }
  return rounds
}

async function round(
  postgres: OwnPostgres,
  { target, withKey = false }: Runner,
  channels: number,
  seconds: number,
): Promise<Figures> {
  const [node, database, began] = [await target.usage(), serverCpu(postgres), performance.now()]
  const { url } = target.hook
  const { posts, shed } = await postFor({ url, clients: CLIENTS, channels, seconds, withKey })
  const took = (performance.now() - began) / 1000
  return {
    rate: posts / took,
    shed,
    node: ((await target.usage()).cpu - node.cpu) / posts,
    postgres: (serverCpu(postgres) - database) / posts,
  }
}

function print(rounds: ReadonlyMap<string, readonly Figures[]>): void {
  const [first = []] = rounds.values()
  console.log(
    'target            posts/s   (lowest to highest)   to the first   CPU µs/post: Node   PostgreSQL   both   503s',
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
      String(shed).padStart(7),
    ]
    console.log(cells.join(''))
  }
}

/** Milliseconds until a listener of a node in this process is called, one post after another. */
async function measureChanges(url: string, other: Target): Promise<readonly number[]> {
  const pool = createPostgresPool({ url })
  const chat = createPostgresChat({ pool })
  let onNext = (): void => undefined
  chat.onChange(() => {
    onNext()
  })
  await chat.caughtUp()
  const took: number[] = []
  for (let number = 0; number < CHANGES; number++) {
    const began = performance.now()
    const changed = new Promise<number>((resolve) => {
      onNext = () => {
        resolve(performance.now() - began)
      }
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
