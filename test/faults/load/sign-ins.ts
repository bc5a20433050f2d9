import { argv, exit } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
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
  return bars.end()
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

async function signIn(url: string, loginId: string, password: string): Promise<number> {
  const { status } = await call(`${url}/api/v4/users/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ login_id: loginId, password }),
  })
  return status
}

function p99Of(sent: Sent): number {
  return sent.byStatus['200']?.p99 ?? Infinity
}

if (argv[1] === fileURLToPath(import.meta.url)) exit(await measureSignIns())
