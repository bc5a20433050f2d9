import { expect } from 'chai'
import request, { type Test } from 'supertest'
import { HOST_METRICS } from '../../example-host/api/monitoring.js'
import { scraped, valueIn } from '../support/prometheus.js'
import { type Chat, startChat } from './chat.js'

const TOKEN = 'a token of sixteen'.replaceAll(' ', '-')

describe('GET /metrics of the example host', () => {
  let chat: Chat
  before(async () => {
    chat = await startChat({ metricsToken: TOKEN })
  })
  after(() => chat.close())

  /** As a proxy on this machine passes a request on. */
  const proxied = (): Test => request(chat.url).get('/metrics').set('X-Forwarded-For', '192.0.2.1')
  const proxiedAs = (authorization: string): Test =>
    proxied().set('Authorization', `Bearer ${authorization}`)

  it('answers a request from this machine in the format of Prometheus', async () => {
    const { text, headers } = await request(chat.url).get('/metrics').expect(200)
    expect(headers['content-type']).to.equal('text/plain; version=0.0.4; charset=utf-8')
    expect(headers['cache-control']).to.equal('no-store')
    const metrics = scraped(text)
    expect([...metrics.keys()]).to.include.members([
      'webhooks_requests_total',
      ...HOST_METRICS.map(({ name }) => name),
    ])
    expect(valueIn(text, 'process_resident_memory_bytes')).to.be.above(10_000_000)
    expect(valueIn(text, 'process_cpu_seconds_total')).to.be.above(0)
    expect(valueIn(text, 'chat_store_ok')).to.equal(1)
    expect(valueIn(text, 'chat_websockets')).to.equal(0)
  })

  it('answers others only with the token, or an administrator', async () => {
    const { token } = await chat.addPerson('bob')
    await proxiedAs(TOKEN).expect(200)
    await proxiedAs(chat.admin.token).expect(200)
    const cases: readonly { readonly asked: Test; readonly status: number }[] = [
      { asked: proxied(), status: 401 },
      { asked: proxiedAs(`${TOKEN}s`), status: 401 },
      { asked: proxiedAs(''), status: 401 },
      { asked: proxied().set('Authorization', TOKEN), status: 401 },
      { asked: proxiedAs(token), status: 403 },
    ]
    for (const { asked, status } of cases) {
      const answer = await asked.expect(status)
      expect(answer.body).to.include({ status_code: status })
      expect(answer.headers['cache-control']).to.equal('no-store')
    }
  })

  it('takes what any proxy on this machine passes on for somebody else, and says what to send', async () => {
    for (const name of ['Forwarded', 'X-Forwarded-Proto', 'X-Real-IP', 'Via']) {
      const answer = await request(chat.url).get('/metrics').set(name, 'any').expect(401)
      expect(answer.text, name).to.include('METRICS_TOKEN')
    }
  })

  it('reads the scheme of the token in any case', async () => {
    for (const scheme of ['bearer', 'BEARER ']) {
      await proxied().set('Authorization', `${scheme} ${TOKEN}`).expect(200)
    }
  })

  it('answers an administrator by the cookie of the pages', async () => {
    await proxied().set('Cookie', `chat-session=${chat.admin.token}`).expect(200)
  })

  it('has no token unless it is told one', async () => {
    const other = await startChat()
    for (const token of ['null', 'undefined', '']) {
      await request(other.url)
        .get('/metrics')
        .set({ 'X-Forwarded-For': '192.0.2.1', Authorization: `Bearer ${token}` })
        .expect(401)
    }
    await other.close()
  })

  it('says when the store takes no writes', async () => {
    const { store } = chat
    const health = store.health.bind(store)
    Object.assign(store, { health: async () => ({ ...(await health()), state: 'failing' }) })
    const { text } = await request(chat.url).get('/metrics').expect(200)
    Object.assign(store, { health })
    expect(valueIn(text, 'chat_store_ok')).to.equal(0)
  })
})
