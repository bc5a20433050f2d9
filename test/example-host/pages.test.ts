import { expect } from 'chai'
import request from 'supertest'
import type { ImageHosts } from '../../example-host/environment.js'
import { type Chat, startChat } from './chat.js'

describe('pages of the example host', () => {
  let chat: Chat

  before(async () => {
    chat = await startChat()
  })

  after(() => chat.close())

  const get = (path: string) => request(chat.url).get(path)

  it('are one document at every address, never stored', async () => {
    const texts = new Set<string>()
    const pages = [
      ['/login', './'],
      ['/main/channels/town-square', '../../'],
      ['/main/channels/town-square/', '../../../'],
      ['/main/pl/abc?thread=/', '../../'],
    ] as const
    for (const [path, root] of pages) {
      const answer = await get(path)
        .expect(200)
        .expect('Content-Type', /^text\/html/)
      expect(answer.get('Cache-Control')).to.equal('no-store')
      expect(answer.get('X-Content-Type-Options')).to.equal('nosniff')
      texts.add(answer.text.replaceAll(`"${root}`, '"'))
    }
    expect(texts.size).to.equal(1)
  })

  it('and the console are shown in no frame, shared with no other site and sniffed for no type', async () => {
    const { text } = await get('/login')
    const [script = ''] = /assets\/[^"]+/.exec(text) ?? []
    for (const path of ['/login', '/admin/', `/${script}`, '/nowhere']) {
      const { headers } = await get(path)
      expect(headers, path).to.include({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-frame-options': 'DENY',
      })
      expect(headers, path).to.not.have.property('strict-transport-security')
    }
  })

  it('of no team do not exist', async () => {
    await get('/elsewhere/channels/town-square').expect(404)
    await get('/main/channels').expect(404)
  })

  it('at unknown addresses are for browsers only', async () => {
    for (const path of ['/foo/bar', '/admin/nowhere', '/main/channels']) {
      const page = await get(path).set('Accept', 'text/html,*/*;q=0.8').expect(404)
      expect(page.get('Content-Type'), path).to.match(/^text\/html/)
      expect(page.get('Content-Security-Policy'), path).to.contain("script-src 'self'")
      for (const accept of ['application/json', '*/*']) {
        const answer = await get(path).set('Accept', accept).expect(404)
        expect(answer.get('Content-Type'), path).to.match(/^application\/json/)
      }
    }
    for (const path of ['/api/v4/nowhere', '/api/v4/teams/none', '/assets/nothing.js']) {
      const call = get(path).set({
        Accept: 'text/html',
        Authorization: `Bearer ${chat.admin.token}`,
      })
      expect((await call.expect(404)).get('Content-Type'), path).to.match(/^application\/json/)
    }
  })

  it('begin at the channel that everybody has, or the first there is', async () => {
    await get('/').expect(302).expect('Location', './main/channels/town-square')
    await chat.addChannel('alpha', 'O', chat.admin)
    await get('/').expect('Location', './main/channels/alpha')
    await chat.addChannel('town-square', 'O', chat.admin)
    await get('/').expect('Location', './main/channels/town-square')
  })

  it('load scripts and styles by hashed names, which are kept for a year', async () => {
    const { text } = await get('/login').expect(200)
    const paths = [...text.matchAll(/(?:src|href)="\.(\/[^"]+)"/g)].map(([, path = '']) => path)
    expect(paths).to.have.lengthOf(3)
    for (const path of paths) {
      expect(path).to.match(/^\/assets\/[\w-]+\.[A-Z0-9]{8}\.(js|css)$/)
      const answer = await get(path).expect(200)
      expect(answer.get('Cache-Control')).to.equal('public, max-age=31536000, immutable')
    }
    await get('/assets/nothing.js').expect(404)
    await get('/assets/').expect(404)
  })

  it('name the script that comes later, which loads no other', async () => {
    const { text } = await get('/login').expect(200)
    const [path = ''] = /assets\/highlight\.[A-Z0-9]{8}\.js/.exec(text) ?? []
    const answer = await get(`/${path}`).expect(200)
    expect(answer.get('Cache-Control')).to.equal('public, max-age=31536000, immutable')
    expect(answer.text).not.to.match(/(?:from|import)"\.\//)
  })

  it('hold no script and no style of their own', async () => {
    const { text } = await get('/login').expect(200)
    expect(text).not.to.match(/<script(?![^>]* src=)|<style| style=| on\w+=/)
  })

  const policies: [hosts: ImageHosts, pictures: string][] = [
    [[], "img-src 'self' data:"],
    [['a.example', 'b.example:8080'], "img-src 'self' data: a.example b.example:8080"],
    ['*', "img-src 'self' data: *"],
  ]
  for (const [imageHosts, pictures] of policies) {
    it(`allow with IMAGE_HOSTS ${JSON.stringify(imageHosts)} nothing but their own and ${pictures}`, async () => {
      const other = await startChat({ imageHosts })
      const answer = await request(other.url).get('/login').expect(200)
      await other.close()
      const policy = answer.get('Content-Security-Policy')?.split(';') ?? []
      expect(policy).to.include.members([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        pictures,
        "connect-src 'self' ws://chat.example.test wss://chat.example.test",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ])
      expect(policy.join(' ')).not.to.match(/unsafe|blob:/)
    })
  }
})
