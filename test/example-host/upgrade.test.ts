import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { expect } from 'chai'
import { type Chat, PASSWORD, startChat } from './chat.js'

describe('an offer to upgrade', () => {
  let chat: Chat

  before(async () => {
    chat = await startChat()
  })

  after(() => chat.close())

  const upgrades: [what: string, path: string, headers: Record<string, string>, status: number][] =
    [
      ['websockets elsewhere', '/api/v4/users/me', { Upgrade: 'websocket' }, 404],
      ['websockets of the hooks', '/hooks/whkx', { Upgrade: 'websocket' }, 404],
      ['a bad handshake', '/api/v4/websocket', { Upgrade: 'websocket' }, 400],
      [
        'a wrong token',
        '/api/v4/websocket',
        { Upgrade: 'websocket', Authorization: 'Bearer x' },
        401,
      ],
      ['other protocols, as if there were no offer', '/healthz', { Upgrade: 'h2c' }, 200],
    ]
  for (const [what, path, headers, status] of upgrades) {
    it(`to ${what} is answered with ${status}`, async () => {
      const answer = await new Promise<number>((resolve, reject) => {
        httpRequest(chat.url + path, { headers: { Connection: 'Upgrade', ...headers } }, (res) => {
          res.resume()
          resolve(res.statusCode ?? 0)
        })
          .on('error', reject)
          .end()
      })
      expect(answer).to.equal(status)
    })
  }

  it('leaves the body behind it to the request', async () => {
    const body = JSON.stringify({ login_id: 'admin', password: PASSWORD })
    const answer = await new Promise<string>((resolve) => {
      let text = ''
      const socket = connect(chat.port, '127.0.0.1', () => {
        socket.write(
          'POST /api/v4/users/login HTTP/1.1\r\nHost: chat\r\nConnection: Upgrade, HTTP2-Settings\r\n' +
            `Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\nContent-Length: ${body.length}\r\n\r\n`,
        )
      })
      // The body comes when the server has the offer already.
      const send = (): void => {
        chat.server.off('upgrade', send).off('request', send)
        socket.write(body)
      }
      // A Node that asks which upgrades are wanted has only a request.
      chat.server.on('upgrade', send).on('request', send)
      socket.on('data', (data) => {
        text += data.toString('utf8')
        if (text.includes('\r\n\r\n')) socket.destroy()
      })
      socket.on('close', () => {
        resolve(text)
      })
    })
    expect(answer)
      .to.match(/^HTTP\/1\.1 200 OK\r\n/)
      .and.match(/\r\nToken: /)
  })
})
