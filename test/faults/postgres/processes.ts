import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** SIGKILL of a process and its children, none of which can act between. Returns all their ids. */
export function killTree(pid: number): readonly number[] {
  // A stopped parent neither starts new children nor reacts to the death of the others.
  if (!signal(pid, 'SIGSTOP')) return []
  const all = [...childrenOf(pid), pid]
  for (const each of all) signal(each, 'SIGKILL')
  return all
}

/** Whether a process has ended, even if its parent has not asked for its exit code. */
export function isGone(pid: number): boolean {
  if (process.platform !== 'linux') return !signal(pid, 0)
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return /^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))
  } catch {
    return true
  }
}

function childrenOf(pid: number): readonly number[] {
  return listOfChildren(pid)
    .split(/\s+/)
    .filter((each) => each !== '')
    .map(Number)
}

function listOfChildren(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  } catch {
    const { status, stdout } = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    return status === 0 ? stdout : ''
  }
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
