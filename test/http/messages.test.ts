import { expect } from 'chai'
import request from 'supertest'
import { keyDigest, makeKey } from '../../lib/rules/keys.js'
import {
  type HookHost,
  hookHost,
  type HookHostOptions,
  id,
  webhookOf,
} from '../support/hook-host.js'

const OTHER_KEY = makeKey(Uint8Array.from({ length: 15 }, (_, index) => index + 1))
const LINK = { type: 2, style: 5, label: 'Log', url: 'https://ci.test/log' }
const ROWS = [{ type: 1, components: [LINK] }]
const FIRST = { content: 'first', embeds: [{ title: 'Card', color: 255 }], components: ROWS }

interface Sent extends HookHost {
  /** The path of the message. */
  readonly message: string
}

async function sent(
  body: object = FIRST,
  given: HookHostOptions = {},
  end = '/discord',
): Promise<Sent> {
  const host = hookHost(given)
  const other = webhookOf({ id: id('other'), keyDigest: keyDigest(OTHER_KEY) })
  host.adapters.host.webhooks.set(other.id, other)
  const answer = await request(host.app).post(`${host.path}${end}?wait=true`).send(body).expect(200)
  const { id: postId } = answer.body as { id: string }
  return { ...host, message: `${host.path}${end}/messages/${postId}` }
}

function shown(host: HookHost): { readonly message: string | undefined; readonly cards: unknown } {
  const [post] = host.posts()
  return { message: post?.message, cards: post?.props['attachments'] }
}

describe('a program that has kept the id of its message for Discord', () => {
  for (const end of ['', '/discord']) {
    it(`gets it: ${end || 'without the name of the format'}`, async () => {
      const host = await sent(FIRST, {}, end)
      const answer = await request(host.app).get(host.message).expect(200)
      expect(answer.body).to.deep.include({
        content: 'first',
        embeds: [{ type: 'rich', title: 'Card', color: 255 }],
        components: ROWS,
        edited_timestamp: null,
      })
    })
  }

  const changes: readonly (readonly [string, object, string, readonly string[]])[] = [
    ['its text', { content: 'second' }, 'second', ['Card', 'Log']],
    ['its embeds', { embeds: [{ title: 'New' }] }, 'first', ['New', 'Log']],
    ['its buttons', { components: [] }, 'first', ['Card']],
    ['its text to none', { content: '' }, '', ['Card', 'Log']],
    ['its embeds to none', { embeds: [] }, 'first', ['Log']],
    ['all of it', { flags: 32_768, components: [{ type: 10, content: 'whole' }] }, 'whole', []],
    ['all of it without the flag', { components: [{ type: 10, content: 'whole' }] }, '', ['whole']],
  ]
  for (const [what, change, text, cards] of changes) {
    it(`changes ${what}, and what it does not name stays`, async () => {
      const host = await sent()
      const answer = await request(host.app).patch(host.message).send(change).expect(200)
      expect(answer.body).to.have.property('content', text)
      const now = shown(host)
      expect(now.message).to.equal(text)
      expect(JSON.stringify(now.cards ?? []).match(/Card|New|Log|whole/g) ?? []).to.deep.equal(
        cards,
      )
    })
  }

  it('changes the whole text where that is all a chat shows', async () => {
    const host = await sent(FIRST, { options: { show: 'text' } })
    await request(host.app)
      .patch(host.message)
      .send({ embeds: [{ title: 'New' }] })
      .expect(200)
    expect(shown(host)).to.deep.equal({ message: 'New', cards: undefined })
  })

  for (const [what, change] of [
    ['that leaves nothing', { content: '', embeds: [], components: [] }],
    ['that is no object', [1]],
  ] as const) {
    it(`is refused a change ${what}`, async () => {
      const host = await sent()
      await request(host.app).patch(host.message).send(change).expect(400)
      expect(shown(host).message).to.equal('first')
    })
  }

  it('deletes it', async () => {
    const host = await sent()
    await request(host.app).delete(host.message).expect(204, '')
    expect(host.posts()).to.deep.equal([])
    await request(host.app).get(host.message).expect(404)
  })

  for (const method of ['get', 'patch', 'delete'] as const) {
    it(`has nothing to do with those of other webhooks: ${method}`, async () => {
      const host = await sent()
      const theirs = host.message.replace(host.key, OTHER_KEY)
      await request(host.app)[method](theirs).send({ content: 'stolen' }).expect(404)
      expect(shown(host).message).to.equal('first')
    })

    it(`may not do so where senders sign: ${method}`, async () => {
      const host = await sent()
      const verification = { scheme: 'github', secret: 'a-secret-of-senders' } as const
      await host.webhooks.manage.update(id('alice'), host.webhook.id, { verification })
      const { headers, text } = await request(host.app)
        [method](host.message)
        .send({ content: 'x' })
        .expect(405)
      expect(headers).to.have.property('allow', 'POST')
      expect(text).to.not.include('first')
      expect(shown(host).message).to.equal('first')
    })
  }

  it('cannot do anything else with it', async () => {
    const host = await sent()
    const { headers } = await request(host.app)
      .post(host.message)
      .send({ content: 'x' })
      .expect(405)
    expect(headers).to.have.property('allow', 'GET, PATCH, DELETE')
    await request(host.app).get(host.message.replace('/discord/', '/gitlab/')).expect(405)
  })
})
