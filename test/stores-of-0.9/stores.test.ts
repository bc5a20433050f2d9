import { expect } from 'chai'
import request from 'supertest'
import { usePostgres } from '../support/postgres.js'
import { until } from '../support/until.js'
import { type Opened, openedStore } from './opened.js'
import { BUILD, PATH, QUEUE_IS_LONG, report, type StoreName, STORES } from './written.js'

interface Shown {
  readonly key: string
  readonly state: string
}

/** Whose chats have replies. */
const THREADED: ReadonlySet<StoreName> = new Set(['chat', 'postgres'])

describe('stores of 0.9', () => {
  const openSchema = usePostgres()
  let opened: Opened | null = null
  afterEach(async () => {
    await opened?.close()
    opened = null
  })

  for (const store of STORES) {
    const open = async (): Promise<Opened> => (opened = await openedStore(store, openSchema))

    describe(store, () => {
      const changed = THREADED.has(store) ? ['edited', 'replied'] : ['edited']

      it('takes messages by both keys of its webhook', async () => {
        const { written, send, events } = await open()
        for (const key of [written.key, written.previousKey]) {
          const [post] = await send({ body: { text: 'Hello' }, headers: {} }, key)
          expect(post?.action).to.equal('created')
        }
        expect(events.map(({ change }) => change)).to.deep.equal(['posted', 'posted'])
      })

      it('keeps what became of the last request', async () => {
        const { app, webhooks, written } = await open()
        const { userId, webhookId, key } = written
        await request(app)
          .post(`/hooks/${key}`)
          .send({ channel: 'nowhere', text: 'Hi' })
          .expect(404)
        const find = async () => webhooks.manage.find(userId, webhookId)
        await until('the result', async () => (await find()).lastResult)
        const { lastResult } = await find()
        expect(lastResult).to.include({ outcome: 'refused', status: 404 })
      })

      it('has an open incident, which the next report closes in its post', async () => {
        const { written, send, posts } = await open()
        const receipt = await send(report('db-1', 'The disk of db-1 has room again', 'closed'))
        expect(receipt.map(({ action }) => action)).to.deep.equal(changed)
        expect(receipt[0]?.id).to.equal(written.diskPostId)
        const root = await posts.findById(written.diskPostId)
        expect(root?.message).to.equal('The disk of db-1 has room again')
        expect(root?.props).to.have.nested.include({ 'webhook_incident.state': 'closed' })
        expect(root?.props).not.to.have.property('webhook_thing')
      })

      it('has a closed incident, which opens again in its post', async () => {
        const { written, send } = await open()
        const posts = await send(QUEUE_IS_LONG)
        expect(posts.map(({ action }) => action)).to.deep.equal(changed)
        expect(posts[0]?.id).to.equal(written.queuePostId)
      })

      it('answers a repeated request from the first', async () => {
        const { written, send, events } = await open()
        const posts = await send(BUILD)
        expect(posts.map(({ id }) => id)).to.deep.equal([written.buildPostId])
        expect(events).to.deep.equal([])
      })

      it('has the path to incidents, which can be changed', async () => {
        const { written, send, webhooks } = await open()
        const { userId, webhookId } = written
        const before = await webhooks.manage.find(userId, webhookId)
        expect(before.incidentPath).to.equal(PATH)
        await webhooks.manage.update(userId, webhookId, { incidentPath: 'name' })
        const [post] = await send({ body: { text: 'Still full', name: 'db-1' }, headers: {} })
        expect(post).to.include({ id: written.diskPostId, action: 'edited' })
      })

      it('has users who stay signed in, and see both incidents', async () => {
        const { app, written } = await open()
        const answer = await request(app)
          .get(`/api/v4/hooks/incoming/${written.webhookId}/incidents`)
          .set('Authorization', `Bearer ${written.token}`)
          .expect(200)
        const { incidents } = answer.body as { readonly incidents: readonly Shown[] }
        expect(incidents.map(({ key, state }) => [key, state])).to.deep.equal([
          ['queue', 'closed'],
          ['db-1', 'open'],
        ])
      })
    })
  }
})
