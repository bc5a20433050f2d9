import { argv, exit } from 'node:process'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { postRequest } from './connection.js'
import { Bars } from '../../support/figures.js'
import { hold } from './held.js'
import { machineLoad, openScene, type Scene } from './scene.js'
import type { Sent } from './sender.js'

const COUNT = 500
/** Where the time of each is measured, and not how many there can be. */
const FEW = 20
const UNKNOWN = `/hooks/${'unknown0'.repeat(4)}`
const MIB = 1024 * 1024
/** Hook requests per second beside all that. */
const RATE = 50

/** Slow, huge and compressed requests by the hundreds, while honest ones go on. */
export async function measureSlow(): Promise<0 | 1> {
  const scene = await openScene()
  const bars = new Bars()
  try {
    const hook = postRequest(scene.hookPath, JSON.stringify({ text: 'beside the slow ones' }))
    const beside = (seconds: number): Promise<Sent> =>
      scene.send({ request: hook, seconds, pace: { rate: RATE } })
    bars.note('the machine', machineLoad())
    await beside(3)
    const calm = await beside(10)
    bars.note('hooks with nothing beside them, p99', `${p99Of(calm).toFixed(1)} ms`)
    await heads(scene, bars, beside)
    await bodies(scene, bars, beside)
    await unknownKeys(scene, bars)
    await tooLarge(scene, bars)
    await compressed(scene, bars)
  } finally {
    await scene.end()
  }
  return bars.end()
}

type Beside = (seconds: number) => Promise<Sent>

async function heads(scene: Scene, bars: Bars, beside: Beside): Promise<void> {
  const first = `POST ${scene.hookPath} HTTP/1.1\r\nHost: x\r\n`
  const held = hold(scene.host.port, { count: COUNT, first, drip: 'X-A: b\r\n' }, 15)
  judgeHooks(bars, 'slow headers', await beside(8))
  const { closed, stillOpen } = await held
  bars.atMost(`${COUNT} slow headers: open after 15 s`, stillOpen, 0)
  bars.atMost(`${COUNT} slow headers: longest until closed`, closed.max / 1000, 11, ' s')
}

async function bodies(scene: Scene, bars: Bars, beside: Beside): Promise<void> {
  const first = `POST ${scene.hookPath} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{`
  const { rss } = await scene.watched()
  const held = hold(scene.host.port, { count: COUNT, first, drip: ' ' }, 20)
  judgeHooks(bars, 'slow bodies', await beside(12))
  const { closed, stillOpen, statuses } = await held
  bars.note('slow bodies were answered', statuses.join(', '))
  bars.atMost(`${COUNT} slow bodies: open after 20 s`, stillOpen, 0)
  bars.atMost(`${COUNT} slow bodies: longest until closed`, closed.max / 1000, 11, ' s')
  bars.atMost('slow bodies: memory above the start', await growth(scene, rss), 64, ' MiB')
}

// Nothing but the head is sent: an answer cannot have waited for a byte of the body.
async function unknownKeys(scene: Scene, bars: Bars): Promise<void> {
  const first = `POST ${UNKNOWN} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n`
  const { rss } = await scene.watched()
  const silent = await hold(scene.host.port, { count: COUNT, first, drip: '' }, 10)
  bars.atLeast(`${COUNT} unknown keys: answered before the body`, silent.answered.count, COUNT)
  bars.atMost('unknown keys: answers other than 404', othersThan(404, silent.statuses), 0)
  bars.atMost('unknown keys: longest until closed', silent.closed.max / 1000, 11, ' s')
  const body = Buffer.alloc(MIB, 'x')
  await hold(
    scene.host.port,
    { count: COUNT, first: Buffer.concat([Buffer.from(first), body]), drip: '' },
    10,
  )
  bars.atMost(
    'unknown keys, 1 MB each: memory above the start',
    await growth(scene, rss),
    64,
    ' MiB',
  )
}

async function tooLarge(scene: Scene, bars: Bars): Promise<void> {
  const first = `POST ${scene.hookPath} HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n`
  const { statuses, answered } = await hold(scene.host.port, { count: FEW, first, drip: '' }, 10)
  bars.atLeast('declared too large: answered without a body', answered.count, FEW)
  bars.atMost('declared too large: answers other than 413', othersThan(413, statuses), 0)
  bars.atMost('declared too large: median until answered', answered.p50, 50, ' ms')
}

async function compressed(scene: Scene, bars: Bars): Promise<void> {
  const bomb = gzipSync(Buffer.alloc(50 * MIB, ' '))
  const lines = ['Host: x', 'Content-Encoding: gzip', `Content-Length: ${bomb.length}`]
  const head = `POST ${scene.hookPath} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
  const { rss } = await scene.watched()
  const first = Buffer.concat([Buffer.from(head), bomb])
  const { statuses } = await hold(scene.host.port, { count: COUNT, first, drip: '' }, 20)
  bars.note(`${COUNT} requests that grow to 50 MiB were answered`, statuses.join(', '))
  bars.atMost('those accepted', statuses.filter((status) => status === 200).length, 0)
  bars.atMost('growing requests: memory above the start', await growth(scene, rss), 64, ' MiB')
}

function judgeHooks(bars: Bars, beside: string, sent: Sent): void {
  const others = sent.sent - (sent.byStatus['200']?.count ?? 0)
  bars.atMost(`hooks beside ${beside}: not accepted, of ${sent.sent}`, others, 0)
  bars.atMost(`hooks beside ${beside}: p99`, p99Of(sent), 250, ' ms')
}

async function growth(scene: Scene, from: number): Promise<number> {
  return (await scene.watched()).peakRss - from
}

function othersThan(status: number, statuses: readonly number[]): number {
  return statuses.filter((each) => each !== status).length
}

function p99Of(sent: Sent): number {
  return sent.byStatus['200']?.p99 ?? Infinity
}

if (argv[1] === fileURLToPath(import.meta.url)) exit(await measureSlow())
