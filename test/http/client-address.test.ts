import { once } from 'node:events'
import { expect } from 'chai'
import express from 'express'
import { clientAddress } from '../../lib/http/mounting.js'

describe('the address of a client outside of Express', () => {
  const rows: readonly (readonly [trust: unknown, forwarded: string])[] = [
    [false, '192.0.2.1'],
    [true, '192.0.2.1, 198.51.100.2'],
    [1, '192.0.2.1, 198.51.100.2'],
    [2, '192.0.2.1, 198.51.100.2'],
    ['loopback', '192.0.2.1,198.51.100.2'],
    ['loopback, 198.51.100.0/24', ' 192.0.2.1 , 198.51.100.2'],
    [true, ''],
  ]
  for (const [trust, forwarded] of rows) {
    it(`is what \`req.ip\` says: ${String(trust)}, ${forwarded}`, async () => {
      const app = express().set('trust proxy', trust)
      const seen: unknown[] = []
      app.use((req, res) => {
        seen.push(req.ip, clientAddress(app, req))
        res.end()
      })
      const server = app.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      await fetch(`http://127.0.0.1:${port}/`, { headers: { 'X-Forwarded-For': forwarded } })
      server.closeAllConnections()
      server.close()
      expect(seen[0]).to.equal(seen[1])
    })
  }
})
