import express from 'express'
import { expect } from 'chai'
import request from 'supertest'
import { PASSWORD } from '../support/sign-in-host.js'
import { ANN, ANN_VIEW, createAuthApp, type AuthApp } from './auth-app.js'

describe('the auth router', () => {
  let app: AuthApp
  let client: ReturnType<typeof request>

  const prepare = async (...options: Parameters<typeof createAuthApp>): Promise<void> => {
    app = await createAuthApp(...options)
    client = request(app.mount())
  }

  const me = (authorization: string): request.Test =>
    client.get('/users/me').set('Authorization', authorization)

  beforeEach(() => prepare())

  describe('POST /login', () => {
    it('answers the user and a token in the header, not to be stored', async () => {
      const answer = await client.post('/users/login').send(ANN).expect(200)
      expect(answer.body).to.deep.equal(ANN_VIEW)
      expect(answer.get('Cache-Control')).to.equal('no-store')
      expect(answer.get('Set-Cookie')).to.equal(undefined)
      await me(`Bearer ${answer.get('Token') ?? ''}`).expect(200, ANN_VIEW)
    })

    it('shows an administrator and a picture, and no member that the host added', async () => {
      const root = app.host.adapters.host.users.get('u-root')
      if (!root) throw new Error('no root')
      const more = { ...root, pictureUrl: 'https://example.org/r.png', ssn: '078-05-1120' }
      app.host.adapters.host.users.set('u-root', more)
      const answer = await client
        .post('/users/login')
        .send({ login_id: 'root', password: PASSWORD })
      expect(answer.body).to.deep.equal({
        id: 'u-root',
        username: 'root',
        email: 'root@example.org',
        roles: 'system_admin system_user',
        create_at: 1,
        delete_at: 0,
        picture_url: 'https://example.org/r.png',
      })
    })

    it('answers an unknown user and a wrong password alike', async () => {
      const bodies: unknown[] = []
      for (const login_id of ['ann', 'nobody']) {
        const answer = await client
          .post('/users/login')
          .set('X-Request-Id', 'r1')
          .send({ login_id, password: 'wrong' })
          .expect(401)
        expect(answer.get('Token')).to.equal(undefined)
        bodies.push(answer.body)
      }
      expect(bodies[0]).to.deep.equal(bodies[1])
      expect(bodies[0]).to.include({
        id: 'api.user.login.invalid_credentials_email_username',
        status_code: 401,
      })
    })

    it('answers 429 with Retry-After after ten failures from an address', async () => {
      const from = (address: string, password: string): request.Test =>
        client
          .post('/users/login')
          .set('X-Forwarded-For', address)
          .send({ ...ANN, password })
      for (let i = 0; i < 10; i += 1) await from('192.0.2.1', 'wrong').expect(401)
      const answer = await from('192.0.2.1', PASSWORD).expect(429)
      expect(Number(answer.get('Retry-After'))).to.be.within(80, 90)
      expect(answer.get('Cache-Control')).to.equal('no-store')
      await from('192.0.2.2', PASSWORD).expect(200)
    })

    const bodies: readonly (readonly [string, string, number])[] = [
      ['null', 'null', 400],
      ['a list', '[]', 400],
      ['a string', '"ann"', 400],
      ['broken JSON', '{"login_id":"ann"', 400],
      ['nothing', '', 400],
      ['no password', '{"login_id":"ann"}', 400],
      ['no login id', `{"password":"${PASSWORD}"}`, 400],
      ['a password of null', '{"login_id":"ann","password":null}', 400],
      ['a password that is a number', '{"login_id":"ann","password":1}', 400],
      ['members of __proto__', `{"__proto__":{"login_id":"ann","password":"${PASSWORD}"}}`, 400],
      ['a NUL in the password', '{"login_id":"ann","password":"a\\u0000b"}', 401],
      [
        'a login id of 60,000 characters',
        `{"login_id":"${'u'.repeat(60_000)}","password":"x"}`,
        401,
      ],
      ['100,000 bytes', `{"login_id":"ann","password":"${'p'.repeat(100_000)}"}`, 413],
    ]
    for (const [name, body, status] of bodies) {
      it(`answers ${status} to ${name}`, async () => {
        const answer = await client
          .post('/users/login')
          .set('Content-Type', 'application/json')
          .send(body)
          .expect(status)
        expect(answer.body).to.include({ status_code: status })
        expect(answer.get('Token')).to.equal(undefined)
      })
    }

    it('takes JSON whatever it is called', async () => {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
        await client
          .post('/users/login')
          .set('Content-Type', type)
          .send(JSON.stringify(ANN))
          .expect(200)
      }
    })

    it('signs nobody in with a form, parsed by the host or not', async () => {
      for (const before of [
        [],
        [express.urlencoded({ extended: true })],
        [express.urlencoded({ extended: false })],
      ]) {
        const answer = await request(app.mount(...before))
          .post('/users/login')
          .type('form')
          .send(ANN)
          .expect(400)
        expect(answer.get('Token')).to.equal(undefined)
      }
    })

    it('takes what the JSON parser of the host has read', async () => {
      await request(app.mount(express.json())).post('/users/login').send(ANN).expect(200)
    })

    it('reads a text alike, whether the JSON parser of the host has read it or not', async () => {
      const passwordHash = await app.host.passwords.hash('a\ufffdb')
      app.host.adapters.host.credentials.set('u-root', { userId: 'u-root', passwordHash })
      const odd = { login_id: 'root', password: 'a\0b' }
      for (const before of [[], [express.json()]]) {
        await request(app.mount(...before))
          .post('/users/login')
          .send(odd)
          .expect(200)
      }
    })

    describe('calls onSignIn', () => {
      it('with the user and the token, before the response', async () => {
        app.onSignIn = async (_req, res, { user, token }) => {
          await Promise.resolve()
          res.cookie('session', `${user.username}.${token}`)
        }
        const answer = await request(app.mount()).post('/users/login').send(ANN).expect(200)
        const token = answer.get('Token') ?? ''
        expect(answer.get('Set-Cookie')).to.deep.equal([`session=ann.${token}; Path=/`])
      })

      it('only when somebody has signed in', async () => {
        app.onSignIn = () => {
          throw new Error('called')
        }
        client = request(app.mount())
        await client
          .post('/users/login')
          .send({ ...ANN, password: 'wrong' })
          .expect(401)
        await client.post('/users/logout').expect(200)
      })

      it('and ends the session if it fails', async () => {
        let made = ''
        app.onSignIn = (_req, _res, { token }) => {
          made = token
          throw new Error('no cookie')
        }
        const answer = await request(app.mount()).post('/users/login').send(ANN).expect(599)
        expect(answer.body).to.deep.equal({ hostSaw: 'Error: no cookie' })
        expect(answer.get('Token')).to.equal(undefined)
        await me(`Bearer ${made}`).expect(401)
      })
    })

    it('leaves errors that are not of the table to the host', async () => {
      await prepare(({ users }) => ({
        users: { ...users, findCredentials: () => Promise.reject(new Error('disk')) },
      }))
      await client.post('/users/login').send(ANN).expect(599, { hostSaw: 'Error: disk' })
    })
  })

  describe('POST /logout', () => {
    it('ends this session only', async () => {
      const [one, two] = [await app.token(), await app.token()]
      const answer = await client
        .post('/users/logout')
        .set('Authorization', `Bearer ${one}`)
        .expect(200, { status: 'OK' })
      expect(answer.get('Cache-Control')).to.equal('no-store')
      await me(`Bearer ${one}`).expect(401)
      await me(`Bearer ${two}`).expect(200)
    })

    it('answers OK without a session, too', async () => {
      await client.post('/users/logout').expect(200, { status: 'OK' })
      await client
        .post('/users/logout')
        .set('Authorization', 'Bearer garbage')
        .expect(200, { status: 'OK' })
    })
  })

  const others: readonly (readonly [
    'get' | 'put' | 'patch' | 'delete' | 'post',
    string,
    string,
  ])[] = [
    ['get', '/login', 'POST'],
    ['put', '/login', 'POST'],
    ['delete', '/logout', 'POST'],
    ['get', '/logout', 'POST'],
    ['post', '/me', 'GET, HEAD'],
    ['patch', '/me', 'GET, HEAD'],
  ]
  for (const [method, path, allow] of others) {
    it(`answers 405 with Allow to ${method.toUpperCase()} ${path}`, async () => {
      const answer = await client[method](`/users${path}`).expect(405)
      expect(answer.get('Allow')).to.equal(allow)
      expect(answer.body).to.include({ id: 'api.context.method_not_allowed.app_error' })
    })
  }

  it('HEAD /me is answered like GET', async () => {
    await client
      .head('/users/me')
      .set('Authorization', `Bearer ${await app.token()}`)
      .expect(200)
  })

  it('other paths go on to the host', async () => {
    await client.get('/users/u-ann').expect(200, { hostRoute: 'u-ann' })
    await client.put('/users/u-ann').expect(404)
  })
})
