import { once } from 'node:events'
import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { expect } from 'chai'
import { WebSocket, WebSocketServer } from 'ws'
import { Connection, encodeEvent } from '../../example-host/api/connection.js'
import { listening } from '../support/listening.js'
import { member } from './chat.js'

const USER = { id: 'u1', username: 'anna', email: '', createAt: 0, deleteAt: 0 }
const SMALL = 100
const LARGE = 100_000
const HELD_BYTES = 65_536

describe('a connection of a reader', () => {
  let server: Server
  let stream: Duplex
  let connection: Connection
  let client: WebSocket
  let received: unknown[]

  beforeEach(async () => {
    const started = await listening((_req, res) => res.end())
    server = started.server
    const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
    server.on('upgrade', (req, socket, head) => {
      sockets.handleUpgrade(req, socket, head, (accepted) => {
        stream = socket
        connection = new Connection(accepted, socket, {
          authenticate: () => Promise.resolve(USER),
          log: () => undefined,
          sockets: {
            hasRoomFor: () => true,
            admit: () => Promise.resolve(),
            open: () => Promise.resolve(),
          },
        })
        connection.admit(USER, 'token')
      })
    })
    client = new WebSocket(started.url.replace('http', 'ws'))
    received = []
    client.on('message', (data: Buffer) => received.push(JSON.parse(data.toString())))
    while (received.length === 0) await once(client, 'message')
  })

  afterEach(() => {
    client.terminate()
    server.close()
  })

  /** Sends events whose texts have these lengths, in one turn. */
  const send = (...lengths: readonly number[]): void => {
    for (const length of lengths) {
      connection.send(encodeEvent({ event: 'posted', data: { text: 'ü'.repeat(length / 2) } }))
    }
  }
  const arrive = async (count: number): Promise<readonly unknown[]> => {
    while (received.length < count) await once(client, 'message')
    return received.slice(1)
  }

  it('gets the events of one turn in order, small and large ones, each with its number', async () => {
    const lengths = [SMALL, SMALL, LARGE, SMALL, LARGE, LARGE, SMALL]
    send(...lengths)
    const events = await arrive(1 + lengths.length)
    expect(events.map((each) => member(each, 'seq'))).to.deep.equal([1, 2, 3, 4, 5, 6, 7])
    const texts = events.map((each) => member(member(each, 'data'), 'text'))
    expect(texts).to.deep.equal(lengths.map((length) => 'ü'.repeat(length / 2)))
  })

  it('gets the events of one turn in one write at its end', async () => {
    send(SMALL, SMALL, SMALL)
    expect(stream.writableLength).to.be.greaterThan(3 * SMALL)
    await Promise.resolve()
    expect(stream.writableLength).to.be.greaterThan(3 * SMALL)
    await new Promise(setImmediate)
    expect(stream.writableLength).to.equal(0)
    await arrive(4)
  })

  it('does not wait for the end of a turn that brings much', async () => {
    const many = Array.from({ length: 50 }, () => HELD_BYTES / 8)
    let most = 0
    for (const length of many) {
      send(length)
      most = Math.max(most, stream.writableLength)
    }
    expect(most)
      .to.be.greaterThan(HELD_BYTES / 2)
      .and.lessThan(2 * HELD_BYTES)
    await arrive(1 + many.length)
  })

  it('gets what was held when it is closed', async () => {
    send(SMALL, LARGE, SMALL)
    connection.socket.close(1000)
    await once(client, 'close')
    expect(await arrive(4)).to.have.lengthOf(3)
  })

  it('gets what comes in later turns, too', async () => {
    for (const count of [2, 3, 4]) {
      send(SMALL)
      await arrive(count)
    }
    expect(stream.writableCorked).to.equal(0)
  })
})
