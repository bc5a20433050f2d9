import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ROOT } from '../support/root.js'

export interface Ran {
  readonly status: number | null
  readonly out: string
  readonly err: string
}

const COMMAND = join(ROOT, 'dist/esm/cli.js')

/** Runs the command in a process of its own, with these variables instead of those of the tests. */
export async function run(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  command = COMMAND,
): Promise<Ran> {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [command, ...args], {
    env: { PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', resolve)
  })
  const [out, err, status] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { status, out, err }
}

export interface Files {
  readonly folder: string
  /** The path of a file with this text, or this value as JSON. */
  write(name: string, content: string | object): Promise<string>
  remove(): Promise<void>
}

export async function openFiles(): Promise<Files> {
  const folder = await mkdtemp(join(tmpdir(), 'hooks-as-code-'))
  return {
    folder,
    write: async (name, content) => {
      const path = join(folder, name)
      const json = (): string => `${JSON.stringify(content, null, 2)}\n`
      await writeFile(path, typeof content === 'string' ? content : json())
      return path
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
