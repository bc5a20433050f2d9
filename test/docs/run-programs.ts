import { setImmediate } from 'node:timers/promises'
import { inspect } from 'node:util'

// A process that imports programs one after another, as it is told to.

export interface ToRun {
  /** A module. */
  readonly url: string
  /** Whether it prints something, which may be after its module has run. */
  readonly prints: boolean
}

export interface Outcome {
  /** Why it failed; null if it did not. */
  readonly failure: string | null
  /** The first value that it printed, if it was to print something. */
  readonly printed: string | null
}

const { log, error } = console
const env = { ...process.env }
let fail: (reason: unknown) => void = () => undefined

process.on('message', (program: ToRun) => {
  void outcomeOf(program).then((outcome) => process.send?.(outcome))
})
for (const event of ['uncaughtException', 'unhandledRejection']) {
  process.on(event, (reason: unknown) => {
    fail(reason)
  })
}

async function outcomeOf({ url, prints }: ToRun): Promise<Outcome> {
  // What the one before may have changed.
  process.env = { ...env }
  Object.assign(console, { log, error })
  const failing = new Promise<never>((_, reject) => (fail = reject))
  const printing = new Promise<string>((resolve) => (console.log = resolve))
  const running = import(url).then(() => (prints ? printing : null))
  try {
    const printed = await Promise.race([running, failing])
    // By then, what nobody has caught is known.
    await Promise.race([setImmediate(), failing])
    return { failure: null, printed }
  } catch (reason) {
    return { failure: inspect(reason), printed: null }
  }
}
