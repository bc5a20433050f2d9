import { type ChildProcess, fork, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../support/root.js'
import { javaScriptOf } from './program.js'
import type { Outcome, ToRun } from './run-programs.js'

const RUNNER = join(ROOT, 'dist/test/docs/run-programs.js')
const STDIO: StdioOptions = ['ignore', 'ignore', 'inherit', 'ipc']
/** Longer than connections without requests are kept. */
const END_MS = 30_000
const ENDED: Outcome = { failure: 'it ended the process', printed: null }

export interface Programs {
  /** Runs TypeScript as a program, and returns the first value that it prints, which is JSON. */
  readonly printedBy: (source: string) => Promise<unknown>
  /** Runs one that need not print anything. Rejects if it fails. */
  readonly run: (source: string) => Promise<void>
}

/**
 * Runs the programs of a suite one after another in a process that they share, as each of their own
 * takes its time to start. After the last one, nothing that they opened may keep the process alive.
 */
export function useProgramsInOneProcess(): Programs {
  let folder = ''
  let child: ChildProcess | undefined
  let count = 0

  before(async () => {
    // Below the package, which programs import by its name.
    folder = await mkdtemp(join(ROOT, 'dist/programs-'))
  })

  after(async () => {
    try {
      if (child?.connected === true) await ended(child)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  const outcomeOf = async (source: string, prints: boolean): Promise<string> => {
    count += 1
    const file = join(folder, `${count}.mjs`)
    // Anew if the program before this one has ended it.
    if (child?.connected !== true) child = fork(RUNNER, { cwd: ROOT, stdio: STDIO })
    await writeFile(file, await javaScriptOf(source))
    const { failure, printed } = await answerOf(child, { url: pathToFileURL(file).href, prints })
    if (failure !== null) throw new Error(failure)
    return printed ?? ''
  }
  return {
    printedBy: async (source) => JSON.parse(await outcomeOf(source, true)) as unknown,
    run: async (source) => {
      await outcomeOf(source, false)
    },
  }
}

async function answerOf(child: ChildProcess, program: ToRun): Promise<Outcome> {
  const over = new AbortController()
  const { signal } = over
  const answered = once(child, 'message', { signal }).then(([outcome]) => outcome as Outcome)
  const exited = once(child, 'exit', { signal }).then(() => ENDED)
  child.send(program)
  try {
    return await Promise.race([answered, exited])
  } finally {
    over.abort()
  }
}

async function ended(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  const timer = setTimeout(() => child.kill('SIGKILL'), END_MS)
  child.disconnect()
  await exited
  clearTimeout(timer)
  if (child.signalCode !== null) throw new Error('a program keeps the process from ending')
}
