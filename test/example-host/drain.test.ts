import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { createDrain, type Drain } from '../../example-host/drain.js'

const REQUEST = 'POST / HTTP/1.1\r\nHost: chat\r\nContent-Length: 0\r\n\r\n'

describe('a server that stops', () => {
  let server: Server
  let drain: Drain
  let held: readonly Socket[]
  let port: number

  beforeEach(async () => {
    server = createServer()
    drain = createDrain(server)
    server.on('request', (_req, res) => {
      drain.watch(res)
      res.end('ok')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    port = address instanceof Object ? address.port : 0
    held = Array.from({ length: 5 }, () => connect(port, '127.0.0.1'))
    await Promise.all(held.map((socket) => once(socket, 'connect')))
    for (const socket of held) expect(await answerOn(socket)).to.not.include('Connection: close')
  })

  it('answers what load balancers send on the connections that they hold, until they stop', async () => {
    const stopped = drain.finish(10_000)
    for (const socket of held) {
      await sleep(100)
      expect(await answerOn(socket)).to.include('Connection: close')
    }
    await stopped
    expect(server.listening).to.equal(false)
  })

  it('does not take for quiet that it did not run itself', async () => {
    const stopped = drain.finish(10_000)
    await turn()
    const [first, second] = held
    if (!first || !second) throw new Error('no connections')
    const answer = answerOn(first)
    for (const end = performance.now() + 1300; performance.now() < end;);
    expect(await answer).to.include('Connection: close')
    expect(await answerOn(second)).to.include('Connection: close')
    await stopped
  })

  it('answers load balancers that were late by half a second', async () => {
    const stopped = drain.finish(10_000)
    await sleep(600)
    for (const socket of held) expect(await answerOn(socket)).to.include('Connection: close')
    await stopped
  })

  it('answers who has connected before', async () => {
    const late = connect(port, '127.0.0.1')
    const stopped = drain.finish(10_000)
    expect(await answerOn(late)).to.include('Connection: close')
    await stopped
  })

  it('waits for nobody where nobody is connected', async () => {
    for (const socket of held) socket.destroy()
    await Promise.all(held.map((socket) => once(socket, 'close')))
    const began = performance.now()
    await drain.finish(10_000)
    expect(performance.now() - began).to.be.below(500)
  })
})

async function answerOn(socket: Socket): Promise<string> {
  if (socket.readyState !== 'open' && !socket.connecting) return 'closed'
  socket.write(REQUEST)
  const [chunk] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as unknown[]
  return String(chunk)
}
