import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../support/free-port.js'
import { call } from '../../support/http-client.js'
import { soon } from '../../support/until.js'

/** As its own archive and Debian call it. */
const NAMES = ['alertmanager', 'prometheus-alertmanager']

/** The Alertmanager that is installed, if there is one. */
export function alertmanagerProgram(): string | undefined {
  return NAMES.find((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0)
}

export interface Alert {
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
  readonly startsAt: string
  readonly endsAt: string
}

/** An Alertmanager that tells one webhook of what it is told. */
export interface Alertmanager {
  post(alerts: readonly Alert[]): Promise<void>
  /** The sum of a metric over all lines for webhooks. */
  metric(name: string): Promise<number>
  stop(): Promise<void>
}

interface Receiver {
  readonly url: string
  /** How often it is told of a group that changes, in milliseconds. */
  readonly interval: number
}

export async function startAlertmanager(
  program: string,
  receiver: Receiver,
): Promise<Alertmanager> {
  const folder = await mkdtemp(join(tmpdir(), 'alertmanager-'))
  const config = join(folder, 'alertmanager.json')
  await writeFile(config, JSON.stringify(configOf(receiver)))
  const address = `127.0.0.1:${await freePort()}`
  const child = spawn(
    program,
    [
      `--config.file=${config}`,
      `--storage.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
      '--cluster.listen-address=',
      '--log.level=error',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  await soon('Alertmanager answers', () => call(`http://${address}/-/ready`, { method: 'GET' }))
  return {
    post: async (alerts) => {
      const { status, text } = await call(`http://${address}/api/v2/alerts`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(alerts),
      })
      if (status !== 200) throw new Error(`Alertmanager answers ${status}: ${text}`)
    },
    metric: async (name) => {
      const { text } = await call(`http://${address}/metrics`, { method: 'GET' })
      const lines = text.split('\n').filter((line) => line.startsWith(`alertmanager_${name}{`))
      const ofWebhooks = lines.filter((line) => line.includes('integration="webhook"'))
      return ofWebhooks.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
    },
    stop: async () => {
      await stopped(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function configOf({ url, interval }: Receiver): object {
  return {
    route: {
      receiver: 'chat',
      group_by: ['alertname'],
      group_wait: '100ms',
      group_interval: `${interval}ms`,
      repeat_interval: '1h',
    },
    receivers: [{ name: 'chat', webhook_configs: [{ url, send_resolved: true }] }],
  }
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exited = once(child, 'exit')
  child.kill()
  await exited
}
