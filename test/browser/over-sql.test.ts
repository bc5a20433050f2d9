import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { expect } from 'chai'
import { createOverSqlApp } from '../../example-host/over-sql/app.js'
import { createChat } from '../../example-host/over-sql/chat.js'
import { type Database, openDatabase } from '../../example-host/over-sql/database.js'
import { call } from '../support/http-client.js'
import { barriersIn } from './barriers.js'
import { openPage } from './console-site.js'
import { type Visit, Windows } from './windows.js'

const PASSWORD = 'a password'

describe('the console over SQL, with the cookies of its host', () => {
  let windows: Windows
  let db: Database
  let server: Server
  let url: string

  before(async () => {
    windows = await Windows.start()
    db = await openDatabase()
    const chat = createChat(db)
    const workspaceId = chat.addWorkspace('parley')
    chat.addRoom({ workspaceId, kind: 'open', slug: 'alerts', title: 'Alerts' })
    const person = { mail: 'a@b.example', password: PASSWORD }
    chat.addPerson({ ...person, login: 'Olga', operator: true })
    chat.addPerson({ ...person, login: 'bob', mail: 'bob@b.example' })
    server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    url = `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? '') : ''}`
    const secret = 'a secret of at least thirty-two bytes'
    server.on('request', createOverSqlApp({ db, chat, secret, siteUrl: url }))
  })

  afterEach(() => windows.close())

  after(async () => {
    await windows.stop()
    server.closeAllConnections()
    server.close()
    db.close()
  })

  async function visit(login: string, path = ''): Promise<Visit> {
    const { headers } = await call(`${url}/sign-in`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ login, password: PASSWORD }),
    })
    const [, name = '', value = ''] = /^(\w+)=([^;]+)/.exec(headers['set-cookie']?.[0] ?? '') ?? []
    const cookie = { name, value, domain: '127.0.0.1', path: '/', expires: -1 }
    return openPage(windows, `${url}/integrations/${path}`, {
      storageState: {
        cookies: [{ ...cookie, httpOnly: true, secure: false, sameSite: 'Lax' }],
        origins: [],
      },
    })
  }

  it('asks an operator for the id of an owner, because its users are not listed', async () => {
    const { page, faults } = await visit('Olga', 'add')
    await page.getByLabel('Name', { exact: true }).fill('For bob')
    await page.getByRole('button', { name: 'Channel' }).click()
    await page.getByRole('option', { name: 'Alerts' }).click()
    await page.getByText('For administrators').click()
    await page.getByLabel('Owner').fill('2')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('heading', { name: 'For bob is ready' }).waitFor()
    await page.goto(`${url}/integrations/`)
    await page
      .getByRole('row', { name: /For bob/ })
      .getByText('bob', { exact: true })
      .waitFor()
    expect(faults).to.deep.equal([])
  })

  it('makes a webhook whose payloads become messages, and shows its requests', async () => {
    const { page, faults } = await visit('bob')
    await page.getByRole('link', { name: 'Add Incoming Webhook' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('Over SQL')
    await page.getByRole('button', { name: 'Channel' }).click()
    await page.getByRole('option', { name: 'Alerts' }).click()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('heading', { name: 'Over SQL is ready' }).waitFor()
    const hookUrl = await page.getByRole('textbox', { name: 'Webhook URL' }).inputValue()
    for (const [body, status] of [
      ['{"text": "from a program"}', 200],
      ['{"text": "stray" "}', 400],
    ] as const) {
      expect((await call(hookUrl, { method: 'POST', body })).status).to.equal(status)
    }
    expect(db.all('SELECT body FROM messages').map(({ body }) => body)).to.deep.equal([
      'from a program',
    ])
    await page.getByRole('link', { name: 'Open webhook' }).click()
    await page.getByText('Posted to # Alerts').waitFor()
    await page.getByText('Unable to parse incoming data').waitFor()
    expect(faults).to.deep.equal([])
  })

  it('shows every page to its operators, clean and without barriers', async () => {
    const { page, faults } = await visit('Olga')
    await page.getByRole('link', { name: 'Over SQL', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Over SQL' }).waitFor()
    const webhook = new URL(page.url()).pathname.replace('/integrations/', '')
    for (const path of [
      '',
      'add',
      webhook,
      `${webhook}/edit`,
      `${webhook}/connect`,
      'console/integrations',
      'console/logging',
      'console/logs',
    ]) {
      await page.goto(`${url}/integrations/${path}`)
      await page.locator('main :is(.card, .empty, .logs)').first().waitFor()
      expect(await barriersIn(page), path).to.deep.equal([])
    }
    expect(faults).to.deep.equal([])
  })

  it('keeps the System Console from others, and all of it from nobody', async () => {
    const { page } = await visit('bob', 'console/logs')
    await page.getByRole('heading', { name: 'This page is for administrators' }).waitFor()
    const stranger = await openPage(windows, `${url}/integrations/`, {})
    await stranger.page.getByRole('heading', { name: 'Sign in to continue' }).waitFor()
  })
})
