import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import process, { env, execPath, kill } from 'node:process'
import { setTimeout } from 'node:timers/promises'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** How long processes may take to end by themselves. */
const GRACE_MS = 5000
const LOOK_MS = 50

/**
 * Runs Node with these arguments, in a group of processes and with a folder for temporary files of its own:
 * nothing of them is left when it ends, however it ends. Returns its exit code, and 128 and more if this
 * process was told to stop.
 */
export async function inOwnGroup(args: readonly string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'tests-'))
  // As for every such folder: PostgreSQL may run as another user.
  chmodSync(folder, 0o1777)
  const child = spawn(execPath, [...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...env, TMPDIR: folder },
    detached: true,
  })
  const { pid } = child
  if (pid === undefined) throw new Error(`${execPath} does not start`)
  let stoppedBy = 0
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      // What does not end in time, or not at the second signal, is ended.
      reach(pid, stoppedBy === 0 ? 'SIGINT' : 'SIGKILL')
      stoppedBy = constants.signals[signal]
      void setTimeout(GRACE_MS).then(() => reach(pid, 'SIGKILL'))
    })
  }
  const [code] = (await once(child, 'exit')) as [number | null]
  reach(pid, 'SIGINT')
  await emptied(pid)
  rmSync(folder, { recursive: true, force: true })
  return stoppedBy === 0 ? (code ?? 1) : 128 + stoppedBy
}

/** Waits until nothing of the group is left. */
async function emptied(group: number): Promise<void> {
  const end = performance.now() + GRACE_MS
  while (performance.now() < end && reach(group, 0)) await setTimeout(LOOK_MS)
  reach(group, 'SIGKILL')
}

/** Sends all processes of the group a signal. Returns whether there were any. */
function reach(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return kill(-group, signal)
  } catch {
    return false
  }
}
