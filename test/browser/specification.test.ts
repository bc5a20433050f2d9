import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type Channel, ChatSite } from './chat-site.js'
import { PICTURE, PICTURE_HOST, servePicture } from './picture.js'
import { forSuite, type Person } from './site.js'
import { expectSoon, type Visit } from './windows.js'

const run = promisify(execFile)

describe('what the specification says of the pages', () => {
  const site = forSuite(new ChatSite(), { env: { IMAGE_HOSTS: PICTURE_HOST } })
  let ada: Person
  let channel: Channel
  let settings: object

  before(async () => {
    ada = await site.person('ada')
    channel = await site.channel('deploys', ada)
    settings = (await site.host.api('GET', '/config')) as object
  })

  // Whatever a failed test has left switched over.
  afterEach(async () => {
    await site.host.api('PUT', '/config/patch', settings)
  })

  /** Through the page for signing in, to the place that was asked for. */
  async function signIn(page: Page, username: string, password: string): Promise<void> {
    await page.getByLabel('Username or email').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  async function openMenu(page: Page) {
    await page.getByRole('button', { name: 'Main Menu' }).click()
    return page.getByRole('navigation', { name: 'Main Menu' })
  }

  /** The administrator in the chat, and then where the Main Menu leads. */
  async function console(entry: 'Integrations' | 'System Console'): Promise<Visit> {
    const visit = await site.visit(await site.admin(), channel.path)
    const menu = await openMenu(visit.page)
    await menu.getByRole('link', { name: entry }).click()
    return visit
  }

  async function turn(page: Page, name: string): Promise<void> {
    const control = page.getByRole('switch', { name })
    await control.waitFor()
    const before = await control.isChecked()
    await control.click()
    await expectSoon(async () => (await control.isChecked()) === !before)
    await page.getByText('All changes are saved.').waitFor()
  }

  const curl = async (url: string, body: object | string): Promise<string> => {
    const data = typeof body === 'string' ? body : JSON.stringify(body)
    const json = ['-H', 'Content-Type: application/json', '--data-binary', data]
    return (await run('curl', ['-sS', '-w', '\n%{http_code}', ...json, url])).stdout
  }

  it('leads from signing in over the Main Menu to Add, and what curl sends to the URL arrives', async () => {
    const builds = await site.channel('builds', ada)
    const maker = await site.visit(null, builds.path)
    const { page } = maker
    await signIn(page, 'admin', site.host.adminPassword)
    await page.getByRole('heading', { level: 1, name: 'builds' }).waitFor()
    const menu = await openMenu(page)
    await menu.getByRole('link', { name: 'Integrations' }).click()
    await page.getByRole('heading', { level: 1, name: 'Incoming Webhooks' }).waitFor()
    await page.getByRole('link', { name: 'Add Incoming Webhook' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('Nightly build')
    await page.getByLabel('Description').fill('What the build of the night brought')
    await page.getByRole('button', { name: 'Channel' }).click()
    await page.getByRole('option', { name: 'builds' }).click()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('heading', { name: 'Nightly build is ready' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Webhook URL' }).inputValue()).to.match(
      new RegExp(`^${site.host.url}/hooks/[a-z0-9]{32}$`),
    )

    const reader = await site.windows.beside(maker, `${site.host.url}${builds.path}`)
    await reader.page.getByText(`This is the start of # ${builds.name}`).waitFor()
    const command = await page.getByRole('region', { name: 'curl for macOS and Linux' }).innerText()
    expect((await run('sh', ['-c', command])).stdout).to.equal('ok')

    const post = reader.page.getByRole('article').filter({ hasText: 'Hello from curl 👋' })
    await post.waitFor()
    expect(await post.locator('.bot').innerText()).to.equal('BOT')
    expect(await post.locator('strong').innerText()).to.equal('curl')
    expect([...maker.faults, ...reader.faults]).to.deep.equal([])
  })

  it('shows names and pictures of payloads while the overrides are on, and else the creator’s', async () => {
    const pictures = await site.channel('pictures', ada)
    const { page, faults } = await site.visit(ada, pictures.path)
    await servePicture(page)
    const own = { username: 'Robot', icon_url: PICTURE }
    const post = (text: string) => page.getByRole('article').filter({ hasText: text })
    await curl(pictures.hookUrl, { text: 'while they are off', ...own })
    await post('while they are off').waitFor()
    expect(await post('while they are off').locator('.post__author').innerText()).to.equal(
      'webhook',
    )
    expect(await post('while they are off').locator('img').count()).to.equal(0)

    const admin = await console('System Console')
    await turn(admin.page, 'Enable integrations to override usernames')
    await turn(admin.page, 'Enable integrations to override profile picture icons')
    await curl(pictures.hookUrl, { text: 'while they are on', ...own })
    await post('while they are on').waitFor()
    expect(await post('while they are on').locator('.post__author').innerText()).to.equal('Robot')
    const picture = post('while they are on').locator('.av--hook img')
    expect(await picture.getAttribute('src')).to.equal(PICTURE)
    await expectSoon(() =>
      page.evaluate(`document.querySelector('.av--hook img').naturalWidth === 1`),
    )

    await turn(admin.page, 'Enable integrations to override usernames')
    await turn(admin.page, 'Enable integrations to override profile picture icons')
    await curl(pictures.hookUrl, { text: 'off once more', ...own })
    await post('off once more').waitFor()
    expect(await post('off once more').locator('.post__author').innerText()).to.equal('webhook')
    expect(await page.locator('.bot').count()).to.be.above(2)
    expect([...faults, ...admin.faults]).to.deep.equal([])
  })

  it('leaves Integrations to administrators while creation is restricted to them', async () => {
    const admin = await console('System Console')
    const restrict = 'Restrict webhook creation to administrators'
    await turn(admin.page, restrict)
    const { page, faults } = await site.visit(ada, channel.path)
    const entries = (await openMenu(page)).getByRole('link')
    await entries.first().waitFor()
    expect(await entries.allInnerTexts()).to.deep.equal(['Messages'])
    await page.goto(`${site.host.url}/admin/add`)
    await page.getByRole('heading', { name: 'Only administrators can manage webhooks' }).waitFor()
    await admin.page.getByRole('link', { name: 'Incoming Webhooks' }).click()
    await admin.page.getByRole('link', { name: 'Add Incoming Webhook' }).waitFor()
    expect(await curl(channel.hookUrl, { text: 'goes on' })).to.equal('ok\n200')
    await admin.page.goBack()
    await turn(admin.page, restrict)
    await page.goto(site.host.url + channel.path)
    await (await openMenu(page)).getByRole('link', { name: 'Integrations' }).waitFor()
    expect([...faults, ...admin.faults]).to.deep.equal([])
  })

  it('has no Integrations and takes no payload while the feature is off', async () => {
    const admin = await console('System Console')
    const feature = admin.page.getByRole('switch', { name: 'Enable Incoming Webhooks' })
    await feature.click()
    await admin.page.getByRole('button', { name: 'Turn off' }).click()
    await admin.page.getByRole('link', { name: 'Incoming Webhooks' }).waitFor({ state: 'detached' })
    expect(await curl(channel.hookUrl, { text: 'too late' })).to.match(
      /Incoming webhooks have been disabled by the system admin[^]*\n501$/,
    )
    for (const [person, left] of [
      [ada, ['Messages']],
      [await site.admin(), ['Messages', 'System Console']],
    ] as const) {
      const { page } = await site.visit(person, channel.path)
      const entries = (await openMenu(page)).getByRole('link')
      await entries.first().waitFor()
      expect(await entries.allInnerTexts()).to.deep.equal(left)
      await page.goto(`${site.host.url}/admin/`)
      await page.getByRole('heading', { name: 'Incoming webhooks are turned off' }).waitFor()
    }
    await feature.click()
    await admin.page.getByRole('link', { name: 'Incoming Webhooks' }).waitFor()
    expect(await curl(channel.hookUrl, { text: 'on again' })).to.equal('ok\n200')
  })

  it('tells of a bad payload in Logs once debugging is on, and in its request', async () => {
    const logging = await console('System Console')
    await logging.page.getByRole('link', { name: 'Logging' }).click()
    await turn(logging.page, 'Enable Webhook Debugging')
    await logging.page.getByLabel('Console Log Level').selectOption('DEBUG')
    await logging.page.getByRole('link', { name: 'Open Logs' }).click()
    await logging.page.getByRole('heading', { level: 1, name: 'Logs' }).waitFor()
    expect(await curl(channel.hookUrl, '{"text": "a stray " quote"}')).to.match(
      /Unable to parse incoming data[^]*\n400$/,
    )
    const line = logging.page.locator('.log').filter({ hasText: 'Unable to parse incoming data' })
    await line.first().click()
    await line.getByText('"detail"').first().waitFor()
    expect(await line.first().innerText()).to.include('not JSON: expected a comma')

    const { page, faults } = await console('Integrations')
    await page.getByRole('link', { name: 'deploys', exact: true }).click()
    await page.getByRole('link', { name: 'Unable to parse' }).click()
    await page.getByText('Not valid JSON at line 1, column 21').waitFor()
    expect([...faults, ...logging.faults]).to.deep.equal([])
  })
})
