import { once } from 'node:events'
import { expect } from 'chai'
import { WebSocket } from 'ws'
import { type SocketLimits } from '../../example-host/api/sockets.js'
import { type Chat, member, startChat } from './chat.js'
import { soon } from '../support/until.js'
import { openSocket, postOf, type Socket, socketsForSuite } from './socket.js'

const LIMITS: SocketLimits = {
  all: 12,
  unknown: 5,
  unknownOfNetwork: 3,
  ofAccount: 4,
  crowded: 8,
  ofAccountWhenCrowded: 1,
}

describe('the websockets of the example host are shared', () => {
  let chat: Chat
  const sockets = socketsForSuite()

  beforeEach(async () => {
    chat = await startChat({ socketLimits: LIMITS })
    chat.chat.app.set('trust proxy', true)
  })
  afterEach(() => chat.close())

  const from = async (address: string): Promise<Socket> => {
    return sockets.open(chat.port, { 'X-Forwarded-For': address })
  }
  const signedIn = async (token: string, address = '192.0.2.1'): Promise<Socket> => {
    const socket = await from(address)
    await socket.signIn(token)
    return socket
  }
  /** The status that refuses an upgrade with this token. */
  const refusedWith = async (token: string): Promise<number> => {
    const headers = { Authorization: `Bearer ${token}` }
    const ws = new WebSocket(`ws://127.0.0.1:${chat.port}/api/v4/websocket`, { headers })
    ws.on('error', () => undefined)
    const [, response] = (await once(ws, 'unexpected-response')) as [
      unknown,
      { statusCode: number },
    ]
    return response.statusCode
  }
  const isOpen = ({ ws }: Socket): boolean => ws.readyState === WebSocket.OPEN

  it('the oldest that has not authenticated gives way to a new one of its address', async () => {
    const [first, second] = [await from('192.0.2.1'), await from('192.0.2.1')]
    await from('192.0.2.1')
    const other = await from('192.0.2.2')
    await from('192.0.2.1')
    await first.closed()
    expect([second, other].map(isOpen)).to.deep.equal([true, true])
  })

  it('an IPv6 address counts as its /64', async () => {
    const first = await from('2001:db8::1')
    for (const last of ['2', '3', '4']) await from(`2001:db8::${last}`)
    await first.closed()
  })

  it('the oldest of all gives way where many addresses do not authenticate', async () => {
    const first = await from('192.0.2.1')
    for (const last of ['2', '3', '4', '5', '6']) await from(`192.0.2.${last}`)
    await first.closed()
    expect(sockets.opened.filter(isOpen)).to.have.lengthOf(5)
  })

  it('whoever signs in is let in beside a flood of nobody', async () => {
    for (let n = 0; n < 30; n += 1) {
      await from(`192.0.2.${n}`)
      if (n === 15) await signedIn(chat.admin.token, '198.51.100.1')
    }
    expect(sockets.opened.filter(isOpen)).to.have.lengthOf(6)
  })

  it('an account has so many; one more is refused, and the old ones stay', async () => {
    const mine: Socket[] = []
    for (let n = 0; n < 4; n += 1) mine.push(await signedIn(chat.admin.token))
    const late = await from('192.0.2.1')
    late.send({ seq: 1, action: 'authentication_challenge', data: { token: chat.admin.token } })
    expect(await late.closed()).to.equal(1013)
    expect(member(late.messages[0], 'status')).to.equal('FAIL')
    expect(member(member(late.messages[0], 'error'), 'status_code')).to.equal(429)
    expect(await refusedWith(chat.admin.token)).to.equal(429)
    expect(mine.map(isOpen)).to.deep.equal([true, true, true, true])
    mine[0]?.ws.close()
    await mine[0]?.closed()
    await soon('room for one more', () => signedIn(chat.admin.token))
  })

  it('the last room is kept for accounts that have few', async () => {
    const people = await Promise.all(['ann', 'bob'].map((name) => chat.addPerson(name)))
    for (const { token } of people) for (let n = 0; n < 4; n += 1) await signedIn(token)
    const carol = await chat.addPerson('carol')
    await signedIn(carol.token)
    const second = await from('192.0.2.1')
    second.send({ seq: 1, action: 'authentication_challenge', data: { token: carol.token } })
    expect(await second.closed()).to.equal(1013)
    await signedIn((await chat.addPerson('dave')).token)
  })

  it('where all are taken, those that have not authenticated give way, and then none', async () => {
    for (let n = 0; n < 12; n += 1) {
      const { token } = await chat.addPerson(`person${n}`)
      await signedIn(token)
    }
    expect(sockets.opened.filter(isOpen)).to.have.lengthOf(12)
    expect(await refusedWith(chat.admin.token)).to.equal(503)
    sockets.opened[0]?.ws.close()
    await sockets.opened[0]?.closed()
    const idle = await soon('room for one more', () => from('192.0.2.1'))
    const ws = await sockets.open(chat.port, { Authorization: `Bearer ${chat.admin.token}` })
    await ws.wait('hello', 1)
    await idle.closed()
  })
})

describe('a large event', () => {
  it('is one message, whose bytes all websockets share', async () => {
    const chat = await startChat()
    const open = await Promise.all(Array.from({ length: 5 }, () => openSocket(chat.port)))
    for (const socket of open) await socket.signIn(chat.admin.token)
    const channelId = await chat.addChannel('open', 'O', chat.admin)
    const message = 'x'.repeat(16_383)
    const shared = new Set<unknown>()
    const send: unknown = Reflect.get(WebSocket.prototype, 'send')
    WebSocket.prototype.send = function (this: WebSocket, ...args: unknown[]) {
      const [bytes] = args
      if (Buffer.isBuffer(bytes) && bytes.length > message.length) shared.add(bytes.buffer)
      if (typeof send === 'function') Reflect.apply(send, this, args)
    }
    try {
      await chat.api('post', '/posts', chat.admin, { channel_id: channelId, message }).expect(201)
      for (const socket of open) {
        const [event] = await socket.wait('posted', 1)
        expect(postOf(event)).to.include({ message })
        expect(member(event, 'seq')).to.equal(3)
      }
    } finally {
      Reflect.set(WebSocket.prototype, 'send', send)
      for (const { ws } of open) ws.terminate()
      await chat.close()
    }
    expect(shared.size).to.equal(1)
  })
})
