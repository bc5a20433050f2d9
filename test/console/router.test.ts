import { expect } from 'chai'
import express from 'express'
import request from 'supertest'
import { consoleRouter } from '../../lib/console/index.js'

const OPTIONS = { apiBase: '../api/v4', hooksBase: '../hooks' }

/** What the scripts of a page may weigh, and those of all pages, of which the form's editor of templates weighs 1,800, the preview of a request 1,500, sending it again 2,300 and the workbench 10,400. */
const MOST_FIRST = { br: 51_000, gzip: 55_000 }
const MOST_BYTES = { br: 83_500, gzip: 87_200 }
/** What only the workbench loads. */
const MOST_WORKBENCH = 12_000

describe('the router of the console', () => {
  const pages: readonly (readonly [path: string, base: string])[] = [
    ['', './admin/'],
    ['?q=/', './admin/'],
    ['/', './'],
    ['/?q=a', './'],
    ['/add', './'],
    ['/hooks/abc', '../'],
    ['/hooks/abc/requests/d-e-f', '../../../'],
    ['/hooks/abc/incidents', '../../'],
    ['/hooks/abc/edit', '../../'],
    ['/hooks/abc/connect', '../../'],
    ['/hooks/abc/workbench', '../../'],
    ['/console/integrations', '../'],
    ['/console/requests', '../'],
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
    const names = [...text.matchAll(/"(assets\/[^"]+)"/g)].map(([, name]) => name)
    expect(names).to.have.lengthOf(6)
    for (const name of names) {
      const { status, headers } = await request(host()).get(`/admin/${name ?? ''}`)
      expect(status).to.equal(200)
      expect(headers).to.include({
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
    }
  })

  for (const [encodings, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip, br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, br;q=0', 'gzip'],
  ] as const) {
    it(`serves its scripts in ${encoding} for ${encodings}, some of them only when they are needed`, async () => {
      const app = host()
      const { text } = await request(app).get('/admin/')
      const names = scriptsIn(text)
      const loaded = new Map<string, number>()
      for (const name of names) {
        const get = (accepted: string) =>
          request(app).get(`/admin/assets/${name}`).set('Accept-Encoding', accepted)
        const [plain, packed] = await Promise.all([get('identity'), get(encodings)])
        expect(plain.headers).to.include({ vary: 'Accept-Encoding' })
        expect(plain.headers['content-type']).to.match(/javascript/)
        expect(plain.headers).to.not.have.property('content-encoding')
        expect(packed.headers).to.include({ 'content-encoding': encoding })
        expect(packed.text).to.equal(plain.text)
        loaded.set(name, Number(packed.headers['content-length']))
        for (const other of scriptsIn(plain.text)) if (!names.includes(other)) names.push(other)
      }
      const first = scriptsIn(text).map((name) => loaded.get(name) ?? NaN)
      expect(sum(first)).to.be.at.most(MOST_FIRST[encoding])
      expect(loaded.size).to.be.above(first.length)
      const [workbench] = [...loaded].filter(([name]) => name.startsWith('workbench.'))
      expect(workbench?.[1]).to.be.within(1, MOST_WORKBENCH)
      expect(sum([...loaded.values()])).to.be.at.most(MOST_BYTES[encoding])
    })
  }

  const tokens: readonly unknown[] = [
    null,
    'auth-token',
    { storage: 'local', key: 'user', path: '' },
    { storage: 'local', key: 'user', path: ['token'] },
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

  it('answers an unknown address with a page if a browser asks for one', async () => {
    for (const [path, base] of [
      ['/other', './'],
      ['/console/nowhere', '../'],
      ['/hooks/abc/none', '../../'],
    ] as const) {
      const { status, headers, text } = await request(host())
        .get(`/admin${path}`)
        .set('Accept', 'text/html,*/*;q=0.8')
      expect(status, path).to.equal(404)
      expect(text).to.include(`<base href="${base}">`)
      expect(headers).to.include({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    }
    const browser = { Accept: 'text/html' }
    expect((await request(host()).get('/admin/assets/none.css').set(browser)).status).to.equal(418)
    expect((await request(host()).post('/admin/other').set(browser)).status).to.equal(418)
    expect((await request(host({}, '/')).get('/other').set(browser)).status).to.equal(418)
  })

  it('lets the named origins show the pages in a frame', async () => {
    const frameAncestors = ["'self'", 'https://app.example.org', 'https://*.example.org:8443']
    const { headers } = await request(host({ frameAncestors })).get('/admin')
    expect(headers['content-security-policy']).to.match(
      /; frame-ancestors 'self' https:\/\/app\.example\.org https:\/\/\*\.example\.org:8443$/,
    )
    const { headers: none } = await request(host({ frameAncestors: [] })).get('/admin')
    expect(none['content-security-policy']).to.match(/frame-ancestors 'none'$/)
  })

  it('links the theme and the style sheet of the host after its own', async () => {
    const theme = {
      accent: '#c2410c',
      radius: 0,
      font: '"Brand Sans", serif',
      css: '/brand.css?v=1&b',
    }
    const { text, headers } = await request(host({ theme })).get('/admin/add')
    const [, sheet = '', css] = [...text.matchAll(/"stylesheet" href="([^"]+)"/g)].map(
      ([, href]) => href,
    )
    expect(css).to.equal('/brand.css?v=1&amp;b')
    expect(headers['content-security-policy']).to.not.include('unsafe')
    const served = await request(host({ theme })).get(`/admin/${sheet}`)
    expect(served.headers).to.include({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(served.text)
      .to.match(/^\.eiw \{/)
      .and.include('--r-2: 0px;')
      .and.include('--font: "Brand Sans", serif;')
      .and.include('--accent: var(--light, #c2410c) ')
    expect((await request(host()).get(`/admin/${sheet}`)).status).to.equal(418)
  })

  const invalid: readonly (readonly [option: object, message: string])[] = [
    [{ homeUrl: 5 }, 'homeUrl: expected a path or a URL'],
    [{ theme: '#c2410c' }, 'theme: expected an object with some of accent, radius, font, css'],
    [{ theme: { colour: '#c2410c' } }, 'theme.colour: expected one of accent'],
    [{ theme: { accent: 'teal' } }, 'theme.accent: expected a colour such as #0b6583, got "teal"'],
    [{ theme: { accent: '#0b65' } }, 'theme.accent'],
    [{ theme: { radius: 25 } }, 'theme.radius: expected a number of pixels from 0 to 24, got 25'],
    [{ theme: { radius: '4px' } }, 'theme.radius'],
    [{ theme: { font: 'serif; } body { display: none' } }, 'theme.font: expected names of fonts'],
    [{ theme: { font: '"Brand Sans' } }, 'theme.font'],
    [
      { theme: { css: 'https://cdn.example.org/a.css' } },
      'theme.css: expected the path of a style sheet of the same origin',
    ],
    [{ theme: { css: '//cdn.example.org/a.css' } }, 'theme.css'],
    [{ frameAncestors: 'self' }, 'frameAncestors: expected a list'],
    [{ frameAncestors: ['self'] }, `expected 'self', with the single quotes, or an origin`],
    [{ frameAncestors: ['https://a.example.org; script-src *'] }, 'frameAncestors: expected'],
    [{ frameAncestors: ['*'] }, 'frameAncestors: expected'],
    [{ imageHosts: '*' }, 'imageHosts: expected a list of hosts'],
    [{ imageHosts: ['https://a.example'] }, 'got "https://a.example"'],
    [{ initialsOf: 'channel' }, "initialsOf: expected 'owner' or 'webhook'"],
    [{ imageHosts: [''] }, 'imageHosts: expected a list of hosts'],
    [
      { homeURL: '/' },
      'consoleRouter: there is no homeURL; expected an object with some of apiBase',
    ],
    [{ brand: 7 }, 'brand: expected an object with some of name, logoUrl'],
    [{ brand: { logo: '/a.svg' } }, 'brand.logo: expected one of name, logoUrl'],
    [{ brand: { name: 7 } }, 'brand.name: expected a text that is not empty'],
    [{ teamName: 7 }, 'teamName: expected a string'],
    [{ compatVersion: 5.14 }, 'compatVersion: expected a string'],
    [{ labels: 'Back' }, 'labels: expected an object with some of backToHome, home'],
    [{ labels: { back: 'Back' } }, 'labels.back: expected one of backToHome, home'],
    [{ labels: { home: '' } }, 'labels.home: expected a text that is not empty'],
  ]
  for (const [option, message] of invalid) {
    it(`refuses ${JSON.stringify(option)}, and says what it expects`, () => {
      const options = { ...OPTIONS, ...option }
      expect(() => Reflect.apply(consoleRouter, null, [options]) as unknown).to.throw(
        TypeError,
        message,
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

  it('writes what the host says into the page as data', async () => {
    const teamName = '"><script>alert(1)</script>'
    const { text } = await request(host({ teamName })).get('/admin')
    const [, config = ''] =
      /<script type="application\/json" id="config">(.*?)<\/script>/.exec(text) ?? []
    expect(JSON.parse(config)).to.deep.include({ ...OPTIONS, teamName })
    const { text: mounted } = await request(host({}, '/:team')).get('/%22%3E%3Cb%3E')
    expect(mounted).to.not.include('"><b>')
  })

  it('names the option that is missing', () => {
    expect(() => consoleRouter({ ...OPTIONS, apiBase: '' })).to.throw(TypeError, 'apiBase')
    const options = { ...OPTIONS, hooksBase: undefined }
    expect(() => Reflect.apply(consoleRouter, null, [options]) as unknown).to.throw(
      TypeError,
      'hooksBase: expected a path',
    )
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

/** The scripts that a page or a script names. */
function scriptsIn(text: string): string[] {
  return [
    ...new Set(
      Array.from(text.matchAll(/["/]([\w-]+\.[A-Z0-9]{8}\.js)"/g), ([, name = '']) => name),
    ),
  ]
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0)
}
