import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { argv, env, exit } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Bars, Times } from '../../support/figures.js'
import { type Answer, call } from '../../support/http-client.js'
import type { HungOrder, HungReport } from './hung-host.js'
import { machineLoad } from './scene.js'

const REQUESTS = 600
/** How often it is asked whether requests are accepted again. */
const ASK_MS = 20
/** How long a request waits for its turn before its call can hang. */
const PATIENCE_MS = 4_000

type When = 'while they hang' | 'after the last of them was answered'

/** Requests to a host whose store does not answer, and what follows when it does again. */
export async function measureHung(adapterTimeout: number): Promise<0 | 1> {
  const bars = new Bars()
  bars.note('the machine', machineLoad())
  await measure(bars, adapterTimeout, 'while they hang')
  await measure(bars, adapterTimeout, 'after the last of them was answered')
  return bars.end()
}

async function measure(bars: Bars, adapterTimeout: number, wellAgain: When): Promise<void> {
  const child = fork(fileURLToPath(new URL('hung-host.js', import.meta.url)), {
    env: { ...env, ADAPTER_TIMEOUT: String(adapterTimeout) },
  })
  const agent = new Agent({ keepAlive: true })
  try {
    const { port, path } = await reported(child, 'port')
    const post = (): Promise<Answer> =>
      call(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"text":"t"}',
        timeoutMs: 3 * adapterTimeout + 30_000,
        agent,
      })
    const hung = sendAll(post)
    if (wellAgain === 'while they hang') await sleep(adapterTimeout / 2)
    else await hung
    await ask(child, 'well')
    const again = await untilAccepted(post)
    const { times, statuses } = await hung
    bars.note(`the store answers again ${wellAgain}:`, '')
    bars.note(`${REQUESTS} requests, statuses`, statuses)
    bars.note('calls that hung', String((await ask(child, 'figures')).hung))
    const bar = (PATIENCE_MS + adapterTimeout + 1_000) / 1_000
    bars.atMost('longest until an answer', times.summary().max / 1000, bar, ' s')
    bars.atMost('from then to the next 200', again / 1000, 1, ' s')
    await calm(bars, post, child)
  } finally {
    agent.destroy()
    child.disconnect()
  }
}

async function sendAll(
  post: () => Promise<Answer>,
): Promise<{ readonly times: Times; readonly statuses: string }> {
  const times = new Times()
  const counts = new Map<number, number>()
  const send = async (): Promise<void> => {
    const began = performance.now()
    const { status } = await post()
    times.add(performance.now() - began)
    counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  await Promise.all(Array.from({ length: REQUESTS }, send))
  const statuses = [...counts].map(([status, count]) => `${count} x ${status}`).join(', ')
  return { times, statuses }
}

/** Milliseconds until a request is accepted. */
async function untilAccepted(post: () => Promise<Answer>): Promise<number> {
  const began = performance.now()
  while ((await post()).status !== 200) await sleep(ASK_MS)
  return performance.now() - began
}

/** A moment later nothing is left of the trouble. */
async function calm(bars: Bars, post: () => Promise<Answer>, child: ChildProcess): Promise<void> {
  const end = performance.now() + 1500
  while (performance.now() < end) {
    await post()
    await sleep(ASK_MS)
  }
  const { posts } = await ask(child, 'figures')
  const answers = await Promise.all(Array.from({ length: 100 }, post))
  const refused = answers.filter(({ status }) => status !== 200).length
  bars.atMost('of 100 requests at once 1.5 s later, refused', refused, 0)
  const stored = (await ask(child, 'figures')).posts - posts
  bars.atMost('of them lost or stored twice', Math.abs(stored - (100 - refused)), 0)
}

async function ask(
  child: ChildProcess,
  order: HungOrder,
): Promise<Extract<HungReport, { hung: number }>> {
  const answer = reported(child, 'hung')
  child.send(order)
  return answer
}

async function reported<K extends 'port' | 'hung'>(
  child: ChildProcess,
  kind: K,
): Promise<Extract<HungReport, Record<K, number>>> {
  const ended = new AbortController()
  const onExit = (): void => {
    ended.abort(new Error('the host under measurement has ended'))
  }
  child.once('exit', onExit)
  const [report] = (await once(child, 'message', { signal: ended.signal })) as [HungReport]
  child.off('exit', onExit)
  if (kind in report) return report as Extract<HungReport, Record<K, number>>
  throw new Error(`the host does not say its ${kind}`)
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  exit(await measureHung(Number(env['ADAPTER_TIMEOUT'] ?? 15_000)))
}
