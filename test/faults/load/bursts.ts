import { argv, exit } from 'node:process'
import { fileURLToPath } from 'node:url'
import { Bars, Times } from '../../support/figures.js'
import { type ExampleHost, startExampleHost } from '../../support/example-host.js'
import { makeHookChannel } from '../../support/hook-channel.js'
import { call } from '../../support/http-client.js'
import { startOwnPostgres } from '../postgres/server.js'
import { machineLoad } from './scene.js'

const WEBHOOKS = 500
const ROUNDS = 5

/** A switch fails: 500 programs report it at once, each to a webhook of its own, once. */
export async function measureBursts(): Promise<0 | 1> {
  const bars = new Bars()
  bars.note('the machine', machineLoad())
  await onStore(bars, 'lowdb', {})
  const server = await startOwnPostgres()
  try {
    await onStore(bars, 'PostgreSQL', { DATABASE_URL: server.url })
  } finally {
    await server.close()
  }
  return bars.end()
}

async function onStore(
  bars: Bars,
  store: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const host = await startExampleHost({ env: { HOOK_RATE: '10,100', ...env } })
  try {
    const paths: string[] = []
    for (let n = 0; n < WEBHOOKS; n += 1) {
      paths.push((await makeHookChannel(host, `burst-${n}`)).hookPath)
    }
    for (let round = 1; round <= ROUNDS; round += 1) await burst(bars, store, host, paths, round)
  } finally {
    await host.stop()
  }
}

async function burst(
  bars: Bars,
  store: string,
  { url }: ExampleHost,
  paths: readonly string[],
  round: number,
): Promise<void> {
  const times = new Times()
  const statuses = await Promise.all(
    paths.map(async (path) => {
      const began = performance.now()
      const { status } = await call(`${url}${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ text: `the switch has failed, ${round}` }),
      })
      times.add(performance.now() - began)
      return status
    }),
  )
  const stored = statuses.filter((status) => status === 200).length
  bars.atLeast(`${store}: messages that are stored, of ${WEBHOOKS}`, stored, WEBHOOKS)
  bars.note(`${store}: longest until an answer`, `${times.summary().max.toFixed(0)} ms`)
}

if (argv[1] === fileURLToPath(import.meta.url)) exit(await measureBursts())
