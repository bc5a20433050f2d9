import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OwnPostgres } from '../test/faults/postgres/server.js'

/** Microseconds of a clock tick in /proc, 100 a second on all Linux machines of today. */
const TICK = 10_000

/** Microseconds of CPU time that all processes of a server have used, also those that ended. */
export function serverCpu({ data }: Pick<OwnPostgres, 'data'>): number {
  const [first = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  const postmaster = statOf(first)
  if (!postmaster) throw new Error('PostgreSQL has ended')
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && statOf(name)?.parent === first,
  )
  const running = [first, ...children].map(runningTime)
  return running.reduce((sum, each) => sum + each, postmaster.ended * TICK)
}

interface Stat {
  readonly parent: string
  /** Ticks of children that have ended. */
  readonly ended: number
}

function statOf(pid: string): Stat | null {
  const text = textOf(pid, 'stat')
  if (text === null) return null
  // The name of the program, which comes before, may contain spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { parent: fields[1] ?? '', ended: Number(fields[13]) + Number(fields[14]) }
}

/** Microseconds of a process with one thread; ticks are too coarse for a request. */
function runningTime(pid: string): number {
  return Number(textOf(pid, 'schedstat')?.split(' ')[0] ?? 0) / 1000
}

function textOf(pid: string, name: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return null
  }
}
