import { once } from 'node:events'
import { get } from 'node:http'
import { expect } from 'chai'
import request from 'supertest'
import { createAuthApp, type AuthApp } from './auth-app.js'

describe('the current user', () => {
  let app: AuthApp
  let client: ReturnType<typeof request>
  const me = (authorization: string): request.Test =>
    client.get('/users/me').set('Authorization', authorization)

  beforeEach(async () => {
    app = await createAuthApp()
    client = request(app.mount())
  })

  it('answers 401 to nobody', async () => {
    const answer = await client.get('/users/me').expect(401)
    expect(answer.body).to.include({ id: 'api.context.session_expired.app_error' })
    expect(answer.get('Cache-Control')).to.equal('no-store')
  })

  it('answers 401 at once after a deactivation', async () => {
    const token = await app.token()
    app.host.deactivate('u-ann')
    await me(`Bearer ${token}`).expect(401)
  })

  for (const word of ['Bearer', 'bearer', 'BEARER', 'bEaReR']) {
    it(`takes ${word}`, async () => {
      await me(`${word} ${await app.token()}`).expect(200)
    })
  }

  const headers: readonly (readonly [string, (token: string) => string])[] = [
    ['the token alone', (token) => token],
    ['an empty Bearer', () => 'Bearer '],
    ['Basic', (token) => `Basic ${token}`],
    ['Basic with the token as the password', (token) => `Basic ${btoa(`ann:${token}`)}`],
    ['Token', (token) => `Token ${token}`],
    ['Bearer without a space', (token) => `Bearer${token}`],
    ['Bearer with a colon', (token) => `Bearer: ${token}`],
    ['a word before Bearer', (token) => `My Bearer ${token}`],
    ['a quoted token', (token) => `Bearer "${token}"`],
    ['two tokens', (token) => `Bearer ${token} ${token}`],
    ['two tokens with a comma', (token) => `Bearer ${token}, Bearer ${token}`],
    ['a tab for a space', (token) => `Bearer\t${token}`],
  ]
  for (const [name, header] of headers) {
    it(`takes ${name} for nobody`, async () => {
      await me(header(await app.token())).expect(401)
    })
  }

  it('takes two Authorization headers for nobody', async () => {
    const token = await app.token()
    const server = app.mount().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const asked = get({
      port,
      path: '/users/me',
      headers: { Authorization: [`Bearer ${token}`, 'Bearer other'] },
      agent: false,
    })
    const answers: readonly unknown[] = await once(asked, 'response')
    server.close()
    expect(answers[0]).to.have.property('statusCode', 401)
  })

  it('reads no token from the query', async () => {
    await client.get(`/users/me?access_token=${await app.token()}`).expect(401)
  })

  it('a request is looked up once, however often it is asked for its user', async () => {
    const token = await app.token()
    await client
      .get('/users/me/twice')
      .set('Authorization', `Bearer ${token}`)
      .expect(200, ['u-ann', 'u-ann'])
    expect(app.lookups).to.equal(1)
  })
})
