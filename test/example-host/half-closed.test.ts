import { connect } from 'node:net'
import { expect } from 'chai'
import { type HostHere, startHostHere } from '../support/host-here.js'

describe('a client that closes its side early', () => {
  let host: HostHere
  let hookPath: string

  before(async () => {
    host = await startHostHere()
    const team = await host.api('GET', '/teams/name/main')
    const channel = { team_id: idOf(team), name: 'talk', display_name: 'Talk', type: 'O' }
    const channelId = idOf(await host.api('POST', '/channels', channel))
    const webhook = { channel_id: channelId, display_name: 'Old client' }
    const made = await host.api('POST', '/hooks/incoming', webhook)
    hookPath = new URL(textOf(made, 'url')).pathname
  })
  after('none of them is left when the host stops', () => host.stop())

  /** Sends, closes its own side at once, and returns all that came back until the other side is closed. */
  const sendAndClose = async (text: string) => {
    const socket = connect({ port: host.port, host: '127.0.0.1', allowHalfOpen: true })
    socket.end(text)
    let answer = ''
    for await (const chunk of socket.setEncoding('latin1')) answer += String(chunk)
    return answer
  }
  const post = (body: string, length = body.length) =>
    `POST ${hookPath} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`

  it('gets its answer, and the connection is closed after it', async () => {
    const answer = await sendAndClose(post('{"text":"half"}'))
    expect(answer).to.match(/^HTTP\/1\.1 200 [^]*\r\n\r\nok$/)
  })

  it('gets all answers of requests that it sent together', async () => {
    const answer = await sendAndClose(post('{"text":"1"}') + post('{"text":"2"}'))
    expect(answer.match(/HTTP\/1\.1 200 /g)).to.have.lengthOf(2)
  })

  it('is refused when its request is not complete', async () => {
    expect(await sendAndClose(post('{"text":"', 100))).to.match(/^(HTTP\/1\.1 400 [^]*)?$/)
    expect(await sendAndClose('GET / HTTP/1.1\r\nHost')).to.match(/^(HTTP\/1\.1 400 [^]*)?$/)
  })

  it('gets what there is without a body, and for an upgrade', async () => {
    expect(await sendAndClose('')).to.equal('')
    const upgrade = 'Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n'
    expect(await sendAndClose(`GET /healthz HTTP/1.1\r\nHost: a\r\n${upgrade}`)).to.match(
      /^HTTP\/1\.1 200 /,
    )
  })
})

function textOf(value: unknown, name: string): string {
  return value instanceof Object ? String(Reflect.get(value, name)) : ''
}

function idOf(value: unknown): string {
  return textOf(value, 'id')
}
