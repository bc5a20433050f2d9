import { expect } from 'chai'
import request from 'supertest'
import { ERRORS } from '../../lib/model/errors.js'
import { MANAGEMENT_ROUTES } from '../../lib/model/routes.js'
import { comparable, Exchanges, exchangesIn, methodOf } from '../support/exchanges.js'
import { managementHost, type ManagementHost } from '../support/management-host.js'
import { routesOf } from '../support/routes.js'
import { blocksOf, page, section, tableIn } from '../support/markdown.js'
import { BODY_NAMES } from './reference/field-table.js'

const PAGE = page('management-api.md')
const EXAMPLES = page('examples/management-api.http')
const EXCHANGES = exchangesIn(EXAMPLES)
const ROUTES = tableIn(PAGE, 'route', 'who', 'response').map(([route = '', who = '']) => {
  const [method = '', path = ''] = route.slice(1, -1).split(' ')
  return { route: `${method} ${path}`, method, path, who }
})
/** Where the routers, and the routers in them, are mounted. */
const MOUNTS = ['/api/v4/hooks/incoming', '/api/v4/config', '/api/v4/logs']
describe('docs/management-api.md', () => {
  let host: ManagementHost

  before(async () => {
    host = await managementHost()
  })

  after(() => host.webhooks.close())

  const tokenOf = async (login_id: string): Promise<string> => {
    const response = await request(host.app)
      .post('/api/v4/users/login')
      .send({ login_id, password: 'correct horse' })
    return response.get('Token') ?? ''
  }
  const call = ({ method, path }: { method: string; path: string }, token?: string) => {
    const test = request(host.app)[methodOf(method)](path)
    return token === undefined ? test : test.set('Authorization', `Bearer ${token}`)
  }

  it('lists every route of the three routers', () => {
    const { adminRouter, authRouter, buttonsRouter } = host.webhooks
    const listed = ROUTES.flatMap(({ method, path }) =>
      placesOf(path).map((place) => `${method} ${place}`),
    )
    const served = [adminRouter, authRouter, buttonsRouter].flatMap(routesOf)
    expect(served).to.have.lengthOf.above(20)
    expect(listed.map(withColons).sort()).to.deep.equal([...served].sort())
  })

  it('names who may make each call', async () => {
    const ann = await tokenOf('ann')
    for (const route of ROUTES) {
      const refused = await call(route)
      const isForAll = route.who === 'anyone'
      expect(refused.status === 401, route.route).to.equal(!isForAll)
      if (isForAll) continue
      const { status } = await call(route, ann)
      expect(status === 403, route.route).to.equal(route.who === 'administrators')
      expect(status, route.route).to.not.equal(401)
    }
  })

  it('shows requests and responses as they are', async () => {
    expect(EXCHANGES).to.have.lengthOf.at.least(9)
    const exchanges = new Exchanges(host.app)
    for (const { asked, answered } of EXCHANGES) {
      if (asked.line.endsWith('/deliveries')) await sendToUnknownChannel(host)
      if (asked.line.endsWith('/replay')) addUnknownChannel(host)
      if (asked.line.includes('/incidents')) await reportIncident(host)
      const response = await exchanges.send(asked)
      expect(answered.line.split(' ')[1], asked.line).to.equal(String(response.status))
      for (const name of ['ETag', 'Token']) {
        expect(answered.headers.has(name), asked.line).to.equal(response.get(name) !== undefined)
      }
      expect(comparable(response.text), asked.line).to.deep.equal(comparable(answered.body))
    }
  })

  it('shows on the page one of these requests', () => {
    const shown = blocksOf(PAGE, 'http')
    expect(shown).to.have.lengthOf(1)
    for (const each of shown) expect(EXAMPLES).to.include(each)
  })

  it('names every parameter of the list', () => {
    const lines = section(PAGE, '## List webhooks')
      .split('\n')
      .map((line) => [line])
    expect(codesIn(lines)).to.include.members(Object.keys(MANAGEMENT_ROUTES.list.query))
  })

  it('lists the fields that a body may have', () => {
    expect(codesIn(tableIn(PAGE, 'field', 'value')).sort()).to.deep.equal([...BODY_NAMES].sort())
  })

  it('lists every member of a webhook, those of a body once', () => {
    const [, created] = EXCHANGES
    const listed = [...codesIn(tableIn(PAGE, 'member', 'meaning')), ...BODY_NAMES]
    expect([...new Set(listed)].sort()).to.deep.equal(
      Object.keys(Object(JSON.parse(created?.answered.body ?? '{}')) as object).sort(),
    )
  })

  it('lists every member of a request', () => {
    const log = EXCHANGES.find(({ asked }) => asked.line.endsWith('/deliveries'))
    const [shown = {}] = JSON.parse(log?.answered.body ?? '[]') as readonly object[]
    expect(codesIn(tableIn(PAGE, 'member of a request')).sort()).to.deep.equal(
      Object.keys(shown).sort(),
    )
  })

  it('names errors that exist', () => {
    const named = [...PAGE.matchAll(/\b40\d `(\w+)`/g)].map(([, code]) => code)
    expect(named).to.have.lengthOf.above(4)
    expect(Object.keys(ERRORS)).to.include.members(named)
  })
})

/** The path below each router that has it, and the router in it. */
function placesOf(path: string): readonly string[] {
  const [, below = ''] = /^\/api\/v4\/(?:users|posts)(\/.*)$/.exec(path) ?? []
  if (below === '/me') return [below, `/users${below}`]
  if (below !== '') return [below]
  const mount = MOUNTS.find((prefix) => path.startsWith(prefix)) ?? '/api/v4'
  return [path.slice(mount.length) || '/']
}

function withColons(route: string): string {
  return route.replace(/\{(\w+)\}/g, ':$1')
}

function codesIn(rows: readonly (readonly string[])[]): string[] {
  return rows.flatMap(([cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
}

/** So that there is a recent request. */
async function pathOf({ webhooks, adapters }: ManagementHost): Promise<string> {
  const [id = ''] = adapters.host.webhooks.keys()
  const { url } = await webhooks.manage.find('a'.repeat(26), id)
  return new URL(url ?? '').pathname
}

async function reportIncident(host: ManagementHost): Promise<void> {
  await request(host.app)
    .post(await pathOf(host))
    .set({ 'Correlation-Key': 'backup-db-1', 'Correlation-State': 'open' })
    .send({ text: 'The backup of db-1 failed' })
    .expect(200)
}

/** What was wrong with that message is put right. */
function addUnknownChannel({ adapters }: ManagementHost): void {
  const [channel] = adapters.host.channels.values()
  if (!channel) throw new Error('there is no channel')
  const added = { ...channel, id: 'e'.repeat(26), name: 'nowhere' }
  adapters.host.channels.set(added.id, added)
}

async function sendToUnknownChannel(host: ManagementHost): Promise<void> {
  await request(host.app)
    .post(await pathOf(host))
    .set('User-Agent', 'curl/8.14.1')
    .send({ text: 'Hello', channel: 'nowhere' })
    .expect(404)
}
