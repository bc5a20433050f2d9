import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OwnPostgres } from '../test/faults/postgres/server.js'

/** Microseconds of a clock tick in /proc, 100 a second on all Linux machines of today. */
const TICK = 10_000

/** Microseconds of CPU time that all processes of a server have used, also those that ended. */
export function serverCpu({ data }: OwnPostgres): number {
  const [first = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  const postmaster = statOf(first)
  if (!postmaster) throw new Error('PostgreSQL has ended')
  let ticks = postmaster.own + postmaster.ended
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = statOf(name)
    if (stat?.parent === first) ticks += stat.own
  }
  return ticks * TICK
}

interface Stat {
  readonly parent: string
  readonly own: number
  /** Of children that have ended. */
  readonly ended: number
}

function statOf(pid: string): Stat | null {
  let text
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return null
  }
  // The name of the program, which comes before, may contain spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const sumOf = (from: number): number => Number(fields[from]) + Number(fields[from + 1])
  return { parent: fields[1] ?? '', own: sumOf(11), ended: sumOf(13) }
}
