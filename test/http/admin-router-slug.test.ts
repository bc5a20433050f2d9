import { expect } from 'chai'
import { adminHost } from './admin-router.host.js'

const CI = { channel_id: 'alerts', display_name: 'CI', slug: 'ci' }
const TAKEN = 'slug: another webhook of this team has it'

describe('the slug of a webhook', () => {
  it('is shown, stays without a change, and is null without one', async () => {
    const { send, webhookOf } = adminHost()
    const made = await webhookOf('alice', CI)
    expect(made).to.include({ slug: 'ci' })
    expect(made.id).to.match(/^[a-z0-9]{26}$/)
    const path = `/hooks/incoming/${made.id}`
    for (const slug of ['ci', undefined]) {
      const changed = await send('put', path, 'alice', { ...CI, slug, display_name: 'Builds' })
      expect(changed.body).to.include({ slug: 'ci', display_name: 'Builds' })
    }
    expect(await webhookOf('alice', { slug: null })).to.include({ slug: null })
    const listed = await send('get', '/hooks/incoming', 'alice')
    expect((listed.body as { slug: unknown }[]).map(({ slug }) => slug)).to.deep.equal([null, 'ci'])
  })

  it('is not changed, taken away or given later', async () => {
    const { send, webhookOf } = adminHost()
    const [{ id }, without] = [await webhookOf('alice', CI), await webhookOf('alice')]
    const cases = [
      [id, 'other'],
      [id, null],
      [without.id, 'late'],
    ] as const
    for (const [at, slug] of cases) {
      const answer = await send('put', `/hooks/incoming/${at}`, 'alice', { ...CI, slug })
      expect(answer.status).to.equal(400)
      expect(answer.body)
        .to.have.property('detailed_error')
        .which.matches(/^slug: set when/)
    }
  })

  it('is of one webhook in a team, also of two that are created at once', async () => {
    const { send } = adminHost()
    const create = async (as: string, changes: object = {}) =>
      send('post', '/hooks/incoming', as, { ...CI, ...changes })
    const both = await Promise.all([create('alice'), create('bob')])
    expect(both.map(({ status }) => status)).to.have.members([201, 409])
    for (const check of ['', '?check=true']) {
      const third = await send('post', `/hooks/incoming${check}`, 'alice', CI)
      expect(third.status).to.equal(409)
      expect(third.body).to.include({ detailed_error: TAKEN })
    }
    const elsewhere = await create('admin', { channel_id: 'elsewhere' })
    expect(elsewhere.status).to.equal(201)
  })

  it('is taken of two that are stored at once, whatever the store says then', async () => {
    const host = adminHost()
    const { webhooks } = host.adapters
    const late = adminHost({
      adapters: {
        ...host.adapters,
        webhooks: { ...webhooks, findById: hidden(webhooks.findById) },
      },
    })
    expect((await host.send('post', '/hooks/incoming', 'alice', CI)).status).to.equal(201)
    const second = await late.send('post', '/hooks/incoming', 'alice', CI)
    expect(second.status).to.equal(409)
    expect(second.body).to.include({ detailed_error: TAKEN })
  })

  it('is free once its webhook is deleted, and the next one has other secrets', async () => {
    const { send, webhookOf } = adminHost()
    const first = await webhookOf('alice', CI)
    await send('delete', `/hooks/incoming/${first.id}`, 'alice').expect(200)
    const next = await webhookOf('bob', CI)
    expect(next.id).to.equal(first.id)
    for (const name of ['key', 'signing_secret']) expect(next[name]).not.to.equal(first[name])
  })

  it('has 1 to 64 of a to z, 0 to 9 and -', async () => {
    const { send, webhookOf } = adminHost()
    for (const slug of ['0', '-', 'a'.repeat(64)]) {
      expect(await webhookOf('alice', { slug })).to.include({ slug })
    }
    for (const slug of ['', 'A', 'a b', 'ä', 'a_b', 'a\n', 'a'.repeat(65), 5, true, ['a'], {}]) {
      const answer = await send('post', '/hooks/incoming', 'alice', { ...CI, slug })
      expect(answer.status, JSON.stringify(slug)).to.equal(400)
      expect(answer.body)
        .to.have.property('detailed_error')
        .which.matches(/^slug: /)
    }
  })
})

/** Finds nothing the first time, as before another node has stored it. */
function hidden<Find extends (id: string) => unknown>(find: Find): Find {
  let asked = 0
  return ((id: string) => (asked++ === 0 ? null : find(id))) as Find
}
