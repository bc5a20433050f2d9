import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'

export const SHELLS: readonly string[] = ['dash', 'bash', 'busybox sh'].filter(
  (shell) => spawnSync('sh', ['-c', `${shell} -c true`]).status === 0,
)

export interface Ran {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A machine for scripts, on which `sleep` only notes how long it was to be. */
export interface Machine {
  /** Runs a program with these variables alone, so that nothing of this process helps it. */
  readonly run: (
    command: readonly string[],
    variables?: Readonly<Record<string, string>>,
  ) => Promise<Ran>
  /** Writes a file into the machine's folder, and returns its path. */
  readonly write: (name: string, content: string) => Promise<string>
  /** The seconds that scripts were to sleep. */
  readonly pauses: () => Promise<readonly string[]>
  /** The arguments of each start of curl, as a list of processes shows them. */
  readonly started: () => Promise<readonly string[]>
  readonly remove: () => Promise<void>
}

export async function openMachine(): Promise<Machine> {
  const folder = await mkdtemp(join(tmpdir(), 'scripts-'))
  const path = process.env['PATH'] ?? ''
  const write = async (name: string, content: string): Promise<string> => {
    const file = join(folder, name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
    return file
  }
  const program = async (name: string, rest: string): Promise<void> => {
    const noted = join(folder, `${name}.noted`)
    await writeFile(noted, '')
    const script = `#!/bin/sh\nprintf '%s\\n' "$*" >>'${noted}'\n${rest}\n`
    await chmod(await write(name, script), 0o755)
  }
  const noted = async (name: string): Promise<readonly string[]> => {
    const lines = (await readFile(join(folder, `${name}.noted`), 'utf8')).split('\n')
    return lines.slice(0, -1)
  }
  await program('sleep', ':')
  await program('curl', `PATH='${path}' exec curl "$@"`)
  return {
    run: async ([file = '', ...args], variables = {}) => {
      const child = spawn(file, args, {
        cwd: folder,
        env: { PATH: `${folder}:${path}`, ...variables },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const [stdout, stderr] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        child.exitCode === null ? once(child, 'exit') : null,
      ])
      return { status: child.exitCode, stdout, stderr }
    },
    write,
    pauses: () => noted('sleep'),
    started: () => noted('curl'),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
