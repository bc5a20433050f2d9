import { rm } from 'node:fs/promises'
import { exit } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ExampleHost, startExampleHost } from '../../support/example-host.js'
import { Bars } from '../../support/figures.js'
import { makeHookChannel } from '../../support/hook-channel.js'
import { call } from '../../support/http-client.js'
import { faketimeLibrary } from '../machine/clock.js'
import { PASSWORD } from '../../support/world/fill.js'
import { startOwnPostgres } from './server.js'

const MESSAGES = 60
const PER_SECOND = 5
/** How far the clock of the second node is ahead. */
const AHEAD = '+60s'

/** Two nodes whose clocks differ take the messages of one webhook in turns, at half of its rate. */
async function main(): Promise<0 | 1> {
  const library = faketimeLibrary()
  if (library === undefined) throw new Error('libfaketime is not installed')
  const bars = new Bars()
  const server = await startOwnPostgres()
  const hosts: ExampleHost[] = []
  try {
    const env = {
      DATABASE_URL: server.url,
      SECRET: 'a secret that both of the nodes share',
      HOOK_RATE: '10,100',
    }
    const ahead = {
      LD_PRELOAD: library,
      FAKETIME: AHEAD,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    }
    const adminPassword = PASSWORD
    hosts.push(await startExampleHost({ env, adminPassword }))
    hosts.push(await startExampleHost({ env: { ...env, ...ahead }, adminPassword }))
    const [right, wrong] = hosts
    if (!right || !wrong) throw new Error('there are no nodes')
    const { hookPath } = await makeHookChannel(right, 'alerts')
    const date = (await call(`${wrong.url}/healthz`, { method: 'GET' })).headers.date ?? ''
    bars.atLeast(
      'seconds that the second node is ahead',
      (Date.parse(date) - Date.now()) / 1000,
      55,
    )
    const accepted = [0, 0]
    for (let n = 0; n < MESSAGES; n += 1) {
      const node = n % 2
      const body = JSON.stringify({ text: `message ${n}` })
      const headers = { 'Content-Type': 'application/json' }
      const { status } = await call((hosts[node]?.url ?? '') + hookPath, {
        method: 'POST',
        headers,
        body,
      })
      if (status === 200) accepted[node] = (accepted[node] ?? 0) + 1
      await sleep(1000 / PER_SECOND)
    }
    const half = MESSAGES / 2
    bars.atLeast(`accepted by the node with the right clock, of ${half}`, accepted[0] ?? 0, half)
    bars.atLeast(`accepted by the node that is ahead, of ${half}`, accepted[1] ?? 0, half)
    bars.atMost('lines about the right clock', linesOf(right), 0)
    bars.atLeast('lines about the clock that is ahead', linesOf(wrong), 1)
  } finally {
    for (const host of hosts) {
      await host.stop()
      await rm(host.dataDir, { recursive: true, force: true })
    }
    await server.close()
  }
  return bars.end()
}

function linesOf(host: ExampleHost): number {
  return host.output().split('EIW_CLOCK_DIFFERS').length - 1
}

exit(await main())
