import { keyOf, takesMessages, type WorldSize } from '../test/support/world/size.js'
import { median } from './figures.js'
import { onPool, smallDatabase } from './postgres-database.js'
import { measureFeed } from './postgres-feed.js'
import { type Figures, inTurns, type Runner, type Turns } from './postgres-rounds.js'
import { measureReads } from './scale-reads.js'
import type { Row, Worlds } from './scale-rows.js'
import { startChild, startNode, type Target } from './targets.js'
import { openWorld } from './world.js'

/** Starts of a node in each world. */
const STARTS = 5
/** Stored while three nodes listen. */
const FEED_POSTS = 5_000
/** Webhooks that many senders use at the same time. */
const WORKING_SET = 20_000

/** A table of all figures, of the small world beside those of the large one. */
export async function measureScale(): Promise<void> {
  const { server, size, close } = await openWorld()
  const targets: Target[] = []
  try {
    const worlds = { small: await smallDatabase(server.url), large: server.url }
    printHead(size)
    printRows(await sizes(worlds))
    const start = async (url: string): Promise<Target> => {
      const target = await startChild('postgres-chat', { DATABASE_URL: url })
      targets.push(target)
      return target
    }
    const runners: Runner[] = [{ name: SMALL, target: await start(worlds.small), keyFor: same }]
    for (const [name, keyFor] of Object.entries(workingSets(size))) {
      const warmUp = keyFor === same ? {} : { warmUpPosts: 3 * WORKING_SET }
      runners.push({ name, target: await start(worlds.large), keyFor, ...warmUp })
    }
    printRows(messageRows(await inTurns(server, runners)))
    printRows(await memoryRows(runners))
    await Promise.all(targets.map((target) => target.stop()))
    printRows(await measureReads(worlds, server))
    printRows(await startRows(worlds))
    printRows(await feedRows(worlds))
  } finally {
    await Promise.all(targets.map((target) => target.stop()))
    await close()
  }
}

const SMALL = 'small'

/** One webhook for each client. */
function same(client: number): string {
  return keyOf(client)
}

/** Which webhooks are posted to, as a client's next key. */
function workingSets(size: WorldSize): Readonly<Record<string, Runner['keyFor']>> {
  const any = (number: () => number) => (): string => {
    let webhook = number()
    while (!takesMessages(webhook)) webhook = number()
    return keyOf(webhook)
  }
  return {
    '50 webhooks': same,
    [`${WORKING_SET} webhooks alike`]: any(() =>
      spread(size, Math.floor(Math.random() * WORKING_SET)),
    ),
    'all webhooks, skewed': any(() => Math.floor(size.webhooks * Math.random() ** 4)),
  }
}

/** Spreads the numbers of a working set over all webhooks. */
function spread({ webhooks }: WorldSize, number: number): number {
  const webhook = Math.floor((number * webhooks) / WORKING_SET) % webhooks
  return takesMessages(webhook) ? webhook : webhook - 1
}

const FIGURES: Readonly<Record<string, keyof Figures>> = {
  'CPU time of Node per message, µs': 'node',
  'CPU time of PostgreSQL per message, µs': 'postgres',
  'p99 of 50 clients, ms': 'p99Millis',
  'messages per second': 'rate',
}

function messageRows(turns: Turns): readonly Row[] {
  const of = (name: string, figure: keyof Figures): number =>
    median((turns.get(name) ?? []).map((each) => each[figure]))
  const sets = [...turns.keys()].filter((name) => name !== SMALL)
  return Object.entries(FIGURES).flatMap(([title, figure]) =>
    sets.map((set) => ({
      name: `${title}: ${set}`,
      small: of(SMALL, figure),
      large: of(set, figure),
    })),
  )
}

async function memoryRows([small, ...large]: readonly Runner[]): Promise<readonly Row[]> {
  const of = async (runner: Runner | undefined): Promise<number> =>
    ((await runner?.target.usage())?.memory ?? NaN) / 1024
  const inSmall = await of(small)
  return Promise.all(
    large.map(async (runner) => ({
      name: `memory of a node after that, MB: ${runner.name}`,
      small: inSmall,
      large: await of(runner),
    })),
  )
}

/** From the start of the process until it answers. */
async function startRows(worlds: Worlds): Promise<readonly Row[]> {
  const small: number[] = []
  const large: number[] = []
  for (let n = 0; n < STARTS; n += 1) {
    for (const [url, times] of [[worlds.small, small] as const, [worlds.large, large] as const]) {
      const node = await startNode(url)
      times.push(node.startedInMs)
      await node.stop()
    }
  }
  return [{ name: 'start of a node, ms', small: median(small), large: median(large) }]
}

/** Of three nodes that follow ten of 1,000 channels each. */
async function feedRows(worlds: Worlds): Promise<readonly Row[]> {
  const small = await measureFeed(worlds.small, FEED_POSTS, true)
  const large = await measureFeed(worlds.large, FEED_POSTS, true)
  return (['statements', 'bytes'] as const).map((name) => ({
    name: `${name} that each of three nodes reads per post`,
    small: small[name],
    large: large[name],
  }))
}

const SIZES: Readonly<Record<string, string>> = {
  'a post on disk, bytes': 'chat_posts',
  'a request in the log, bytes': 'incoming_webhook_deliveries',
}

/** With the indexes. */
async function sizes({ small, large }: Worlds): Promise<readonly Row[]> {
  const of = (url: string, table: string): Promise<number> =>
    onPool(url, async (pool) => {
      const { rows } = await pool.query<{ readonly bytes: number }>(
        `SELECT pg_total_relation_size('${table}') / (SELECT count(*) FROM ${table})::float8 AS bytes`,
      )
      return rows[0]?.bytes ?? NaN
    })
  return Promise.all(
    Object.entries(SIZES).map(async ([name, table]) => ({
      name,
      small: await of(small, table),
      large: await of(large, table),
    })),
  )
}

function printHead({ webhooks, channels, posts, requests }: WorldSize): void {
  const size = `${webhooks} webhooks, ${channels} channels, ${posts} posts, ${requests} requests logged`
  console.log(`\n| measured | small | ${size} | ratio |\n| --- | ---: | ---: | ---: |`)
}

function printRows(rows: readonly Row[]): void {
  for (const { name, small, large } of rows) {
    console.log(`| ${name} | ${shown(small)} | ${shown(large)} | ${(large / small).toFixed(2)} |`)
  }
}

function shown(figure: number): string {
  return Number.isNaN(figure) ? 'fails' : figure.toFixed(figure < 10 ? 2 : 0)
}
