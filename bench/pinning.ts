import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The processors of a list of Linux, such as `0-3,8`. */
export function processorsOf(list: string): readonly number[] {
  return list.split(',').flatMap((range) => {
    const [first = NaN, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, number) => first + number)
  })
}

/**
 * Pins this process to a processor, and so all that it starts. Returns the start of a command that
 * runs a program on another one; empty where that is not possible.
 */
export function pin(): readonly string[] {
  const [own, other] = allowed()
  if (own === undefined || other === undefined) return []
  const args = ['--all-tasks', '--pid', '--cpu-list', String(own), String(process.pid)]
  const { status } = spawnSync('taskset', args, { stdio: 'ignore' })
  return status === 0 ? ['taskset', '--cpu-list', String(other)] : []
}

// A container may have only some processors of its machine.
function allowed(): readonly number[] {
  try {
    const status = readFileSync('/proc/self/status', 'utf8')
    return processorsOf(/^Cpus_allowed_list:\s*([\d,-]+)$/m.exec(status)?.[1] ?? '')
  } catch {
    return []
  }
}
