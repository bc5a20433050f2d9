import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Times, type TimeSummary } from '../../support/figures.js'

/** Connections that send something at first, and then hardly anything. */
export interface Held {
  readonly count: number
  readonly first: string | Buffer
  /** Sent each second; nothing at all when empty. */
  readonly drip: string
}

export interface HeldReport {
  /** From the opening of each connection to its end, in milliseconds. */
  readonly closed: TimeSummary
  /** From the opening to the first byte of an answer. */
  readonly answered: TimeSummary
  readonly statuses: readonly number[]
  readonly stillOpen: number
}

/** Opens them all and waits until the server has closed them, or `seconds` have passed. */
export async function hold(port: number, held: Held, seconds: number): Promise<HeldReport> {
  const closed = new Times()
  const answered = new Times()
  const statuses = new Set<number>()
  const open = new Set(
    Array.from({ length: held.count }, () => {
      const began = performance.now()
      const socket = connect({ port, host: '127.0.0.1' })
      socket.write(held.first)
      socket.once('data', (bytes: Buffer) => {
        answered.add(performance.now() - began)
        statuses.add(Number(bytes.toString('latin1', 9, 12)))
      })
      socket.on('error', () => undefined)
      socket.once('close', () => {
        closed.add(performance.now() - began)
        open.delete(socket)
      })
      return socket
    }),
  )
  const end = performance.now() + seconds * 1000
  for (let next = performance.now() + 1000; open.size > 0 && performance.now() < end;) {
    await sleep(50)
    if (performance.now() < next || held.drip === '') continue
    next += 1000
    for (const socket of open) if (socket.writable) socket.write(held.drip)
  }
  const stillOpen = open.size
  for (const socket of open) socket.destroy()
  return {
    closed: closed.summary(),
    answered: answered.summary(),
    statuses: [...statuses],
    stillOpen,
  }
}
