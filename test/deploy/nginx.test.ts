import { once } from 'node:events'
import { connect } from 'node:net'
import { expect } from 'chai'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { BODY_LIMIT } from '../../lib/model/limits.js'
import { type Answer, call } from '../support/http-client.js'
import { until } from '../support/until.js'
import { checkNginx, describeWithNginx, type Nginx, startNginx } from '../support/nginx.js'
import { type NodeDouble, openNode } from './node-double.js'

const ERROR = z.record(z.string(), z.unknown())
/** What the check of answers by the OpenAPI document leaves out: a double answers with its name. */
const OF_ANOTHER_HOST = 299
const KEY = 'k3y0fah00kn0b0dym4yr34d1t0'
/** Of the library's own form, which is recognised in every path. */
const OWN_KEY = `whk${'a1'.repeat(14)}z`

describeWithNginx('nginx.conf', () => {
  let first: NodeDouble
  let second: NodeDouble
  let nginx: Nginx
  const opened: { readonly close: () => Promise<void> }[] = []

  beforeEach(async () => {
    first = await openNode('first')
    second = await openNode('second')
    opened.push(first, second)
    nginx = await startNginx([first.port, second.port])
    opened.push(nginx)
  })
  afterEach(async () => {
    for (const each of opened.splice(0).reverse()) await each.close()
  })

  const get = (path: string): Promise<Answer> => call(nginx.url + path, { method: 'GET' })
  const post = (path: string, body = '{"text":"a"}'): Promise<Answer> =>
    call(nginx.url + path, { method: 'POST', body })
  const receivedByBoth = (): number => first.received.length + second.received.length

  it('is accepted by nginx -t', async () => {
    const { status, output } = await checkNginx()
    expect(status, output).to.equal(0)
    expect(output).to.not.match(/warn|emerg/)
  })

  it('alternates between the nodes', async () => {
    const names = []
    for (let count = 0; count < 4; count += 1) names.push((await post('/hooks/a')).text)
    expect(names).to.deep.equal(['first', 'second', 'first', 'second'])
  })

  it('adds the address of the client and an id of the request', async () => {
    await call(`${nginx.url}/`, { method: 'GET', headers: { 'X-Forwarded-For': '198.51.100.7' } })
    const { headers } = first.received[0] ?? {}
    expect(headers).to.include({
      'x-forwarded-for': '198.51.100.7, 127.0.0.1',
      'x-forwarded-proto': 'http',
      host: new URL(nginx.url).host,
    })
    expect(headers?.['x-request-id']).to.match(/^[0-9a-f]{32}$/)
  })

  it('keeps connections to the nodes open', async () => {
    for (let count = 0; count < 6; count += 1) await get('/')
    // Each of the two worker processes has connections of its own.
    const ports = new Set(first.received.map(({ socket }) => socket.remotePort))
    expect(first.received).to.have.lengthOf(3)
    expect(ports.size).to.be.below(3)
  })

  it('passes websockets on', async () => {
    const socket = new WebSocket(`${nginx.url.replace('http', 'ws')}/api/v4/websocket`)
    await once(socket, 'open')
    const answered = new Promise((resolve) => socket.once('message', resolve))
    socket.send('hello')
    expect(String(await answered)).to.equal('hello')
    socket.terminate()
  })

  it('upgrades to nothing but websockets', async () => {
    const headers = { Connection: 'Upgrade', Upgrade: 'h2c' }
    const { status } = await call(`${nginx.url}/hooks/a`, { method: 'POST', headers, body: 'a' })
    expect(status).to.equal(200)
    expect(first.received[0]?.headers).to.not.have.any.keys('upgrade')
  })

  it('accepts the largest body that the library accepts, and rejects a larger one', async () => {
    expect((await post('/hooks/a', 'a'.repeat(BODY_LIMIT))).status).to.equal(200)
    expect((await post('/hooks/a', 'a'.repeat(BODY_LIMIT + 1))).status).to.equal(413)
    expect(receivedByBoth()).to.equal(1)
  })

  it('sends a POST to the other node while one refuses connections', async () => {
    await first.close()
    const answers = [await post('/hooks/a'), await post('/hooks/a')]
    expect(answers.map(({ text }) => text)).to.deep.equal(['second', 'second'])
  })

  it('has a node for each message, however soon after one another the nodes are restarted', async () => {
    const nodes = [first, second]
    for (const at of [0, 1, 0, 1]) {
      const restarted = nodes[at] ?? first
      await restarted.close()
      expect((await post('/hooks/a')).status).to.equal(200)
      expect((await post('/hooks/a')).status).to.equal(200)
      const again = await openNode('again', restarted.port)
      opened.push(again)
      nodes[at] = again
    }
  })

  it('does not repeat a POST whose connection broke after it was sent', async () => {
    first.breakConnections()
    second.breakConnections()
    expect((await post('/hooks/a')).status).to.equal(502)
    expect(receivedByBoth()).to.equal(1)
  })

  it('repeats a GET whose connection broke', async () => {
    first.breakConnections()
    expect((await get('/main/channels/builds')).text).to.equal('second')
    expect(receivedByBoth()).to.equal(2)
  })

  const own: [what: string, status: number, id: string, detail: string, request: string][] = [
    [
      'a URL that is too long',
      414,
      'nginx.414.app_error',
      '',
      `GET /${'a'.repeat(9_000)} HTTP/1.1`,
    ],
    ['a request that is not HTTP', 400, 'nginx.400.app_error', '', 'hello'],
    ['a method that nginx refuses', 405, 'nginx.405.app_error', '', 'TRACE /hooks/a HTTP/1.1'],
    ['an unknown version of HTTP', 505, 'nginx.505.app_error', '', 'GET / HTTP/3.0'],
    [
      'a body that is too large',
      413,
      'api.context.request_body_too_large.app_error',
      'the limit is 1 MiB',
      `POST /hooks/a HTTP/1.1\r\nContent-Length: ${BODY_LIMIT + 1}`,
    ],
  ]
  for (const [what, status, id, detail, request] of own) {
    it(`answers ${what} with an error of the form that a node has`, async () => {
      const { head, body } = await exchange(nginx.url, `${request}\r\nHost: chat\r\n\r\n`)
      expect(head).to.include(` ${status} `).and.include('Content-Type: application/json')
      expect(body).to.include({ id, detailed_error: detail, status_code: status })
      expect(head).to.include(`X-Request-Id: ${String(body.request_id)}`)
      expect(body.message).to.match(/^[A-Z][a-zA-Z ]+$/)
      expect(receivedByBoth()).to.equal(0)
    })
  }

  it('says that nothing is stored while no node accepts connections', async () => {
    await first.close()
    await second.close()
    const { status, headers, text } = await post('/hooks/a')
    expect(JSON.parse(text)).to.deep.equal({
      id: 'nginx.502.app_error',
      message: 'The server cannot be reached, or closed the connection',
      detailed_error: 'nothing was stored: try again',
      request_id: headers['x-request-id'],
      status_code: 502,
    })
    expect([status, headers['retry-after']]).to.deep.equal([502, '1'])
  })

  it('says that the outcome is unknown once a POST has been sent', async () => {
    first.breakConnections()
    second.breakConnections()
    const { headers, text: body } = await post('/hooks/a')
    expect(body).to.include('the outcome is unknown: try again with the same Idempotency-Key')
    expect(headers).to.not.have.any.keys('retry-after')
  })

  it('says so too where a node does not answer in time', async () => {
    const hasty = await startNginx([first.port, second.port], (text) =>
      text.replaceAll('proxy_read_timeout 60s', 'proxy_read_timeout 50ms'),
    )
    opened.push(hasty)
    first.hang()
    second.hang()
    const { status, text } = await call(`${hasty.url}/hooks/a`, { method: 'POST', body: '{}' })
    expect(status).to.equal(504)
    expect(text).to.include('"id":"nginx.504.app_error"').and.include('the outcome is unknown')
    expect(receivedByBoth()).to.equal(1)
  })

  it('passes errors of a node on as they are', async () => {
    first.respondWith(503)
    const { status, text } = await post('/hooks/a')
    expect([status, text]).to.deep.equal([503, 'first'])
  })

  for (const [path, shown] of [
    [`/hooks/${KEY}`, '/hooks/[redacted]'],
    [`/hooks/${KEY}/more?a=${KEY}`, '/hooks/[redacted]'],
    [`/Hooks/${KEY}`, '/hooks/[redacted]'],
    [`/%68ooks/${KEY}`, '/hooks/[redacted]'],
    [`//hooks/${KEY}`, '/hooks/[redacted]'],
    [`/api/../hooks/${KEY}`, '/hooks/[redacted]'],
    [`/chat/hooks/${KEY}`, '/[redacted]'],
    [`/hooks%2f${KEY}`, '/hooks/[redacted]'],
    [`/%2568ooks/${KEY}`, '/[redacted]'],
    [`/${KEY}`, '/[redacted]'],
    [`/api/v4/hooks/${KEY}`, '/api/v4/hooks/[redacted]'],
    [`/api/v4/${OWN_KEY}`, '/[redacted]'],
    [`/api/v4/hooks/incoming/${OWN_KEY.toUpperCase()}/deliveries`, '/[redacted]'],
    ['/api/v4/hooks/incoming/an-id?page=1', '/api/v4/hooks/incoming/an-id'],
    ['/api/v4/users/me', '/api/v4/users/me'],
    ['/healthz', '/healthz'],
  ] as const) {
    it(`logs ${path.replaceAll(KEY, 'KEY').replace(/whk\w+/i, 'whk…')} as ${shown}`, async () => {
      await post(path)
      await until('a line in the access log', async () => (await nginx.logs()).access !== '')
      const { access } = await nginx.logs()
      expect(access).to.match(/^[^\n]*"POST [^"]*" 200 [^\n]*\n$/)
      expect(access).to.include(`"POST ${shown}"`)
    })
  }

  it('passes /readyz on for private addresses', async () => {
    first.respondWith(OF_ANOTHER_HOST)
    expect((await get('/readyz')).text).to.equal('first')
  })

  it('refuses /readyz and /metrics to public addresses, and nothing else', async () => {
    const strange = await startNginx([first.port, second.port], (text) =>
      text.replace('allow 127.0.0.0/8;', ''),
    )
    opened.push(strange)
    first.respondWith(OF_ANOTHER_HOST)
    for (const path of ['/readyz', '/metrics', '/Metrics/']) {
      const { status, text } = await call(strange.url + path, { method: 'GET' })
      expect(status).to.equal(403)
      expect(JSON.parse(text)).to.include({ id: 'nginx.403.app_error', message: 'Forbidden' })
    }
    expect(receivedByBoth()).to.equal(0)
    expect((await call(`${strange.url}/healthz`, { method: 'GET' })).text).to.equal('first')
  })

  it('hides keys in the error log while the nodes are down', async () => {
    await first.close()
    await second.close()
    const hooks = ['/hooks/', '/HOOKS/', '/%68ooks/', '//hooks/', '/chat/hooks/']
    const others = ['/hook/', '/', '/api/v4/hooks/', '/api/v4/hooks/incoming/']
    const paths = [...hooks.map((path) => path + KEY), ...others.map((path) => path + OWN_KEY)]
    for (const path of paths) expect((await post(path)).status).to.equal(502)
    await post('/api/v4/posts')
    const lines = async (): Promise<number> => (await nginx.logs()).access.split('\n').length - 1
    await until('all lines', async () => (await lines()) === paths.length + 1)
    const { access, error } = await nginx.logs()
    expect(access + error)
      .to.not.include(KEY)
      .and.not.include(OWN_KEY)
    expect(error).to.include('/api/v4/posts')
  })
})

/** What nginx answers to bytes that no client of Node would send. */
async function exchange(
  url: string,
  request: string,
): Promise<{ head: string; body: Record<string, unknown> }> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(request)
  let answer = ''
  // nginx goes on reading a body that it has refused, for some seconds.
  for await (const chunk of socket) {
    answer += String(chunk)
    if (answer.endsWith('}')) break
  }
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { head, body: ERROR.parse(JSON.parse(body)) }
}
