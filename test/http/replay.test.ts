import { expect } from 'chai'
import request from 'supertest'
import type { AuditEvent } from 'express-incoming-webhooks'
import { type HookHost, id } from '../support/hook-host.js'
import { deliveriesOf, observed, post } from './observed-host.js'

const DELIVERIES = `/api/v4/hooks/incoming/${id('hook')}/deliveries`
const ELSEWHERE = { text: 'Backup is done', channel: 'off-topic' }
const MINUTE = 60_000

/** A host whose webhook is locked to its channel, so that what is for another one is refused. */
function locked(given: Parameters<typeof observed>[1] = {}, settings = {}): HookHost {
  return observed(settings, { ...given, webhook: { channelLocked: true, ...given.webhook } })
}

/** What was wrong is put right: the webhook may post to other channels. */
async function unlock({ webhooks, clock }: HookHost): Promise<void> {
  clock.now += MINUTE
  await webhooks.manage.update(id('alice'), id('hook'), { channelLocked: false })
}

async function newest(host: HookHost) {
  const [first] = await deliveriesOf(host)
  if (!first) throw new Error('nothing came')
  return first
}

const press = ({ app }: HookHost, deliveryId: string, body: object = {}): request.Test =>
  request(app).post(`${DELIVERIES}/${deliveryId}/replay`).send(body)

const bulk = ({ app, clock }: HookHost, since = clock.now - 60 * MINUTE): request.Test =>
  request(app).post(`${DELIVERIES}/replay`).send({ refused_since: since })

const said = (host: HookHost): readonly string[] => host.posts().map(({ message }) => message)

async function refused(host: HookHost, body: object = ELSEWHERE): Promise<string> {
  await post(host, body).expect(403)
  return (await newest(host)).id
}

describe('sending a request again', () => {
  it('posts what was refused, once what was wrong is put right', async () => {
    const audited: AuditEvent[] = []
    const host = locked({ options: { onAudit: (event) => audited.push(event) } })
    const first = await refused(host)
    const still = await press(host, first).expect(200)
    expect(still.body).to.deep.equal({
      status: 403,
      id: 'web.incoming_webhook.channel_locked.app_error',
      message: 'This webhook is not permitted to post to the requested channel',
      detailed_error: still.body.detailed_error,
    })
    await unlock(host)
    const answer = await press(host, first).expect(200)
    expect(answer.body).to.deep.equal({ status: 200 })
    expect(said(host)).to.deep.equal(['Backup is done'])
    const [replay, before, original] = await deliveriesOf(host)
    expect(replay).to.include({ outcome: 'posted', replay_of: first, digest: original?.digest })
    expect(before).to.include({ outcome: 'refused', replay_of: first })
    expect(original).to.include({ id: first, delivered_by: replay?.id })
    expect(audited.map(({ action }) => action)).to.deep.equal(['replayed', 'changed', 'replayed'])
  })

  it('asks before it posts what was delivered', async () => {
    const host = locked()
    const first = await refused(host)
    await unlock(host)
    const both = await Promise.all([press(host, first), press(host, first)])
    expect(both.map(({ status }) => status).sort()).to.deep.equal([200, 409])
    expect(said(host)).to.have.length(1)
    await press(host, first, { again: true }).expect(200)
    await press(host, first, { again: true }).expect(200)
    expect(said(host)).to.have.length(3)
  })

  it('sends again all that was refused since a time, each content once, in order', async () => {
    const host = locked()
    for (const text of ['one', 'two', 'one', 'three']) {
      await refused(host, { ...ELSEWHERE, text })
      host.clock.now += MINUTE
    }
    await unlock(host)
    const answer = await bulk(host).expect(200)
    expect(answer.body.results.map(({ status }: { status: number }) => status)).to.deep.equal([
      200, 200, 200,
    ])
    expect(said(host)).to.deep.equal(['one', 'two', 'three'])
    expect((await bulk(host).expect(200)).body).to.deep.equal({ results: [] })
    const list = await deliveriesOf(host)
    const undelivered = list.filter((each) => each.outcome === 'refused' && !each.delivered_by)
    expect(undelivered).to.deep.equal([])
  })
})
