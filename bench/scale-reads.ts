import { signIn } from '../test/support/chat-host.js'
import type { ExampleHost } from '../test/support/example-host.js'
import { call } from '../test/support/http-client.js'
import { PASSWORD } from '../test/support/world/fill.js'
import { idOf } from '../test/support/world/sql.js'
import { median } from './figures.js'
import type { Row, Worlds } from './scale.js'
import { startNode } from './targets.js'

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
  'webhooks, searched': { path: `${HOOKS}?per_page=50&q=certificate` },
  'webhooks, searched for what is nowhere': { path: `${HOOKS}?per_page=50&q=zzyzx` },
  '*Needs attention*, administrator': { path: `${HOOKS}/attention` },
  '*Needs attention*, user': { path: `${HOOKS}/attention`, user: 'name1' },
  'channels for a webhook, searched': { path: `${HOOKS}/channels?q=place-4`, user: 'name1' },
  'users for a webhook, searched': { path: `${HOOKS}/users?q=name` },
  'log of a webhook': { path: LOG },
  'log of a webhook, page 8': { path: `${LOG}&page=8` },
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

/** Milliseconds of each reading, in turns between both worlds. */
export async function measureReads(worlds: Worlds): Promise<readonly Row[]> {
  const small = await startNode(worlds.small, PASSWORD)
  const large = await startNode(worlds.large, PASSWORD)
  try {
    const rows: Row[] = []
    for (const [name, reading] of Object.entries(READINGS)) {
      const path = reading.small ?? reading.path
      const inSmall = await readerOf(small, { ...reading, path })
      const inLarge = await readerOf(large, reading)
      rows.push({ name: `${name}, ms`, ...(await inTurns(inSmall, inLarge)) })
    }
    return rows
  } finally {
    await Promise.all([small.stop(), large.stop()])
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

/** What reads, and returns the milliseconds that it took; NaN if it fails. */
async function readerOf(
  { url }: ExampleHost,
  { path, user = 'admin', body }: Reading,
): Promise<() => Promise<number>> {
  const token = await signIn(url, { login_id: user, password: PASSWORD })
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const sent = body ? { method: 'POST', body: JSON.stringify(body) } : { method: 'GET' }
  return async () => {
    const began = performance.now()
    const { status } = await call(`${url}/api/v4${path}`, { ...sent, headers, timeoutMs: 120_000 })
    return status === 200 ? performance.now() - began : NaN
  }
}
