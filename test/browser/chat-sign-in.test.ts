import { expect } from 'chai'
import type { Route } from 'playwright-core'
import { type Channel, ChatSite } from './chat-site.js'
import { forSuite, PASSWORD, type Person } from './site.js'
import { expectSoon } from './windows.js'

describe('signing in on the page', () => {
  const site = forSuite(new ChatSite(), { env: { SIGN_IN_RATE: '3,840' } })
  let ada: Person
  let channel: Channel

  before(async () => {
    ada = await site.person('ada')
    channel = await site.channel('deploys', ada)
  })

  async function fill(path: string, password: string, login = 'ada') {
    const visit = await site.visit(null, path)
    await visit.page.getByLabel('Username or email').fill(login)
    await visit.page.getByLabel('Password', { exact: true }).fill(password)
    return visit
  }

  it('leads to the place that was asked for', async () => {
    const { page, faults } = await fill(channel.path, PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { level: 1, name: 'deploys' }).waitFor()
    expect(new URL(page.url()).pathname).to.equal(channel.path)
    expect(await page.title()).to.equal('deploys · Main')
    expect(faults).to.deep.equal([])
  })

  it('keeps the session in a cookie that scripts cannot read, and in nothing else', async () => {
    const { page } = await fill('/login', PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('navigation', { name: 'Channels' }).waitFor()
    const kept = await page.evaluate(
      `({ session: JSON.stringify(sessionStorage), local: JSON.stringify(localStorage),
          cookies: document.cookie })`,
    )
    expect(kept).to.deep.equal({ session: '{}', local: '{}', cookies: '' })
    const [cookie, ...more] = await page.context().cookies()
    expect(cookie).to.deep.include({ httpOnly: true, sameSite: 'Lax', path: '/', expires: -1 })
    expect(more).to.deep.equal([])
  })

  it('keeps the token in this tab where the browser keeps no cookie', async () => {
    // The address is not that of the site, which is 127.0.0.1.
    const { page } = await site.windows.open(
      `http://localhost:${site.host.port}/login?to=${channel.path}`,
    )
    await page.getByLabel('Username or email').fill('ada')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { level: 1, name: 'deploys' }).waitFor()
    expect(await page.context().cookies()).to.deep.equal([])
    await page.getByLabel('Message to deploys').fill('from localhost')
    await page.keyboard.press('Enter')
    await page.locator('article[data-post]').filter({ hasText: 'from localhost' }).waitFor()
  })

  it('leads to no other host, whatever the address asks for', async () => {
    for (const to of ['//evil.example/', '/\\evil.example']) {
      const { page } = await fill(`/login?to=${encodeURIComponent(to)}`, PASSWORD)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('navigation', { name: 'Channels' }).waitFor()
      expect(new URL(page.url()).origin).to.equal(site.host.url)
    }
  })

  it('says while it waits that it is busy', async () => {
    const { page } = await fill('/login', PASSWORD)
    const held: Route[] = []
    await page.route('**/api/v4/users/login', (route) => held.push(route))
    await page.getByRole('button', { name: 'Sign in' }).click()
    const button = page.getByRole('button', { name: 'Signing in' })
    await button.waitFor()
    expect(await button.getAttribute('aria-busy')).to.equal('true')
    for (const route of held) await route.continue()
    await page.getByRole('navigation', { name: 'Channels' }).waitFor()
  })

  it('says that name or password is wrong, then for how long to wait', async () => {
    const { page } = await fill('/login', 'wrong-horse-9', 'nobody')
    const submit = page.getByRole('button', { name: 'Sign in' })
    for (let tries = 0; tries < 3; tries++) {
      await submit.click()
      await page.getByText('Incorrect username or password.').waitFor()
    }
    await submit.click()
    await page.getByText('Too many attempts. Try again in 5 minutes.').waitFor()
    expect(await submit.isDisabled()).to.equal(true)
  })

  it('asks for an empty field without an attempt', async () => {
    const { page } = await fill('/login', '', 'nobody')
    let attempts = 0
    page.on('request', (request) => (attempts += request.url().endsWith('/login') ? 1 : 0))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Enter your username and your password.').waitFor()
    expect(await page.evaluate('document.activeElement.id')).to.equal('password')
    expect(attempts).to.equal(0)
  })

  it('says that the server cannot be reached', async () => {
    const { page } = await fill('/login', PASSWORD)
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page
      .getByText('The server cannot be reached. Check your connection and try again.')
      .waitFor()
  })

  it('is asked for again when the session has ended, and leads back', async () => {
    const bea = await site.person('bea')
    const { page } = await site.visit(bea, channel.path)
    await page.getByRole('heading', { level: 1, name: 'deploys' }).waitFor()
    await site.as(bea.token, 'POST', '/users/logout', {})
    await page
      .getByText('You have been signed out. Sign in again to return to this page.')
      .waitFor()
    await page.getByLabel('Username or email').fill('bea')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { level: 1, name: 'deploys' }).waitFor()
  })

  it('ends from the Main Menu, and takes the token and the drafts with it', async () => {
    const cem = await site.person('cem')
    const { page } = await site.visit(cem, channel.path)
    await page.getByLabel('Message to deploys').fill('half a thought')
    await page.getByRole('button', { name: 'Main Menu' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in to Main' }).waitFor()
    expect(await page.evaluate('Object.keys(sessionStorage)')).to.deep.equal([])
    expect(await page.context().cookies()).to.deep.equal([])
    await page.goto(site.host.url + channel.path)
    await page.getByRole('heading', { name: 'Sign in to Main' }).waitFor()
  })

  it('does not end without the server, which alone can remove the cookie', async () => {
    const { page } = await site.visit(ada, channel.path)
    await page.getByLabel('Message to deploys').fill('half a thought')
    await page.getByRole('button', { name: 'Main Menu' }).click()
    await page.route('**/users/logout', (route) => route.abort())
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are still signed in: the server did not respond.').waitFor()
    expect(await page.getByLabel('Message to deploys').inputValue()).to.equal('half a thought')
    await page.unroute('**/users/logout')
  })
})

describe('the Main Menu', () => {
  const site = forSuite(new ChatSite())
  let ada: Person
  let channel: Channel

  before(async () => {
    ada = await site.person('ada')
    channel = await site.channel('deploys', ada)
  })

  async function entries(person: Person): Promise<string[]> {
    const { page } = await site.visit(person, channel.path)
    await page.getByRole('button', { name: 'Main Menu' }).click()
    const links = page.getByRole('navigation', { name: 'Main Menu' }).getByRole('link')
    return links.allInnerTexts()
  }

  it('leads administrators to Integrations and System Console', async () => {
    const expected = ['Messages', 'Integrations', 'System Console']
    expect(await entries(await site.admin())).to.deep.equal(expected)
  })

  it('leads others to Integrations alone', async () => {
    expect(await entries(ada)).to.deep.equal(['Messages', 'Integrations'])
  })

  it('has no Integrations for those whom a restriction leaves out', async () => {
    await site.setting('EnableOnlyAdminIntegrations', true)
    expect(await entries(ada)).to.deep.equal(['Messages'])
    const all = ['Messages', 'Integrations', 'System Console']
    expect(await entries(await site.admin())).to.deep.equal(all)
    await site.setting('EnableOnlyAdminIntegrations', false)
  })

  it('has no Integrations while the feature is off', async () => {
    await site.setting('EnableIncomingWebhooks', false)
    const left = ['Messages', 'System Console']
    expect(await entries(await site.admin())).to.deep.equal(left)
    await site.setting('EnableIncomingWebhooks', true)
  })

  it('changes the appearance, which stays after a reload', async () => {
    const { page } = await site.visit(ada, channel.path)
    await page.getByRole('button', { name: 'Main Menu' }).click()
    await page.getByRole('button', { name: 'Dark' }).click()
    const background = 'getComputedStyle(document.documentElement).backgroundColor'
    const isDark = `${background} === 'rgb(14, 17, 20)'`
    await expectSoon(() => page.evaluate(isDark))
    await page.reload()
    await expectSoon(() => page.evaluate(isDark))
  })

  it('closes on Escape and gives the focus back', async () => {
    const { page } = await site.visit(ada, channel.path)
    const opener = page.getByRole('button', { name: 'Main Menu' })
    await opener.click()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await expectSoon(async () => (await opener.getAttribute('aria-expanded')) === 'false')
    await expectSoon(() => page.evaluate(`document.activeElement.className === 'brand'`))
  })
})
