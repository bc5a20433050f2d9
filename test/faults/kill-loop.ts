import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argv, env, exit } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type ExampleHost, startExampleHost } from '../support/example-host.js'
import { makeHookChannel } from '../support/hook-channel.js'
import { until } from '../support/until.js'
import { repeat, startClients } from './clients.js'
import { faultsOf, type Sent, type StoredPost } from './messages.js'

const COLUMNS = [
  'round',
  'lived',
  'acknowledged',
  'unknown',
  'repeated',
  'posts',
  'start',
  'faults',
]
const PAGE = 200

export interface KillReport {
  readonly passed: number
  readonly failed: number
  readonly acknowledged: number
  /** Those of them that are of two posts or three. */
  readonly inParts: number
  /** The first faults of each round. */
  readonly faults: readonly string[]
}

/**
 * Kills the example host again and again while clients post, and looks after each restart whether it
 * kept what it had acknowledged. After the last round it is stopped in order, and all is read again.
 */
export async function killLoop(
  rounds: number,
  log: (line: string) => void = () => undefined,
): Promise<KillReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kill-loop-'))
  const sent = new Map<string, Sent>()
  const results: string[][] = []
  const row = (...cells: (string | number)[]) => {
    log(cells.map((cell, i) => String(cell).padStart(COLUMNS[i]?.length ?? 0)).join('  '))
  }
  let host = await startExampleHost({ dataDir })
  try {
    const { channelId, hookId, hookPath } = await makeHookChannel(host, 'kill-loop')
    let newest: string | null = null
    row(...COLUMNS)
    for (let round = 1; round <= rounds; round++) {
      const mine = new Map<string, Sent>()
      const clients = startClients({ hookUrl: host.url + hookPath, round, sent: mine })
      const lived = randomInt(200, 1501)
      await sleep(lived)
      // A busy machine may need longer.
      await until('a message is acknowledged', () => countStates(mine).acknowledged > 0)
      await host.kill9()
      const killedAt = Date.now()
      await clients.end()
      const counts = countStates(mine)
      host = await restart(host)
      const stored = await readPosts(host, channelId, newest)
      const untrue = logFaults(await readLog(host, hookId), stored, killedAt)
      const { repeated, faults } = await repeat({ hookUrl: host.url + hookPath, round, sent: mine })
      const posts = await readPosts(host, channelId, newest)
      faults.push(...faultsOf(posts, mine), ...untrue)
      newest = posts.at(-1)?.id ?? newest
      for (const [id, message] of mine) sent.set(id, message)
      results.push(faults)
      const { acknowledged, unknown } = counts
      const start = Math.round(host.startedInMs)
      row(round, lived, acknowledged, unknown, repeated, posts.length, start, faults.length)
    }
    results.push(await finalFaults((host = await restart(host, 'in order')), channelId, sent, row))
  } finally {
    await host.kill9()
    await rm(dataDir, { recursive: true, force: true })
  }
  const failed = results.filter((faults) => faults.length > 0).length
  return {
    passed: results.length - failed,
    failed,
    acknowledged: countStates(sent).acknowledged,
    inParts: [...sent.values()].filter((m) => m.state === 'acknowledged' && m.parts > 1).length,
    faults: results.flatMap((faults) => faults.slice(0, 10)),
  }
}

async function restart(host: ExampleHost, how: 'killed' | 'in order' = 'killed') {
  if (how === 'in order') await host.stop()
  const { dataDir, port, adminPassword } = host
  return startExampleHost({ dataDir, port, adminPassword })
}

/** The posts of the channel that came after the post `after`, or all of them, oldest first. */
async function readPosts(
  host: ExampleHost,
  channelId: string,
  after: string | null,
): Promise<StoredPost[]> {
  const newestFirst: StoredPost[] = []
  for (let page = 0; ; page++) {
    const posts = pageOf(
      await host.api('GET', `/channels/${channelId}/posts?page=${page}&per_page=${PAGE}`),
    )
    const end = posts.findIndex(({ id }) => id === after)
    newestFirst.push(...(end < 0 ? posts : posts.slice(0, end)))
    if (end >= 0 || posts.length < PAGE) return newestFirst.reverse()
  }
}

function pageOf(answer: unknown): StoredPost[] {
  const { order, posts } = answer as {
    order: string[]
    posts: Record<string, StoredPost & { readonly type: string; readonly create_at: number }>
  }
  return order.flatMap((id) => {
    const post = posts[id]
    if (!post) throw new Error(`the page names the post ${id} without giving it`)
    const { type, message, create_at: createAt } = post
    return type.startsWith('system_') ? [] : [{ id, message, createAt }]
  })
}

/** Of the last second before the end, the log may lack what came. */
const MAY_LACK_MS = 1_000
/** Requests of the log that are read. */
const READ = 1_000
/** Posts of requests that were answered in another order than they were stored. */
const AT_ONCE = 100

interface Logged {
  readonly time: number
  readonly outcome: string
  readonly post_ids: readonly string[]
}

async function readLog(host: ExampleHost, hookId: string): Promise<readonly Logged[]> {
  const pages = await Promise.all(
    Array.from({ length: READ / 200 }, (_, page) =>
      host.api('GET', `/hooks/incoming/${hookId}/deliveries?per_page=200&page=${page}`),
    ),
  )
  return pages.flat() as Logged[]
}

/** What the log holds although it did not happen, and what it lacks although it is old enough. */
function logFaults(
  log: readonly Logged[],
  posts: readonly StoredPost[],
  killedAt: number,
): string[] {
  const there = new Set(posts.map(({ id }) => id))
  const [first] = posts
  const ofRound = log.filter(({ time }) => first !== undefined && time >= first.createAt)
  const invented = ofRound.flatMap(({ post_ids: ids }) => ids.filter((id) => !there.has(id)))
  const logged = new Set(log.flatMap(({ post_ids: ids }) => ids))
  // Of what came before its oldest request, the log may know nothing any more.
  const begin = log.length < READ ? 0 : posts.findIndex(({ id }) => logged.has(id)) + AT_ONCE
  const missing = posts
    .slice(begin)
    .filter(({ id, createAt }) => createAt < killedAt - MAY_LACK_MS && !logged.has(id))
  return [
    ...invented.map((id) => `the log has the post ${id}, which is not there`),
    ...missing.map(
      ({ id, createAt }) =>
        `the log lacks the post ${id}, of ${killedAt - createAt} ms before the end`,
    ),
  ]
}

async function finalFaults(
  host: ExampleHost,
  channelId: string,
  sent: ReadonlyMap<string, Sent>,
  row: (...cells: (string | number)[]) => void,
): Promise<string[]> {
  const posts = await readPosts(host, channelId, null)
  const faults = faultsOf(posts, sent)
  const { acknowledged, unknown } = countStates(sent)
  row(
    'all',
    '-',
    acknowledged,
    unknown,
    '-',
    posts.length,
    Math.round(host.startedInMs),
    faults.length,
  )
  return faults
}

function countStates(sent: ReadonlyMap<string, Sent>): Record<Sent['state'], number> {
  const counts = { acknowledged: 0, refused: 0, unknown: 0 }
  for (const { state } of sent.values()) counts[state] += 1
  return counts
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const report = await killLoop(Number(env['KILL_ROUNDS'] ?? 20), console.log)
  for (const fault of report.faults) console.log(fault)
  console.log(`${report.acknowledged} acknowledged messages checked, ${report.inParts} in parts`)
  console.log(`${report.passed} passed, ${report.failed} failed`)
  exit(report.failed > 0 ? 1 : 0)
}
