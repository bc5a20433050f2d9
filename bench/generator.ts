import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ask } from './ask.js'
import type { Order } from './generator-child.js'
import type { Hook, Load, Loaded } from './load.js'
import { pin } from './pinning.js'

const CHILD = fileURLToPath(new URL('generator-child.js', import.meta.url))

/** Posts from a process of its own, on a processor that the servers do not use. */
export class Generator {
  readonly isPinned: boolean
  readonly #child: ChildProcess

  /** Servers must be started afterwards, because they inherit the other processor. */
  constructor() {
    const elsewhere = pin()
    this.isPinned = elsewhere.length > 0
    const command = [...elsewhere, process.execPath, CHILD]
    const [program = process.execPath, ...args] = command
    this.#child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  }

  /** Connects, and returns what posts. Connecting is no part of what a round measures. */
  async connect(hook: Hook, connections: number): Promise<(load: Load) => Promise<Loaded>> {
    await this.#ask({ connect: hook, connections })
    return async (load) => (await this.#ask({ load })) as Loaded
  }

  async post(hook: Hook, connections: number, load: Load): Promise<Loaded> {
    const post = await this.connect(hook, connections)
    return post(load)
  }

  stop(): void {
    this.#child.kill()
  }

  async #ask(order: Order): Promise<unknown> {
    return ask(this.#child, order)
  }
}
