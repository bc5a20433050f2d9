import { expect } from 'chai'
import { Bodies, type Reading } from '../../lib/load/bodies.js'
import { WaitingRoom } from '../../lib/load/waiting-room.js'

const MIB = 1_048_576

/** Bodies, and the room where they wait, at a clock that stands still unless told. */
function at(clock: { now: number }): { readonly bodies: Bodies; readonly room: WaitingRoom } {
  const now = (): number => clock.now
  const room = new WaitingRoom(now)
  return { room, bodies: new Bodies(room, now) }
}

const fill = (bodies: Bodies, count: number, bytes = 100): Promise<Reading[]> =>
  Promise.all(Array.from({ length: count }, () => bodies.receive(bytes)))

/** What becomes of a body: the status of its rejection, or `received`. */
const fate = (receiving: Promise<Reading>): Promise<unknown> =>
  receiving.then(
    () => 'received',
    (error: unknown) => error,
  )

describe('bodies that are received', () => {
  it('are 200 at once; the next waits for one to end', async () => {
    const { bodies } = at({ now: 0 })
    const places = await fill(bodies, 200)
    expect(bodies.isCrowded(1)).to.equal(true)
    const next = bodies.receive(1)
    places[7]?.end()
    places[7]?.end()
    await next
    expect(bodies.isCrowded(1)).to.equal(true)
  })

  it('have 32 MiB in all at once; the next waits until it fits', async () => {
    const { bodies } = at({ now: 0 })
    const places = await fill(bodies, 32, MIB)
    const next = bodies.receive(2 * MIB)
    places[0]?.end()
    expect(bodies.isCrowded(2 * MIB)).to.equal(true)
    places[1]?.end()
    await next
    expect(bodies.isCrowded(1)).to.equal(true)
  })

  it('are rejected when no place became free within two seconds', async () => {
    const clock = { now: 0 }
    const { bodies, room } = at(clock)
    await fill(bodies, 200)
    const before = fill(bodies, 200)
    const last = fate(bodies.receive(1))
    // The first ones are slow and give way to those in line, which are not slow two seconds after.
    clock.now = 1_500
    room.beat()
    await before
    clock.now = 2_000
    room.beat()
    expect(await last).to.include({ status: 503, retryAfterSeconds: 1 })
  })

  it('are never rejected when there is only one, however large a host allows it to be', async () => {
    await at({ now: 0 }).bodies.receive(100 * MIB)
  })

  it('give way when they are the slowest, not the oldest', async () => {
    const clock = { now: 0 }
    const { bodies } = at(clock)
    const gaveWay: number[] = []
    for (const [n, place] of (await fill(bodies, 200)).entries()) {
      place.received = n === 150 ? 1 : 1_000
      place.giveWay = () => {
        gaveWay.push(n)
      }
    }
    clock.now = 3_000
    await bodies.receive(1)
    expect(gaveWay).to.deep.equal([150])
  })

  it('do not give way if the rest of one had come, and the process was too busy to read it', async () => {
    const clock = { now: 0 }
    const { bodies } = at(clock)
    const gaveWay: number[] = []
    const places = await fill(bodies, 200)
    for (const [n, place] of places.entries()) {
      place.giveWay = () => {
        gaveWay.push(n)
      }
    }
    clock.now = 1_500
    const next = bodies.receive(1)
    places[7]?.end()
    await next
    expect(gaveWay).to.deep.equal([])
  })

  it('give way to one that waits once they have taken a second', async () => {
    const clock = { now: 0 }
    const { bodies, room } = at(clock)
    const gaveWay: number[] = []
    for (const [n, place] of (await fill(bodies, 200)).entries()) {
      place.giveWay = () => {
        gaveWay.push(n)
      }
    }
    const next = Promise.all([bodies.receive(1), bodies.receive(1)])
    clock.now = 999
    room.beat()
    expect(gaveWay).to.deep.equal([])
    clock.now = 1_000
    room.beat()
    await next
    expect(gaveWay).to.deep.equal([0, 1])
  })
})
