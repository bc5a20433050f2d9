import { argv, exit } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startExampleHost } from '../../support/example-host.js'
import { call } from '../../support/http-client.js'
import { postRequest } from './connection.js'
import { Bars, Times } from '../../support/figures.js'
import { machineLoad, openScene, type Scene } from './scene.js'
import type { Sent } from './sender.js'

const PARALLEL = 50
/** Hook requests per second, whatever becomes of them. */
const RATE = 200
const SECONDS = 15
/** Of each kind, taking turns. */
const TRIES = 200
/** Connections that try a password on account after account. */
const SPRAYERS = 120
const SPRAY_SECONDS = 10
/** How long the administrator waits between two sign-ins. */
const CALM_MS = 250

/** People who sign in beside hooks that go on; and whether the time tells who exists. */
export async function measureSignIns(): Promise<0 | 1> {
  const scene = await openScene()
  const bars = new Bars()
  try {
    const request = postRequest(scene.hookPath, JSON.stringify({ text: 'beside the sign-ins' }))
    const hooks = (): Promise<Sent> =>
      scene.send({ request, seconds: SECONDS, pace: { rate: RATE } })
    bars.note('the machine', machineLoad())
    await scene.send({ request, seconds: 3, pace: { rate: RATE } })
    const calm = await hooks()
    const signIns = new Times()
    const state = { running: true, refused: 0, other: 0 }
    const people = Array.from({ length: PARALLEL }, (_, n) => signInAgain(scene, n, state, signIns))
    await sleep(1000)
    const busy = await hooks()
    state.running = false
    await Promise.all(people)
    const { count, p50 } = signIns.summary()
    bars.note('sign-ins that were answered, median', `${count}, ${p50.toFixed(0)} ms`)
    bars.note('refused with 503, as the queue is bounded', String(state.refused))
    bars.atMost('other answers than 200, 401 and 503', state.other, 0)
    bars.note('hooks with nothing beside them, p99', `${p99Of(calm).toFixed(1)} ms`)
    bars.atMost('hooks not accepted', busy.sent - (busy.byStatus['200']?.count ?? 0), 0)
    bars.atMost('hooks beside 50 sign-ins, p99 above that', p99Of(busy) - p99Of(calm), 50, ' ms')
    await compareTimes(scene, bars)
  } finally {
    await scene.end()
  }
  await measureSpraying(bars)
  return bars.end()
}

/** One address sends wrong passwords for ever other accounts; somebody signs in from another one. */
async function measureSpraying(bars: Bars): Promise<void> {
  const host = await startExampleHost({ env: { SIGN_IN_RATE: '10,900' } })
  try {
    const state = { running: true, tries: 0 }
    const answers = new Map<number, number>()
    const sprayers = Array.from({ length: SPRAYERS }, async () => {
      while (state.running) {
        const status = await signIn(host.url, `nobody${state.tries++}`, 'wrong')
        answers.set(status, (answers.get(status) ?? 0) + 1)
      }
    })
    const times = new Times()
    let refused = 0
    const end = performance.now() + SPRAY_SECONDS * 1000
    while (performance.now() < end) {
      const began = performance.now()
      const status = await signIn(host.url, 'admin', host.adminPassword, '127.0.0.2')
      times.add(performance.now() - began)
      if (status !== 200) refused += 1
      await sleep(CALM_MS)
    }
    state.running = false
    await Promise.all(sprayers)
    const counts = [...answers].map(([status, count]) => `${count} x ${status}`)
    bars.note(`${SPRAYERS} connections of one address with unknown names`, counts.join(', '))
    const { count, p50, max } = times.summary()
    bars.note(
      'right sign-ins from another address, median, longest',
      `${count}, ${shown(p50)}, ${shown(max)}`,
    )
    bars.atMost('of them refused', refused, 0)
    bars.atMost('passwords of the flooding address that were compared', answers.get(401) ?? 0, 50)
  } finally {
    await host.stop()
  }
}

async function signInAgain(
  { host }: Scene,
  number: number,
  state: { readonly running: boolean; refused: number; other: number },
  times: Times,
): Promise<void> {
  const right = number % 2 === 0
  while (state.running) {
    const began = performance.now()
    const status = await signIn(host.url, 'admin', right ? host.adminPassword : 'wrong')
    if (status === (right ? 200 : 401)) times.add(performance.now() - began)
    else if (status === 503) {
      state.refused += 1
      await sleep(100)
    } else state.other += 1
  }
}

/** A known and an unknown name by turns, both with a wrong password. */
async function compareTimes({ host }: Scene, bars: Bars): Promise<void> {
  const times = { known: new Times(), unknown: new Times() }
  for (let n = 0; n < 2 * TRIES; n++) {
    const isKnown = n % 2 === 0
    const began = performance.now()
    await signIn(host.url, isKnown ? 'admin' : `nobody${n}`, 'wrong')
    times[isKnown ? 'known' : 'unknown'].add(performance.now() - began)
  }
  const known = times.known.summary().p50
  const unknown = times.unknown.summary().p50
  bars.note('wrong password, known and unknown user, median', `${shown(known)}, ${shown(unknown)}`)
  bars.atMost('their difference', (100 * Math.abs(known - unknown)) / known, 5, ' %')
}

function shown(ms: number): string {
  return `${ms.toFixed(1)} ms`
}

async function signIn(
  url: string,
  loginId: string,
  password: string,
  from = '127.0.0.1',
): Promise<number> {
  const { status } = await call(`${url}/api/v4/users/login`, {
    method: 'POST',
    from,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ login_id: loginId, password }),
  })
  return status
}

function p99Of(sent: Sent): number {
  return sent.byStatus['200']?.p99 ?? Infinity
}

if (argv[1] === fileURLToPath(import.meta.url)) exit(await measureSignIns())
