import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { startExampleHost } from '../test/support/example-host.js'
import { makeHookChannel } from '../test/support/hook-channel.js'
import { ROOT } from '../test/support/root.js'
import type { Report } from './child.js'

/** A server under measurement, in a process of its own. */
export interface Target {
  readonly name: string
  /** Where messages are posted. */
  readonly hookUrl: string
  /** Microseconds of CPU time that its process has used so far, all threads. */
  cpu(): Promise<number>
  stop(): Promise<void>
}

/** Starts bench/<name>.js, whose environment gets `variables` too. */
export async function startChild(
  name: 'bare' | 'bare-http' | 'memory' | 'postgres-bare' | 'postgres-chat',
  variables: Readonly<Record<string, string>> = {},
  title: string = name,
): Promise<Target> {
  const env = { ...process.env, ...variables }
  const child = fork(fileURLToPath(new URL(`${name}.js`, import.meta.url)), { env })
  const report = await nextReport(child)
  if (!('port' in report)) throw new Error(`${name} does not say where it listens`)
  return {
    name: title,
    hookUrl: `http://127.0.0.1:${report.port}${report.path}`,
    cpu: () => cpuOf(child),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

/** Starts the example host on an empty temporary folder, with a channel and a webhook of its own. */
export async function startLowdb(): Promise<Target> {
  const preload = pathToFileURL(join(ROOT, 'dist/bench/preload.js')).href
  const host = await startExampleHost({ preload })
  const { hookPath } = await makeHookChannel(host, 'bench')
  return {
    name: 'lowdb',
    hookUrl: host.url + hookPath,
    cpu: () => cpuOf(host.child),
    stop: async () => {
      await host.stop()
    },
  }
}

/** The body of a recorded request of Alertmanager, for the webhook's own channel. */
export function alertmanagerBody(): string {
  const file = 'test/blackbox/suite/senders/alertmanager-0.25.0-slack-full.http'
  const request = readFileSync(join(ROOT, file), 'utf8')
  const body = JSON.parse(request.slice(request.indexOf('\r\n\r\n') + 4)) as Record<string, unknown>
  delete body['channel']
  return JSON.stringify(body)
}

async function cpuOf(child: ChildProcess): Promise<number> {
  const answer = nextReport(child)
  child.send('cpu')
  const report = await answer
  if (!('cpu' in report)) throw new Error('the target does not say its CPU time')
  return report.cpu
}

async function nextReport(child: ChildProcess): Promise<Report> {
  const ended = new AbortController()
  const onExit = () => {
    ended.abort(new Error('the target has ended'))
  }
  child.once('exit', onExit)
  try {
    const [report] = (await once(child, 'message', { signal: ended.signal })) as [Report]
    return report
  } finally {
    child.off('exit', onExit)
  }
}
