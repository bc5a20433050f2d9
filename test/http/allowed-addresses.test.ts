import { expect } from 'chai'
import request from 'supertest'
import { type HookHostOptions, id } from '../support/hook-host.js'
import { senderOf } from '../support/signing-senders.js'
import { deliveriesOf, observed, post } from './observed-host.js'

const ID = 'web.incoming_webhook.address.app_error'
const ELSEWHERE: HookHostOptions = { webhook: { allowedAddresses: ['192.0.2.0/24'] } }

describe('a webhook with allowed addresses', () => {
  it('takes what comes from one of them, of either family', async () => {
    const host = observed({}, { webhook: { allowedAddresses: ['192.0.2.7', '127.0.0.0/8'] } })
    await post(host, { text: 'from home' }).expect(200, 'ok')
  })

  it('refuses the rest, says why, and neither reads nor keeps the body', async () => {
    const host = observed({}, ELSEWHERE)
    const body = await post(host, '{"text": SECRET').expect(403).then(bodyOf)
    expect(body).to.include({ id: ID, message: 'Requests from this address are not accepted' })
    expect(host.posts()).to.have.lengthOf(0)
    const [refused] = await deliveriesOf(host)
    expect(refused).to.deep.include({ outcome: 'refused', error_id: ID, digest: '' })
    const path = `/api/v4/hooks/incoming/${id('hook')}/deliveries/${refused?.id}`
    const whole = await request(host.app).get(path).expect(200).then(bodyOf)
    expect(whole).to.deep.include({ body: null, sent: null })
  })

  it('believes no header, unless the host trusts its proxy', async () => {
    const host = observed({}, ELSEWHERE)
    const forwarded = () => post(host, { text: 't' }).set('X-Forwarded-For', '192.0.2.7')
    await forwarded().expect(403)
    host.app.set('trust proxy', true)
    await forwarded().expect(200)
  })

  it('refuses every method', async () => {
    const host = observed({}, { webhook: { allowedAddresses: ['127.0.0.1'] } })
    host.app.set('trust proxy', true)
    await post(host, { text: 'mine' }).expect(200)
    const path = `${host.path}/posts/${host.posts()[0]?.id}`
    const stranger = { 'X-Forwarded-For': '192.0.2.7' }
    const asked = { ...stranger, 'WebHook-Request-Origin': 'events.example.com' }
    const { app } = host
    for (const sent of [
      request(app).patch(path).set(stranger).send({ text: 'theirs' }),
      request(app).delete(path).set(stranger),
      request(app).get(`${host.path}/messages/${host.posts()[0]?.id}`).set(stranger),
      request(app).put(`${host.path}/ntfy`).set(stranger).send('theirs'),
      request(app).options(host.path).set(asked),
    ]) {
      expect((await sent.expect(403)).body).to.include({ id: ID })
    }
    expect(host.posts().map(({ message }) => message)).to.deep.equal(['mine'])
  })

  it('refuses before it looks at signatures or formats', async () => {
    const { scheme, secret } = senderOf('github')
    const host = observed({}, ELSEWHERE)
    await host.webhooks.manage.update(id('alice'), id('hook'), { verification: { scheme, secret } })
    const answer = await request(host.app).post(`${host.path}/no-format`).expect(403)
    expect(answer.body).to.include({ id: ID })
  })

  it('counts the rest as guesses, and none of it against its own limit', async () => {
    const requests = { perSecond: 1, burst: 1 }
    const host = observed({}, { ...ELSEWHERE, options: { limits: { keyFailures: 2, requests } } })
    for (const status of [403, 403, 429]) await post(host, { text: 't' }).expect(status)
    await host.webhooks.manage.update(id('alice'), id('hook'), { allowedAddresses: [] })
    await post(host, { text: 't' }).expect(200)
  })
})

function bodyOf({ body }: { readonly body: unknown }): unknown {
  return body
}
