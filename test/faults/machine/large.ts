import { randomBytes, randomUUID } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { argv, exit } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ExampleHost, StartOptions } from '../../support/example-host.js'
import { Bars } from '../../support/figures.js'
import { call } from '../../support/http-client.js'
import { machineLoad, openScene } from '../load/scene.js'
import { type Site, withSite } from './posting.js'

/** Bytes of a post; 760,000 are taken. */
const LARGE = 740_000
const POSTS = 900
const CLIENTS = 4
/** Mebibytes of heap, as it is given to Node, and those of a small machine. */
const HEAP = 2_048
const SMALL_HEAP = 192
const LIST_BYTES = 20_000_000
const MIB = 1024 * 1024

/** Stores that fill the memory: they refuse in time, and open again in the memory they ran in. */
export async function measureLarge(): Promise<0 | 1> {
  const bars = new Bars()
  bars.note('the machine', machineLoad())
  await manyLarge(bars)
  await untilFull(bars)
  await floods(bars)
  return bars.end()
}

function withHeap(mebibytes: number): StartOptions {
  const env = { NODE_OPTIONS: `--max-old-space-size=${mebibytes}` }
  return { env, startTimeoutMs: 60_000 }
}

async function manyLarge(bars: Bars): Promise<void> {
  const options = withHeap(HEAP)
  await withSite(options, async (site) => {
    const name = `${POSTS} posts of ${LARGE / 1000} kB, ${HEAP} MiB of heap`
    const { acknowledged, others } = await fill(site, POSTS, { text: likeALog })
    bars.note(`${name}: others than 200`, others.join(', '))
    bars.atLeast(`${name}: acknowledged`, acknowledged.length, POSTS)
    bars.note('memory of the process while running', `${await memory(site.host)} MiB`)
    const killed = await site.restart(options)
    bars.note('bytes of the store', `${((await sizeOf(site.host)) / 1e6).toFixed(0)} MB`)
    bars.atMost('kill -9, start: ready after', killed.host.startedInMs / 1000, 15, ' s')
    bars.note('memory of the process after that start', `${await memory(killed.host)} MiB`)
    bars.atMost('lost', await lostOf(killed, acknowledged), 0)
    await killed.host.stop()
    const stopped = await killed.restart(options)
    bars.atMost('stop, start: ready after', stopped.host.startedInMs / 1000, 15, ' s')
    bars.atMost('lost after that', await lostOf(stopped, acknowledged), 0)
    bars.atMost('largest file of posts', (await largest(stopped.host)) / MIB, 17, ' MiB')
    await stopped.host.stop()
    await lists(bars, stopped)
  })
}

/** Eight readers who ask for 200 large posts at once. */
async function lists(bars: Bars, { host, channelId }: Site): Promise<void> {
  const { dataDir, adminPassword } = host
  const scene = await openScene({ ...withHeap(HEAP), dataDir, adminPassword })
  try {
    const token = await scene.host.adminToken()
    const path = `/api/v4/channels/${channelId}/posts?per_page=200`
    const get = (): ReturnType<typeof call> =>
      call(scene.host.url + path, {
        method: 'GET',
        headers: { Authorization: `Bearer ${token}` },
      })
    await scene.watched()
    await sleep(1_000)
    const { rss, stall: calm } = await scene.watched()
    bars.note('longest stall with nothing to do, a collection of garbage', `${calm.toFixed(1)} ms`)
    const answers = await Promise.all(Array.from({ length: 8 }, get))
    const { peakRss, stall } = await scene.watched()
    const lengths = answers.map(({ text }) => text.length)
    bars.atMost('longest answer of 8 lists of 200 at once', Math.max(...lengths), LIST_BYTES)
    bars.atLeast('shortest answer of them', Math.min(...lengths), LIST_BYTES / 2)
    bars.atMost('8 lists at once: longest stall', stall, 100, ' ms')
    bars.atMost('8 lists at once: memory above before', peakRss - rss, 300, ' MiB')
  } finally {
    await scene.end()
  }
}

async function untilFull(bars: Bars): Promise<void> {
  const options = withHeap(SMALL_HEAP)
  await withSite(options, async (site) => {
    const name = `${SMALL_HEAP} MiB of heap, filled`
    const { acknowledged, refused, others } = await fill(site, 600, {
      text: unlikeAny,
      refusals: 20,
    })
    bars.note(`${name}: posts of ${LARGE / 1000} kB until 503`, String(acknowledged.length))
    bars.atLeast(`${name}: acknowledged`, acknowledged.length, 100)
    bars.atLeast(`${name}: then refused with 503 and Retry-After`, refused, 20)
    bars.note(`${name}: other answers`, others.join(', '))
    bars.atMost(`${name}: other answers, or none`, others.length, 0)
    const lines = site.host.output().match(/Memory is nearly full/g) ?? []
    bars.atMost(`${name}: lines of the log about it`, lines.length, 2)
    bars.atMost(`${name}: lost while running`, await lostOf(site, acknowledged), 0)
    const again = await site.restart(options)
    bars.atMost(`${name}: kill -9, start: ready after`, again.host.startedInMs / 1000, 15, ' s')
    bars.atMost(`${name}: lost`, await lostOf(again, acknowledged), 0)
    const more = await fill(again, 20, { text: unlikeAny })
    bars.note(`${name}: accepted of 20 more`, String(more.acknowledged.length))
    const late = [...acknowledged, ...more.acknowledged]
    bars.atMost(`${name}: lost after them`, await lostOf(again, late), 0)
  })
}

/** What is refused and what is small must not look like a memory that is full. */
async function floods(bars: Bars): Promise<void> {
  await withSite(withHeap(SMALL_HEAP), async (site) => {
    const kept = await fill(site, 60, { text: unlikeAny })
    const statuses = new Map<number, number>()
    let number = 0
    const client = async (): Promise<void> => {
      while (number < 4_000) {
        const body =
          number++ % 2 === 0 ? `{"text":"small ${number}"}` : `{"text":"${'x'.repeat(300_000)}`
        const { status } = await hook(site, body)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: 8 }, client))
    const told = [...statuses].map(([status, count]) => `${count} x ${status}`).join(', ')
    bars.note(`${kept.acknowledged.length} large posts, then 4,000 small and bad ones`, told)
    bars.atMost('503 among them', statuses.get(503) ?? 0, 0)
  })
}

interface Filled {
  readonly acknowledged: readonly string[]
  /** With 503 and `Retry-After`. */
  readonly refused: number
  /** What else was answered. */
  readonly others: readonly string[]
}

function likeALog(): string {
  const lines = Array.from({ length: LARGE / 50 }, (_, n) => `${n} ${randomUUID()}`.padEnd(49, ' '))
  return lines.join('\n').slice(0, LARGE)
}

/** Memory keeps older posts compressed, which this is not by much. */
function unlikeAny(): string {
  return randomBytes((LARGE / 4) * 3).toString('base64')
}

/** Posts so many large messages, or until so many have been refused. */
async function fill(
  site: Site,
  count: number,
  {
    text: textOf,
    refusals = Infinity,
  }: { readonly text: () => string; readonly refusals?: number },
): Promise<Filled> {
  const acknowledged: string[] = []
  const others: string[] = []
  let refused = 0
  let number = 0
  const client = async (): Promise<void> => {
    while (number < count && refused < refusals) {
      const text = `large ${number++}`
      const attachments = [{ text: textOf() }]
      try {
        const { status, headers } = await hook(site, JSON.stringify({ text, attachments }))
        if (status === 200) acknowledged.push(text)
        else if (status === 503 && headers['retry-after'] !== undefined) refused += 1
        else others.push(String(status))
      } catch (error) {
        others.push(String(error))
      }
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return { acknowledged, refused, others }
}

function hook(site: Site, body: string): ReturnType<typeof call> {
  return call(site.url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
}

async function lostOf(site: Site, acknowledged: readonly string[]): Promise<number> {
  const there = new Set<string>()
  for (let before = ''; ;) {
    const path = `/channels/${site.channelId}/posts?per_page=200${before}`
    const page = (await site.host.api('GET', path)) as {
      readonly order: readonly string[]
      readonly posts: Readonly<Record<string, { readonly message: string }>>
      readonly has_next: boolean
    }
    for (const id of page.order) there.add(page.posts[id]?.message ?? '')
    if (!page.has_next) break
    before = `&before=${page.order.at(-1) ?? ''}`
  }
  return acknowledged.filter((text) => !there.has(text)).length
}

/** Mebibytes now, and the most there have been. */
async function memory({ child }: ExampleHost): Promise<string> {
  if (process.platform !== 'linux') return '?'
  const status = await readFile(`/proc/${String(child.pid)}/status`, 'utf8')
  const of = (name: string): string => {
    const kib = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]
    return (Number(kib) / 1024).toFixed(0)
  }
  return `${of('VmRSS')}, at most ${of('VmHWM')}`
}

async function filesOf({ dataDir }: ExampleHost): Promise<{ path: string; size: number }[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const paths = entries.filter((each) => each.isFile()).map((e) => join(e.parentPath, e.name))
  return Promise.all(paths.map(async (path) => ({ path, size: (await stat(path)).size })))
}

async function sizeOf(host: ExampleHost): Promise<number> {
  return (await filesOf(host)).reduce((sum, { size }) => sum + size, 0)
}

async function largest(host: ExampleHost): Promise<number> {
  const posts = (await filesOf(host)).filter(({ path }) => path.includes('/posts/'))
  return Math.max(...posts.map(({ size }) => size))
}

if (argv[1] === fileURLToPath(import.meta.url)) exit(await measureLarge())
