import { expect } from 'chai'
import { WaitingRoom } from '../../lib/load/waiting-room.js'

const FOREVER = { bytes: 1, patience: 60_000 }

/** Tickets that are handed out in order, as far as there are any. */
class Tickets {
  left: number
  #next = 1

  constructor(left: number) {
    this.left = left
  }

  readonly take = (): number | null => {
    if (this.left === 0) return null
    this.left -= 1
    return this.#next++
  }
}

/** A room at a clock that stands still unless told. */
function roomAt(clock: { now: number }, maxBytes?: number): WaitingRoom {
  return new WaitingRoom(() => clock.now, maxBytes)
}

describe('a waiting room', () => {
  it('lets those in line go on in the order in which they came, as far as they can', async () => {
    const room = new WaitingRoom()
    const tickets = new Tickets(0)
    const waiting = Array.from({ length: 3 }, () => room.wait('a', FOREVER, tickets.take))
    tickets.left = 2
    room.advance('a')
    expect(await Promise.all(waiting.slice(0, 2))).to.deep.equal([1, 2])
    expect(room.isEmpty('a')).to.equal(false)
    tickets.left = 1
    room.advance('a')
    expect(await waiting[2]).to.equal(3)
    expect(room.isEmpty('a')).to.equal(true)
  })

  it('asks only the first in line, so that nobody overtakes it', () => {
    const room = new WaitingRoom()
    let asked = 0
    void room.wait('a', FOREVER, () => null)
    void room.wait('a', FOREVER, () => (asked += 1))
    room.advance('a')
    expect(asked).to.equal(0)
  })

  it('keeps the line of one key out of the way of others', async () => {
    const room = new WaitingRoom()
    void room.wait('a', FOREVER, () => null)
    const other = room.wait('b', FOREVER, new Tickets(1).take)
    room.advance('a')
    room.advance('b')
    expect(await other).to.equal(1)
    expect(room.isEmpty('a')).to.equal(false)
  })

  it('returns null to one whose patience is over, wherever it is in line', async () => {
    const clock = { now: 0 }
    const room = roomAt(clock)
    const tickets = new Tickets(0)
    const patient = room.wait('a', FOREVER, tickets.take)
    const hasty = room.wait('a', { bytes: 1, patience: 100 }, tickets.take)
    clock.now = 99
    room.beat()
    expect(room.isEmpty('a')).to.equal(false)
    clock.now = 100
    room.beat()
    expect(await hasty).to.equal(null)
    tickets.left = 1
    room.advance('a')
    expect(await patient).to.equal(1)
    expect(room.isEmpty('a')).to.equal(true)
  })

  it('prefers a turn that has come to the end of patience', async () => {
    const clock = { now: 0 }
    const room = roomAt(clock)
    const tickets = new Tickets(0)
    const waiting = room.wait('a', { bytes: 1, patience: 100 }, tickets.take)
    clock.now = 100
    tickets.left = 1
    room.beat()
    expect(await waiting).to.equal(1)
  })

  it('tries again by itself, because a place may become free without a call', async () => {
    const room = new WaitingRoom()
    const tickets = new Tickets(0)
    const waiting = room.wait('a', FOREVER, tickets.take)
    tickets.left = 1
    expect(await waiting).to.equal(1)
  })

  it('turns away what would hold too many bytes, over all lines', async () => {
    const clock = { now: 0 }
    const room = roomAt(clock, 100)
    const never = (): null => null
    const first = room.wait('a', { bytes: 60, patience: 100 }, never)
    expect(await room.wait('b', { bytes: 41, patience: 100 }, never)).to.equal(null)
    expect(room.isFull).to.equal(false)
    void room.wait('b', { bytes: 40, patience: 200 }, never)
    expect(room.isFull).to.equal(true)
    clock.now = 100
    room.beat()
    expect(await first).to.equal(null)
    expect(room.isFull).to.equal(false)
  })

  it('takes a single request that is larger than the room', async () => {
    const room = new WaitingRoom(undefined, 100)
    const tickets = new Tickets(0)
    const large = room.wait('a', { bytes: 1_000, patience: 100 }, tickets.take)
    tickets.left = 1
    room.advance('a')
    expect(await large).to.equal(1)
    expect(room.isFull).to.equal(false)
  })
})
