import { expect } from 'chai'
import request, { type Test } from 'supertest'
import { member, bodyOf, type Chat, PASSWORD, type Person, startChat } from './chat.js'
import { refusedUpgrade, socketsForSuite } from './socket.js'

const ORIGIN = 'http://chat.example.test'
const OWN = { Origin: ORIGIN, 'X-Requested-With': 'XMLHttpRequest' }

describe('the cookie of a session', () => {
  let chat: Chat
  let alice: Person
  const sockets = socketsForSuite()

  before(async () => {
    chat = await startChat()
    alice = await chat.addPerson('alice')
  })

  after(() => chat.close())

  const signIn = (headers: object, on = chat): Test =>
    request(on.url)
      .post('/api/v4/users/login')
      .set({ ...headers })
      .send({ login_id: 'alice', password: PASSWORD })
      .expect(200)
  const cookiesOf = async (answer: Test): Promise<string> =>
    (await answer).get('Set-Cookie')?.join() ?? ''
  const session = async (): Promise<string> => (await cookiesOf(signIn(OWN))).split(';')[0] ?? ''
  const calling = (cookie: string, method: 'get' | 'post' | 'put', path: string, headers = {}) =>
    request(chat.url)
      [method](`/api/v4${path}`)
      .set({ Cookie: cookie, ...headers })

  it('is set for the pages, out of reach of scripts and of other sites', async () => {
    const cookie = await cookiesOf(signIn(OWN))
    expect(cookie).to.match(/^chat-session=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax$/)
    await calling(cookie.split(';')[0] ?? '', 'get', '/users/me').expect(200)
  })

  it('is not set for other clients, which have the token', async () => {
    for (const headers of [{}, { Origin: ORIGIN }, { 'X-Requested-With': 'XMLHttpRequest' }]) {
      const answer = signIn(headers)
      expect(await cookiesOf(answer), JSON.stringify(headers)).to.equal('')
      expect((await answer).get('Token')).to.match(/^[\w.-]+$/)
    }
  })

  it('is not set for a page of another site that signs its visitor in', async () => {
    expect(await cookiesOf(signIn({ ...OWN, Origin: 'http://evil.example' }))).to.equal('')
  })

  for (const [siteUrl, attributes] of [
    ['https://chat.example.test', 'chat-session=T; Path=/; HttpOnly; SameSite=Lax; Secure'],
    [
      'https://chat.example.test/team/',
      'chat-session=T; Path=/team; HttpOnly; SameSite=Lax; Secure',
    ],
    ['http://chat.example.test:8065', 'chat-session-8065=T; Path=/; HttpOnly; SameSite=Lax'],
  ] as const) {
    it(`has the attributes ${attributes} for SITE_URL ${siteUrl}`, async () => {
      const other = await startChat({ siteUrl })
      await other.addPerson('alice')
      const cookie = await cookiesOf(signIn({ ...OWN, Origin: new URL(siteUrl).origin }, other))
      await other.close()
      expect(cookie.replace(/=[^;]+/, '=T')).to.equal(attributes)
    })
  }

  it('allows unsafe calls only to pages of the site that send a header of their own', async () => {
    const cookie = await session()
    const view = (headers: object) =>
      calling(cookie, 'post', '/channels/members/me/view', headers).send({})
    await view(OWN).expect(200)
    for (const [headers, detail] of [
      [{ ...OWN, Origin: 'http://evil.example' }, 'Origin: a different site'],
      [{ ...OWN, Origin: 'null' }, 'Origin: a different site'],
      [{ 'X-Requested-With': 'XMLHttpRequest' }, 'Origin: a different site'],
      [{ Origin: ORIGIN }, 'X-Requested-With is required'],
    ] as const) {
      const answer = await view(headers).expect(403)
      expect(member(bodyOf(answer), 'detailed_error')).to.equal(detail)
    }
  })

  it('is checked like this for the calls of the library too', async () => {
    const cookie = await cookiesOf(
      request(chat.url)
        .post('/api/v4/users/login')
        .set(OWN)
        .send({ login_id: 'admin', password: PASSWORD }),
    )
    const patch = (headers: object) =>
      calling(cookie.split(';')[0] ?? '', 'put', '/config/patch', headers).send({})
    await patch({ Origin: ORIGIN }).expect(403)
    await patch({ ...OWN, Origin: 'http://evil.example' }).expect(403)
    await patch(OWN).expect(200)
  })

  it('does not count beside a token', async () => {
    const call = calling(await session(), 'get', '/users/me')
    await call.set('Authorization', 'Bearer none').expect(401)
  })

  it('is removed by signing out, which ends the session', async () => {
    const cookie = await session()
    const answer = await calling(cookie, 'post', '/users/logout', OWN).send({}).expect(200)
    expect(answer.get('Set-Cookie')).to.deep.equal([
      'chat-session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    ])
    await calling(cookie, 'get', '/users/me').expect(401)
  })

  it('says in the page whether a session is open', async () => {
    const cookie = await session()
    const page = async (headers: object): Promise<string | undefined> => {
      const { text } = await request(chat.url)
        .get('/main/channels/any')
        .set({ ...headers })
      return /<meta name="session" content="([\w-]*)">/.exec(text)?.[1]
    }
    expect(await page({ Cookie: cookie })).to.equal('open')
    expect(await page({ Cookie: 'chat-session=ended' })).to.equal('none')
    expect(await page({})).to.equal('none')
  })

  it('signs a websocket in, which may still send a challenge without a token', async () => {
    const socket = await sockets.open(chat.port, { Origin: ORIGIN, Cookie: await session() })
    await socket.wait('hello', 1)
    socket.send({ seq: 1, action: 'authentication_challenge', data: { token: '' } })
    expect(await socket.reply(1)).to.deep.equal({ status: 'OK', seq_reply: 1 })
  })

  it('of an ended session leaves a websocket unknown, as the challenge says', async () => {
    const cookie = await session()
    await calling(cookie, 'post', '/users/logout', OWN).send({}).expect(200)
    const socket = await sockets.open(chat.port, { Origin: ORIGIN, Cookie: cookie })
    socket.send({ seq: 1, action: 'authentication_challenge', data: { token: '' } })
    expect(member(await socket.reply(1), 'status')).to.equal('FAIL')
    expect(await socket.closed()).to.equal(1008)
    expect(socket.events('hello')).to.deep.equal([])
  })

  it('is refused for a websocket of a page of another site', async () => {
    const cookie = await session()
    for (const headers of [{ Cookie: cookie }, { Cookie: cookie, Origin: 'http://evil.example' }]) {
      expect(await refusedUpgrade(chat.port, headers)).to.equal(403)
    }
  })

  it('ends the websockets of all tabs when one signs out', async () => {
    const cookie = await session()
    const headers = { Origin: ORIGIN, Cookie: cookie }
    const tabs = await Promise.all([1, 2].map(() => sockets.open(chat.port, headers)))
    for (const tab of tabs) await tab.wait('hello', 1)
    await calling(cookie, 'post', '/users/logout', OWN).send({}).expect(200)
    for (const tab of tabs) expect(await tab.closed()).to.equal(1008)
  })

  it('changes nothing for clients with a token', async () => {
    const answer = await chat.api('post', '/channels/members/me/view', alice, {}).expect(200)
    expect(bodyOf(answer)).to.deep.include({ status: 'OK' })
  })
})
