import type { OwnPostgres } from '../test/faults/postgres/server.js'
import { signIn } from '../test/support/chat-host.js'
import { call } from '../test/support/http-client.js'
import { PASSWORD } from '../test/support/world/fill.js'
import { idOf } from '../test/support/world/sql.js'
import { median } from './figures.js'
import { serverCpu } from './postgres-cpu.js'
import type { Row, Worlds } from './scale-rows.js'
import { type Node, startNode } from './targets.js'

/** Calls of each kind in each world; fewer of what takes long. */
const CALLS = Number(process.env['BENCH_CALLS'] ?? 100)
const LONGEST_MS = 20_000

const HOOKS = '/hooks/incoming'
const LOG = `${HOOKS}/${idOf('webhook', 0)}/deliveries?per_page=60`

/** What is read, as the administrator unless a user is named. */
interface Reading {
  readonly path: string
  /** In the small world, where that has no such page. */
  readonly small?: string
  readonly user?: string
  readonly body?: object
}

const SEARCH = `/teams/${idOf('team', 0)}/posts/search`

const READINGS: Readonly<Record<string, Reading>> = {
  'webhooks, first page': { path: `${HOOKS}?per_page=50` },
  'webhooks, page 100': { path: `${HOOKS}?per_page=50&page=100`, small: `${HOOKS}?per_page=50` },
  'webhooks, first page and total': { path: `${HOOKS}?per_page=50&include_total_count=true` },
  'webhooks of a channel': { path: `${HOOKS}?per_page=50&channel_id=${idOf('channel', 7)}` },
  'webhooks of the team': { path: `${HOOKS}?per_page=50&team_id=${idOf('team', 0)}` },
  'webhooks of a user': { path: `${HOOKS}?per_page=50`, user: 'name1' },
  'webhooks that fail': { path: `${HOOKS}?per_page=50&failing=true` },
  'webhooks, searched': { path: `${HOOKS}?per_page=50&q=certificate` },
  'webhooks, searched for what is nowhere': { path: `${HOOKS}?per_page=50&q=zzyzx` },
  '*Needs attention*, administrator': { path: `${HOOKS}/attention` },
  '*Needs attention*, user': { path: `${HOOKS}/attention`, user: 'name1' },
  'channels for a webhook, searched': { path: `${HOOKS}/channels?q=place-4`, user: 'name1' },
  'log of a webhook': { path: LOG },
  'log of a webhook, page 6': { path: `${LOG}&page=6` },
  'log of a webhook, refused ones': { path: `${LOG}&outcome=refused` },
  'log of a webhook, an incident': { path: `${LOG}&incident=incident%207` },
  'log of all webhooks': { path: `${HOOKS}/deliveries?per_page=60` },
  'incidents of a webhook': { path: `${HOOKS}/${idOf('webhook', 0)}/incidents` },
  'posts of a channel': { path: `/channels/${idOf('channel', 0)}/posts?per_page=60` },
  'posts, searched for a frequent word': { path: SEARCH, body: { terms: 'deploy' }, user: 'name1' },
  'posts, searched for two words': {
    path: SEARCH,
    body: { terms: 'certificate expires' },
    user: 'name1',
  },
  'posts, searched for what is nowhere': { path: SEARCH, body: { terms: 'zzyzx' }, user: 'name1' },
}

/** Milliseconds of CPU time of Node and PostgreSQL for each reading, in turns between both worlds. */
export async function measureReads(worlds: Worlds, postgres: OwnPostgres): Promise<readonly Row[]> {
  const small = await startNode(worlds.small)
  const large = await startNode(worlds.large)
  try {
    const rows: Row[] = []
    for (const [name, reading] of Object.entries(READINGS)) {
      const path = reading.small ?? reading.path
      const inSmall = costOf(small, postgres, await readerOf(small, { ...reading, path }))
      const inLarge = costOf(large, postgres, await readerOf(large, reading))
      rows.push({ name: `${name}, CPU ms`, ...(await inTurns(inSmall, inLarge)) })
    }
    return rows
  } finally {
    await Promise.all([small.stop(), large.stop()])
  }
}

/** Reads, and returns what that cost; NaN if it fails. */
function costOf(
  node: Node,
  postgres: OwnPostgres,
  read: () => Promise<boolean>,
): () => Promise<number> {
  const cpu = async (): Promise<number> => (await node.usage()).cpu + serverCpu(postgres)
  return async () => {
    const before = await cpu()
    return (await read()) ? ((await cpu()) - before) / 1000 : NaN
  }
}

async function inTurns(
  inSmall: () => Promise<number>,
  inLarge: () => Promise<number>,
): Promise<{ small: number; large: number }> {
  const [small, large] = [new Array<number>(), new Array<number>()]
  const end = performance.now() + LONGEST_MS
  for (let n = 0; n < CALLS && (n < 3 || performance.now() < end); n += 1) {
    small.push(await inSmall())
    large.push(await inLarge())
  }
  return { small: median(small), large: median(large) }
}

/** Whether what it reads was answered with 200. */
async function readerOf(
  { url }: Node,
  { path, user = 'admin', body }: Reading,
): Promise<() => Promise<boolean>> {
  const token = await signIn(url, { login_id: user, password: PASSWORD })
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const sent = body ? { method: 'POST', body: JSON.stringify(body) } : { method: 'GET' }
  return async () => {
    const { status } = await call(`${url}/api/v4${path}`, { ...sent, headers, timeoutMs: 120_000 })
    return status === 200
  }
}
