import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// The least that a server in Node can do: what it cannot refuse, nothing built on it can.
const BODY = JSON.stringify({ message: 'Too many', status_code: 503 })

const server = createServer((_req, res) => {
  res.writeHead(503, { 'Content-Length': BODY.length, 'Retry-After': 1 })
  res.end(BODY)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.(port)
})
process.on('disconnect', () => process.exit())
