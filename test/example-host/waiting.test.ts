import { expect } from 'chai'
import { waitForDatabase } from '../../example-host/waiting.js'
import { freePort } from '../support/free-port.js'
import { type Answer, call } from '../support/http-client.js'
import { until } from '../support/until.js'

const REASON = 'connect ECONNREFUSED 127.0.0.1:1'
const bodyOf = ({ text }: Answer): unknown => JSON.parse(text)

describe('the example host while it waits for its database', () => {
  let url: string
  let state: { isAway: boolean }
  let waiting: Promise<string>

  before(async () => {
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    state = { isAway: true }
    const open = (): Promise<string> =>
      state.isAway ? Promise.reject(new Error(REASON)) : Promise.resolve('open')
    waiting = waitForDatabase(open, { host: '127.0.0.1', port, log: () => undefined })
    await until('it listens', () =>
      get('/healthz').then(
        () => true,
        () => false,
      ),
    )
  })
  after(async () => {
    state.isAway = false
    expect(await waiting).to.equal('open')
  })

  const get = (path: string, headers = {}): Promise<Answer> =>
    call(url + path, { method: 'GET', headers })

  it('is alive', async () => {
    const answer = await get('/healthz')
    expect([answer.status, bodyOf(answer)]).to.deep.equal([200, { status: 'OK' }])
  })

  it('is not ready, with the members that the answer has later', async () => {
    const answer = await get('/readyz')
    const members = { status: 'unavailable', store: 'unavailable', waiting: 0 }
    expect([answer.status, bodyOf(answer)]).to.deep.equal([503, { ...members, reason: REASON }])
    const proxied = await get('/readyz', { 'X-Forwarded-For': '198.51.100.7' })
    expect([proxied.status, bodyOf(proxied)]).to.deep.equal([503, members])
  })

  for (const [method, path] of [
    ['POST', '/hooks/whkabcdefghijklmnopqrstuvwxyz012'],
    ['GET', '/api/v4/users/me'],
    ['GET', '/'],
    ['POST', '/%ff'],
  ] as const) {
    it(`answers ${method} ${path} as a store that accepts nothing`, async () => {
      const body = method === 'POST' ? { body: '{"text":"a"}' } : {}
      const answer = await call(url + path, { method, ...body })
      expect(answer.status).to.equal(503)
      expect(answer.headers).to.include({ 'retry-after': '1', connection: 'close' })
      expect(bodyOf(answer)).to.deep.equal({
        id: 'app.storage.unavailable.app_error',
        message: 'The storage cannot accept this request now',
        detailed_error: '',
        request_id: answer.headers['x-request-id'],
        status_code: 503,
      })
      expect(answer.text).to.not.include('whk')
    })
  }
})
