import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { exportedTypes } from '../support/exported.js'
import { blockWith, namesIn, page, tableIn } from '../support/markdown.js'
import { ROOT } from '../support/root.js'
import { useProgramsInOneProcess } from './programs-in-one-process.js'

const PAGE = page('signing-in.md')
const COOKIE = pathToFileURL(join(ROOT, 'docs/examples/cookie-sign-in.mjs')).href

/** The reader's own code around a block. */
const HOST = `
import express from 'express'
import { createHooks, createIncomingWebhooks } from 'express-incoming-webhooks'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'

const adapters = createMemoryAdapters()
const { user, channel } = adapters.addDemo()
const secret = '7f3a9c51e8d24b60a1f7c3d95e0b8246'
const siteUrl = 'https://example.org'
const app = express()
const open = () => new Promise((resolve) => {
  const server = app.listen(0, '127.0.0.1', () => {
    resolve({ server, url: 'http://127.0.0.1:' + server.address().port })
  })
})
const database = {
  userById: async (id) => (id === '7' ? { id: 7, login: 'Ann', role: 'admin', deactivatedAt: null } : null),
  savePasswordHash: async (userId, passwordHash) => adapters.host.credentials.set(userId, { userId, passwordHash }),
}
`
const FIND_USER = blockWith(PAGE, 'function findUser')

describe('docs/signing-in.md', () => {
  const { printedBy } = useProgramsInOneProcess()

  it('lists every member of a user', async () => {
    const { membersOf } = await exportedTypes()
    const listed = tableIn(PAGE, 'member', 'meaning').flatMap(([name]) => namesIn(name))
    expect(listed.sort()).to.deep.equal([...membersOf('HookUser').keys()].sort())
  })

  it('signs in with the cookie of the app', async () => {
    const printed = await printedBy(`${HOST}
      const session = (req, res, next) => {
        req.session = { userId: /id=(\\w+)/.exec(req.get('Cookie') ?? '')?.[1] }
        next()
      }
      ${FIND_USER}
      ${blockWith(PAGE, '= req.session')}
      const { server, url } = await open()
      const me = async (Cookie) => {
        const response = await fetch(url + '/api/v4/users/me', { headers: { Cookie } })
        return [response.status, (await response.json()).username ?? null]
      }
      console.log(JSON.stringify([await me('id=7'), await me('id=8'), await me('')]))
      server.close()
      await webhooks.close()`)
    expect(printed).to.deep.equal([
      [200, 'ann'],
      [401, null],
      [401, null],
    ])
  })

  it('signs in with a token of the app', async () => {
    const printed = await printedBy(`${HOST}
      const jwtKey = 'the key of the app'
      ${FIND_USER}
      ${blockWith(PAGE, 'jwt.verify')}
      const as = (token) => currentUser({ get: () => 'Bearer ' + token })
      const tokens = [
        jwt.sign({ sub: '7' }, jwtKey), jwt.sign({ sub: '7' }, 'another key'), jwt.sign({}, jwtKey), 'none',
      ]
      console.log(JSON.stringify(await Promise.all(tokens.map(async (token) => (await as(token))?.username ?? null))))`)
    expect(printed).to.deep.equal(['ann', null, null, null])
  })

  it('signs in with a password, on the page that it shows, until the password changes', async () => {
    const printed = await printedBy(`${HOST}
      ${blockWith(PAGE, 'siteUrl })\n\napp')}
      ${blockWith(PAGE, 'function changePassword')}
      const { server, url } = await open()
      await changePassword(user.id, 'a password')
      const kept = new Map()
      const errors = []
      const signIn = async (loginId, password) => {
        const sessionStorage = { setItem: (key, value) => kept.set(key, value) }
        const showError = (message) => errors.push(message)
        const fetch = (path, init) => globalThis.fetch(url + path, init)
        ${blockWith(PAGE, 'sessionStorage')}
        return response.status
      }
      const statuses = [await signIn('admin', 'wrong'), await signIn('admin', ''), await signIn('admin', 'a password')]
      const headers = { Authorization: 'Bearer ' + kept.get('eiw-token') }
      const me = async () => (await fetch(url + '/api/v4/users/me', { headers })).status
      statuses.push(await me())
      const req = { body: { login: 'admin', password: 'a password' }, ip: '192.0.2.1' }
      const checked = await (async () => { ${blockWith(PAGE, 'checkPassword({')}; return user.username })()
      await changePassword(user.id, 'another password')
      statuses.push(await me())
      console.log(JSON.stringify({ statuses, checked, errors: errors.length }))
      server.close()
      await webhooks.close()`)
    expect(printed).to.deep.equal({
      statuses: [401, 400, 200, 200, 401],
      checked: 'admin',
      errors: 2,
    })
  })

  it('accepts cookies and tokens together', async () => {
    const printed = await printedBy(`${HOST}
      const userOfCookie = (req) => (req.get('Cookie') === 'id=7' ? user : null)
      ${blockWith(PAGE, 'userOfCookie(req)')}
      app.use('/users', webhooks.authRouter)
      const { server, url } = await open()
      const passwordHash = await webhooks.signIn.hashPassword('a password')
      adapters.host.credentials.set(user.id, { userId: user.id, passwordHash })
      const body = JSON.stringify({ login_id: 'admin', password: 'a password' })
      const signedIn = await fetch(url + '/users/login', { method: 'POST', body })
      const me = async (headers) => (await fetch(url + '/users/me', { headers })).status
      console.log(JSON.stringify([
        await me({ Authorization: 'Bearer ' + signedIn.headers.get('Token') }),
        await me({ Cookie: 'id=7' }), await me({ Authorization: 'Bearer none' }), await me({}),
      ]))
      server.close()
      await webhooks.close()`)
    expect(printed).to.deep.equal([200, 200, 401, 401])
  })

  it('signs in with a cookie, for pages of its own site only', async () => {
    const printed = await printedBy(`${HOST}
      const { mountWithCookie } = await import(${JSON.stringify(COOKIE)})
      const webhooks = mountWithCookie(app, { adapters, secret, siteUrl })
      const { server, url } = await open()
      const passwordHash = await webhooks.signIn.hashPassword('a password')
      adapters.host.credentials.set(user.id, { userId: user.id, passwordHash })
      const body = JSON.stringify({ login_id: 'admin', password: 'a password' })
      const signIn = async (Origin) =>
        (await fetch(url + '/api/v4/users/login', { method: 'POST', body, headers: { Origin } })).headers.get('Set-Cookie')
      const set = await signIn(siteUrl)
      const Cookie = set.split(';')[0]
      const me = async () => (await fetch(url + '/api/v4/users/me', { headers: { Cookie } })).status
      const before = await me()
      const left = await fetch(url + '/api/v4/users/logout', { method: 'POST', headers: { Cookie } })
      console.log(JSON.stringify({
        attributes: set.split('; ').slice(1), foreign: await signIn('https://evil.example'),
        statuses: [before, left.status, await me()], removed: left.headers.get('Set-Cookie').startsWith('session=;'),
      }))
      server.close()
      await webhooks.close()`)
    expect(printed).to.deep.equal({
      attributes: ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax'],
      foreign: null,
      statuses: [200, 200, 401],
      removed: true,
    })
  })

  it('mounts the hooks router alone, and manages without routes', async () => {
    const printed = await printedBy(`${HOST}
      const webhooks = createIncomingWebhooks({ adapters, secret, siteUrl, currentUser: () => null })
      const fields = { channelId: channel.id, displayName: 'Builds' }
      const made = await webhooks.manage.create(user.id, fields)
      ${blockWith(PAGE, 'createHooks({')}
      const { server, url } = await open()
      const init = { method: 'POST', body: '{"text": "a"}' }
      console.log(JSON.stringify((await fetch(url + new URL(made.url).pathname, init)).status))
      server.close()
      await webhooks.close()`)
    expect(printed).to.equal(200)
  })
})
