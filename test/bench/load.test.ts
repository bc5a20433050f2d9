import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { postOf, wholeAnswer } from '../../bench/connection.js'
import { openConnections, postLoad } from '../../bench/load.js'
import { processorsOf } from '../../bench/pinning.js'

describe('the load of a benchmark', () => {
  it('is a request with the length of its body in bytes', () => {
    expect(postOf('a.test', '/hooks/k', '"ü"').toString()).to.equal(
      'POST /hooks/k HTTP/1.1\r\nHost: a.test\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\r\n"ü"',
    )
  })

  it('waits for the whole answer', () => {
    const answer = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\ncontent-length: 2\r\n\r\nok'
    expect(wholeAnswer(answer)).to.deep.equal({ status: 200, text: 'ok' })
    for (const length of [0, 20, answer.length - 1]) {
      expect(wholeAnswer(answer.slice(0, length))).to.equal(null)
    }
    expect(wholeAnswer('HTTP/1.1 200 OK\r\n\r\nok')).to.equal('unknown')
  })

  it('sends as many requests as it should, again after a 503', async () => {
    let received = 0
    const loaded = await loadOf((_req, res) => {
      received += 1
      res.statusCode = received === 2 ? 503 : 200
      res.end('ok')
    })
    expect(received).to.equal(11)
    expect(loaded).to.include({ requests: 10, shed: 1 })
    expect(loaded.p50Millis).to.be.above(0).and.at.most(loaded.p99Millis)
  })

  it('fails at any other answer', async () => {
    const refuse: RequestListener = (_req, res) => {
      res.statusCode = 404
      res.end('none')
    }
    const fault = await loadOf(refuse).catch(String)
    expect(fault).to.match(/answered with 404 none$/)
  })

  it('fails when a connection ends', async () => {
    const fault = await loadOf((req) => req.destroy()).catch(String)
    expect(fault).to.include('the connection ended')
  })
})

describe('the processors of a benchmark', () => {
  const lists: [list: string, processors: number[]][] = [
    ['0-1', [0, 1]],
    ['3', [3]],
    ['0,2-4,8', [0, 2, 3, 4, 8]],
  ]
  for (const [list, processors] of lists) {
    it(`are ${processors.join(', ')} in "${list}"`, () => {
      expect(processorsOf(list)).to.deep.equal(processors)
    })
  }
})

async function loadOf(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const connections = await openConnections(url, 3)
  try {
    return await postLoad(connections, { url }, { body: '{}', requests: 10, seconds: 60 })
  } finally {
    for (const connection of connections) connection.close()
    server.close()
  }
}
