import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { HandleUpgrade } from './api/websocket.js'

const OF_THE_OFFER = new Set(['connection', 'upgrade', 'http2-settings'])

/**
 * Passes websockets to `handleWebsocket`. Other upgrades, such as `curl --http2` offers to every
 * server, are ignored as HTTP allows: the request is handled as if there had been none.
 */
export function serveUpgrades(server: Server, handleWebsocket: HandleUpgrade): void {
  // Since 24.9, Node asks which upgrades are wanted, and handles other requests as usual.
  Object.assign(server, { shouldUpgradeCallback: isWebsocket })
  server.on('upgrade', (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (isWebsocket(req)) handleWebsocket(req, socket, head)
    else {
      // An earlier Node stopped parsing at the upgrade, so the request is parsed again without it.
      socket.unshift(Buffer.concat([plainHead(req), head]))
      server.emit('connection', socket)
    }
  })
}

function isWebsocket(req: IncomingMessage): boolean {
  return req.headers.upgrade?.toLowerCase() === 'websocket'
}

function plainHead(req: IncomingMessage): Buffer {
  const lines = [`${req.method ?? 'GET'} ${req.url ?? '/'} HTTP/1.1`]
  for (let i = 0; i < req.rawHeaders.length; i += 2) {
    const name = req.rawHeaders[i] ?? ''
    if (!OF_THE_OFFER.has(name.toLowerCase())) lines.push(`${name}: ${req.rawHeaders[i + 1] ?? ''}`)
  }
  return Buffer.from(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`, 'latin1')
}
