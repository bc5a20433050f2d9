import { expect } from 'chai'
import express from 'express'
import request from 'supertest'
import { consoleRouter } from '../../lib/console/index.js'

const OPTIONS = { apiBase: '../api/v4', hooksBase: '../hooks' }

describe('the router of the console', () => {
  const pages: readonly (readonly [path: string, base: string])[] = [
    ['', './admin/'],
    ['?q=/', './admin/'],
    ['/', './'],
    ['/?q=a', './'],
    ['/add', './'],
    ['/hooks/abc', '../'],
    ['/hooks/abc/edit', '../../'],
    ['/hooks/abc/connect', '../../'],
    ['/console/integrations', '../'],
    ['/console/logging', '../'],
    ['/console/logs', '../'],
  ]
  for (const [path, base] of pages) {
    it(`answers /admin${path} with the page, never stored and locked in`, async () => {
      const { status, headers, text } = await request(host()).get(`/admin${path}`)
      expect(status).to.equal(200)
      expect(text).to.include(`<base href="${base}">`)
      expect(headers).to.include({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      })
      expect(headers['content-security-policy'])
        .to.match(/^default-src 'none'; script-src 'self'; style-src 'self';/)
        .and.match(/frame-ancestors 'none'$/)
        .and.not.include('unsafe')
    })
  }

  it('serves what the page names for a year', async () => {
    const { text } = await request(host()).get('/admin/add')
    const names = [...text.matchAll(/(?:src|href)="(assets\/[^"]+)"/g)].map(([, name]) => name)
    expect(names).to.have.lengthOf(3)
    for (const name of names) {
      const { status, headers } = await request(host()).get(`/admin/${name ?? ''}`)
      expect(status).to.equal(200)
      expect(headers).to.include({
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
    }
  })

  const tokens: readonly unknown[] = [
    null,
    'auth-token',
    { storage: 'cookie', key: 'a' },
    { storage: 'local', key: '' },
    { storage: 'local' },
  ]
  for (const token of tokens) {
    it(`refuses ${JSON.stringify(token)} as the place of the token`, () => {
      const options = { ...OPTIONS, token }
      expect(() => Reflect.apply(consoleRouter, null, [options]) as unknown).to.throw(
        TypeError,
        'token: expected',
      )
    })
  }

  it('leaves other addresses and methods to the host', async () => {
    for (const path of [
      '/admin/other',
      '/admin/hooks',
      '/admin/assets/none.js',
      '/admin/assets/',
    ]) {
      expect((await request(host()).get(path)).status, path).to.equal(418)
    }
    expect((await request(host()).post('/admin/add')).status).to.equal(418)
  })

  it('writes what the host says into the page as text', async () => {
    const teamName = '"><script>alert(1)</script>'
    const { text } = await request(host({ teamName })).get('/admin')
    expect(text).to.include(
      '<meta name="team-name" content="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;">',
    )
    const { text: mounted } = await request(host({}, '/:team')).get('/%22%3E%3Cb%3E')
    expect(mounted).to.not.include('"><b>')
  })

  it('names the option that is missing', () => {
    expect(() => consoleRouter({ ...OPTIONS, apiBase: '' })).to.throw(TypeError, 'apiBase')
  })
})

function host(options: object = {}, path = '/admin'): express.Express {
  const app = express()
  app.use(path, consoleRouter({ ...OPTIONS, ...options }))
  app.use((_req, res) => {
    res.sendStatus(418)
  })
  return app
}
