import { expect } from 'chai'
import request from 'supertest'
import { bodyOf, type Chat, idOf, member, startChat } from './chat.js'

const ENCODINGS = { 'Accept-Encoding': 'br, gzip' }

describe('what the example host sends', () => {
  let chat: Chat
  let channelId: string
  let webhookId: string
  let hookPath: string

  before(async () => {
    chat = await startChat()
    channelId = await chat.addChannel('builds', 'O', chat.admin)
    const fields = { channel_id: channelId, display_name: 'Builds', description: 'a'.repeat(500) }
    const made = await chat.api('post', '/hooks/incoming', chat.admin, fields).expect(201)
    webhookId = idOf(made)
    hookPath = new URL(String(member(bodyOf(made), 'url'))).pathname
    for (let n = 0; n < 5; n += 1) {
      await request(chat.url)
        .post(hookPath)
        .send({ text: 'built '.repeat(100) })
        .expect(200)
    }
  })
  after(() => chat.close())

  const encodingOf = async (
    path: string,
    headers: Record<string, string> = {},
  ): Promise<unknown> => {
    const token = { Authorization: `Bearer ${chat.admin.token}` }
    const answer = await request(chat.url)
      .get(path)
      .set({ ...token, ...ENCODINGS, ...headers })
    expect(answer.status).to.equal(200)
    return (answer.headers as Record<string, unknown>)['content-encoding']
  }

  const compressions = async (path: string): Promise<readonly unknown[]> => [
    await encodingOf(path),
    await encodingOf(path, { 'Accept-Encoding': 'gzip' }),
    await encodingOf(path, { 'Accept-Encoding': 'identity' }),
  ]

  it('is compressed if it is a page or a file of a page', async () => {
    const page = await request(chat.url).get('/login')
    const file = /src="([^"]*chat[^"]*)"/.exec(page.text)?.[1] ?? ''
    const console = await request(chat.url).get('/admin/')
    const ofConsole = /src="([^"]*console[^"]*)"/.exec(console.text)?.[1] ?? ''
    for (const path of [
      new URL(file, `${chat.url}/login`).pathname,
      new URL(ofConsole, `${chat.url}/admin/`).pathname,
      '/reference/swagger-ui-bundle.js',
    ]) {
      expect(await compressions(path), path).to.deep.equal(['br', 'gzip', undefined])
    }
  })

  it('is compressed only once if it is a file of a page, and the same then', async () => {
    const { text } = await request(chat.url).get('/login')
    const path = /src="\.\/(assets\/chat[^"]*)"/.exec(text)?.[1] ?? ''
    const get = (encodings: string) =>
      request(chat.url).get(`/${path}`).set('Accept-Encoding', encodings).expect(200)
    const plain = await get('identity')
    for (const encodings of ['gzip, deflate, br', 'gzip']) {
      const { headers, text: script } = await get(encodings)
      // A length is known before only of what is not compressed on its way.
      expect(Number(headers['content-length'])).to.be.below(plain.text.length / 2)
      expect(headers['content-type']).to.equal(plain.headers['content-type'])
      expect(script).to.equal(plain.text)
    }
    await request(chat.url).get('/assets/none.js').set(ENCODINGS).expect(404)
  })

  it('is compressed if it is a long answer of the API, with Brotli only', async () => {
    for (const path of [
      '/api/v4/openapi.json',
      `/api/v4/channels/${channelId}/posts`,
      `/api/v4/hooks/incoming/${webhookId}/deliveries`,
    ]) {
      expect(await compressions(path), path).to.deep.equal(['br', undefined, undefined])
    }
  })

  it('is not compressed if it holds a key', async () => {
    const path = `/api/v4/hooks/incoming/${webhookId}`
    const { text } = await chat.api('get', `/hooks/incoming/${webhookId}`, chat.admin)
    expect(text.length).to.be.above(1024)
    expect(text).to.include(hookPath)
    expect(await encodingOf(path)).to.equal(undefined)
    const again = await chat
      .api('post', `/hooks/incoming/${webhookId}/regen_key`, chat.admin)
      .set(ENCODINGS)
    expect(again.headers).to.not.have.any.keys('content-encoding')
    hookPath = new URL(String(member(bodyOf(again), 'url'))).pathname
  })

  it('is not compressed if it answers a hook', async () => {
    const sent = await request(chat.url).post(hookPath).set(ENCODINGS).send({ text: 'built' })
    expect(sent.text).to.equal('ok')
    expect(sent.headers).to.not.have.any.keys('content-encoding', 'vary')
    const refused = await request(chat.url).post('/hooks/unknown').set(ENCODINGS).send('a')
    expect(refused.headers).to.not.have.any.keys('content-encoding', 'vary')
  })
})
