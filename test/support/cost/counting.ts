import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Job } from './count-process.js'
import type { Scanners } from './scanners.js'

/** How much longer the second text is than the first one. */
const FACTOR = 8
/**
 * By so much more the count may grow: a square of the length makes it another eight times, a text
 * whose last piece decides how the whole is read up to twice.
 */
const TOLERANCE = 2.3

/** A text of about so many characters. */
export type Make = (n: number) => string

/**
 * Counts what reading a text takes: how often each part of the library's code runs, and what the
 * engine's own functions read. A count is the same on every machine, however busy it is.
 */
export class Counting {
  // Code that one of the optimizing compilers has made does not count all of its calls.
  readonly #counter = fork(fileURLToPath(new URL('./count-process.js', import.meta.url)), {
    execArgv: ['--no-opt', '--no-maglev'],
  })
  readonly #exited = once(this.#counter, 'exit')
  #last: Promise<unknown> = Promise.resolve()

  /** Steps that a scanner of `scanners.ts` takes over each of the texts. */
  async counts(of: Scanners, name: string, texts: readonly string[]): Promise<readonly number[]> {
    const job: Job = { of, name, texts }
    const counts = this.#last.then(async () => {
      const answer = once(this.#counter, 'message')
      this.#counter.send(job)
      const [results] = (await Promise.race([answer, this.#exited])) as [unknown]
      if (!Array.isArray(results)) throw new Error(`the counting has ended with ${String(results)}`)
      return results.map((result: unknown) => {
        if (typeof result === 'number') return result
        throw new Error(`${name}: ${String(result)}`)
      })
    })
    this.#last = counts.catch(() => undefined)
    return counts
  }

  /** What is wrong with the growth of the counts from a text to one eight times as long. */
  async growthFaults(
    of: Scanners,
    name: string,
    makes: readonly Make[],
    size: number,
  ): Promise<readonly string[]> {
    const texts = makes.flatMap((make) => [make(size), make(FACTOR * size)])
    const counts = await this.counts(of, name, texts)
    return makes.flatMap((make, at) => {
      const [small = 0, large = Infinity] = counts.slice(2 * at)
      if (large <= FACTOR * TOLERANCE * small) return []
      const steps = `${small} steps, ${large} for ${FACTOR} times the text`
      return [`${name} of ${JSON.stringify(make(30))}: ${steps}`]
    })
  }

  async close(): Promise<void> {
    if (this.#counter.connected) this.#counter.disconnect()
    await this.#exited
  }
}
