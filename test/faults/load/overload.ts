import { argv, env, exit } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { postRequest } from './connection.js'
import { Bars } from '../../support/figures.js'
import { machineLoad, openScene, type Scene } from './scene.js'
import type { Sent } from './sender.js'
import type { Watched } from './watch.js'

/** More than are stored at once. */
const CLIENTS = 400
const TIMES = 5
const MOST_OF_BARE = 0.5
const TEXT =
  '[FIRING:1] DiskFull on db-01: 91 % of /var is used, 4 GB are left, growing by 1 GB an hour'

/**
 * Sends five times what a host with a slow disk can store, with rate limits off, and looks at what becomes
 * of it.
 */
export async function measureOverload(seconds: number): Promise<0 | 1> {
  const scene = await openScene({}, 'slow-disk')
  const bars = new Bars()
  try {
    const request = postRequest(scene.hookPath, JSON.stringify({ text: TEXT }))
    const closed = (for_: number): Promise<Sent> =>
      scene.send({ request, seconds: for_, pace: { clients: CLIENTS } })
    await closed(10)
    await scene.watched()
    const before = await closed(10)
    const calmly = await scene.watched()
    const capacity = rateOf(before)
    bars.note('CPU per accepted request', `${perRequest(calmly, before)} µs`)
    bars.note('the machine', machineLoad())
    bars.note(`durable posts per second, ${CLIENTS} clients`, capacity.toFixed(0))
    const bare = rateOf(await scene.sendBare({ request, seconds: 3, pace: { clients: CLIENTS } }))
    bars.note('refusals per second of a bare server in Node', bare.toFixed(0))
    // Beyond that the requests would wait for Node itself, whatever is done with them.
    const rate = Math.min(TIMES * capacity, MOST_OF_BARE * bare)
    bars.note('sent, times what can be stored', (rate / capacity).toFixed(1))
    const calm = await scene.sendBare({ request, seconds: 5, pace: { rate } })
    bars.note('bare server at this rate, p99', `${(calm.byStatus['503']?.p99 ?? 0).toFixed(1)} ms`)
    await flood(scene, bars, { request, seconds, pace: { rate } }, calmly)
    await sleep(2_000)
    const after = rateOf(await closed(5))
    bars.atLeast('rate from 2 s after, of the rate before', after / capacity, 0.9)
  } finally {
    await scene.end()
  }
  return bars.end()
}

async function flood(
  scene: Scene,
  bars: Bars,
  order: Parameters<Scene['send']>[0] & { readonly pace: { readonly rate: number } },
  calmly: Watched,
): Promise<void> {
  await scene.watched()
  const sent = await scene.send(order)
  const watched = await scene.watched()
  const accepted = sent.byStatus['200'] ?? { count: 0, p50: 0, p99: Infinity, max: 0 }
  const stored = watched.byStatus['200'] ?? accepted
  const refused = watched.byStatus['503'] ?? { count: 0, p50: 0, p99: 0, max: 0 }
  const others = Object.keys(sent.byStatus).filter((status) => !/^(?:200|503)$/.test(status))
  bars.note(
    'sent per second, of that due',
    `${rateOf(sent).toFixed(0)} of ${order.pace.rate.toFixed(0)}`,
  )
  bars.note('accepted, refused', `${accepted.count}, ${sent.byStatus['503']?.count ?? 0}`)
  // Sender and server share the cores: what the machine cannot do is waited for in the sockets.
  bars.note(
    'accepted as the sender sees it, from when it was due, median, p99',
    `${accepted.p50.toFixed(0)}, ${accepted.p99.toFixed(0)} ms`,
  )
  bars.note(
    'refused as the sender sees it, p99',
    `${(sent.byStatus['503']?.p99 ?? 0).toFixed(1)} ms`,
  )
  bars.note("sender's own delay, p99", `${sent.ownDelay.toFixed(1)} ms`)
  bars.note('longest stall of the server', `${watched.stall.toFixed(1)} ms`)
  bars.note('CPU per request, refused ones included', `${perRequest(watched, sent)} µs`)
  bars.note('connections', `${sent.connections}`)
  bars.note('other answers', others.join(', ') || 'none')
  bars.atLeast('refused at all', refused.count, 1)
  // Those that come wait for up to two seconds, instead of being refused.
  bars.atMost('accepted, p99 within the server', stored.p99, 3_000, ' ms')
  bars.atMost('refused, p99 within the server', refused.p99, 20, ' ms')
  bars.atMost('refusals without Retry-After', sent.withoutRetryAfter, 0)
  bars.atMost('answers other than 200 and 503', others.length, 0)
  bars.atMost('connections reset', sent.resets, 0)
  bars.atMost('requests without an answer', sent.unanswered, 0)
  const posts = watched.live - calmly.live
  bars.note('memory of what was stored meanwhile', `${posts.toFixed(0)} MiB`)
  const above = watched.peakRss - calmly.peakRss - posts
  // 3,000 open connections alone take about half of it.
  bars.atMost('memory beyond that, above the full rate before', above, 128, ' MiB')
}

function perRequest({ cpu }: Watched, { sent }: Sent): string {
  return ((cpu * 1000) / sent).toFixed(0)
}

function rateOf(sent: Sent): number {
  return sent.sent / sent.seconds
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  exit(await measureOverload(Number(env['OVERLOAD_SECONDS'] ?? 30)))
}
