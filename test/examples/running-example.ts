import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../support/free-port.js'
import { ROOT } from '../support/root.js'

/** A host of `docs/examples` in a process of its own. */
export interface RunningExample {
  /** Where it listens: `http://127.0.0.1:port`. */
  readonly url: string
  /** The URL of the webhook that it has printed. */
  readonly hookUrl: string
  /** SIGTERM. Returns the exit code, or null if the signal ended it. */
  readonly stop: () => Promise<number | null>
}

/** Runs an example as a reader does: with Node, and with these variables beside `PORT` and `SECRET`. */
export async function startExample(
  file: string,
  env: Readonly<Record<string, string>> = {},
): Promise<RunningExample> {
  const port = String(await freePort())
  const child = spawn(process.execPath, [join(ROOT, 'docs/examples', file)], {
    env: { ...process.env, SECRET: randomBytes(32).toString('hex'), PORT: port, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const lines: AsyncIterator<string, undefined> = createInterface(child.stdout)[
    Symbol.asyncIterator
  ]()
  const { value: line } = await lines.next()
  if (line === undefined) throw new Error(`${file} ended before it was ready`)
  return {
    url: `http://127.0.0.1:${port}`,
    hookUrl: line.replace('Post to ', ''),
    stop: async () => {
      child.kill()
      await exited
      return child.exitCode
    },
  }
}
