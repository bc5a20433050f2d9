import { expect } from 'chai'
import type { Page, Route } from 'playwright-core'
import { barriersIn } from './barriers.js'
import { ChatSite } from './chat-site.js'
import { forSuite, type Person } from './site.js'
import { expectSoon } from './windows.js'

describe('the list of channels', () => {
  const site = forSuite(new ChatSite())
  const LONG = 'deployments-of-the-payment-platform-in-europe-and-beyond-00000001'.slice(0, 64)
  let ada: Person
  let bea: Person
  let team: string

  before(async () => {
    ada = await site.person('ada')
    bea = await site.person('bea')
    team = String((await site.as(ada.token, 'GET', '/teams/name/main'))['id'])
    for (const name of ['rack-10', 'rack-9', 'rack-100', 'Rack-1', LONG])
      await site.channel(name.toLowerCase(), ada, bea)
    await add(ada, 'vault', 'P')
  })

  const add = (person: Person, name: string, type: 'O' | 'P') =>
    site.as(person.token, 'POST', '/channels', { team_id: team, name, display_name: name, type })
  const group = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Channels' }).getByRole('region', { name, exact: true })
  const names = (page: Page, name: string) =>
    group(page, name).locator('.chan__name').allInnerTexts()
  const open = async (person: Person, path = '/main/channels/rack-9') => {
    const { page } = await site.visit(person, path)
    await page.getByRole('navigation', { name: 'Channels' }).getByRole('link').first().waitFor()
    return page
  }

  it('sorts numbers by their value, with private channels below a heading of their own', async () => {
    const page = await open(ada)
    expect(await names(page, 'Channels')).to.deep.equal([
      LONG,
      'rack-1',
      'rack-9',
      'rack-10',
      'rack-100',
    ])
    expect(await names(page, 'Private channels')).to.deep.equal(['vault'])
  })

  it('shows the channel that was chosen last, also if a message was opened just before it', async () => {
    const { id } = await site.channel('elsewhere', bea)
    const message = String(
      (await site.as(bea.token, 'POST', '/posts', { channel_id: id, message: 'far away' }))['id'],
    )
    const page = await open(ada)
    await page.getByPlaceholder(/^Write to/).fill(`${site.host.url}/main/pl/${message}`)
    await page.keyboard.press('Enter')
    let arrived: (route: Route) => void
    const asked = new Promise<Route>((resolve) => {
      arrived = resolve
    })
    await page.route(`**/api/v4/posts/${message}`, (held) => {
      arrived(held)
    })
    await page.locator('article[data-post] a[href*="/main/pl/"]').last().click()
    const route = await asked
    await group(page, 'Channels').getByRole('link', { name: 'rack-10', exact: true }).click()
    await page.getByPlaceholder('Write to # rack-10').waitFor()
    const answered = page.waitForEvent('requestfinished', (each) => each === route.request())
    await route.continue()
    await answered
    // As many frames as a change of the place takes.
    await page.evaluate('new Promise((done) => { setTimeout(() => requestAnimationFrame(done)) })')
    expect(await page.getByRole('heading', { level: 1 }).innerText()).to.equal('rack-10')
  })

  it('has unread channels first, until they are opened', async () => {
    const page = await open(bea)
    const id = String(
      (await site.as(ada.token, 'GET', `/teams/${team}/channels/name/rack-100`))['id'],
    )
    await site.as(ada.token, 'POST', '/posts', { channel_id: id, message: 'news' })
    const unread = group(page, 'Unread').getByRole('link', { name: /^rack-100 unread/ })
    await unread.click()
    await page.getByRole('heading', { level: 1, name: 'rack-100' }).waitFor()
    await group(page, 'Unread').waitFor({ state: 'detached' })
    expect(await names(page, 'Channels')).to.include('rack-100')
  })

  it('is one stop for Tab, in which arrow keys, Home and End move', async () => {
    const page = await open(ada)
    const focused = () => page.evaluate<string>(`document.activeElement.innerText.trim()`)
    expect(await page.locator('.chan[tabindex="0"]').allInnerTexts()).to.deep.equal(['rack-9'])
    await page.locator('.chan[tabindex="0"]').focus()
    for (const [key, expected] of [
      ['ArrowDown', 'rack-10'],
      ['ArrowUp', 'rack-9'],
      ['Home', LONG],
      ['ArrowUp', LONG],
    ] as const) {
      await page.keyboard.press(key)
      expect(await focused()).to.equal(expected)
    }
    await page.keyboard.press('End')
    expect(await focused()).to.match(/vault$/)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'rack-100' }).waitFor()
  })

  it('shows a long name whole as a tooltip, and everywhere within its place', async () => {
    const page = await open(ada, `/main/channels/${LONG}`)
    const row = page.locator('.chan', { hasText: LONG })
    await row.hover()
    expect(await row.getAttribute('title')).to.equal(LONG)
    const short = page.locator('.chan', { hasText: 'rack-9' })
    await short.hover()
    expect(await short.getAttribute('title')).to.equal('')
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      const over = `[...document.querySelectorAll('.chead, .chat__main, .chat')]
        .filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.className)`
      expect(await page.evaluate(over), String(width)).to.deep.equal([])
    }
  })
})

describe('a list of 300 channels', () => {
  const site = forSuite(new ChatSite())
  let ada: Person

  before(async () => {
    ada = await site.person('ada')
    const team = String((await site.as(ada.token, 'GET', '/teams/name/main'))['id'])
    for (let n = 1; n <= 300; n++) {
      const name = `team-${n}`
      const body = { team_id: team, name, display_name: name, type: 'O' }
      await site.as(ada.token, 'POST', '/channels', body)
    }
  })

  it('can be filtered, and has no barriers', async () => {
    const { page } = await site.visit(ada, '/main/channels/team-1')
    const list = page.getByRole('navigation', { name: 'Channels' })
    await list.getByRole('link', { name: 'team-300' }).waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
    const filter = page.getByRole('searchbox', { name: 'Filter channels' })
    await filter.fill('29')
    await expectSoon(async () => (await list.getByRole('link').count()) === 13)
    await filter.press('ArrowDown')
    await expectSoon(() => page.evaluate(`document.activeElement.innerText.trim() === 'team-29'`))
    await filter.fill('nothing')
    await page.getByText('No channel or person matches “nothing”').waitFor()
    await filter.press('Escape')
    await filter.fill('team-300')
    await filter.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'team-300' }).waitFor()
    expect(await filter.inputValue()).to.equal('')
  })

  it('is known to the switcher and to Browse channels as a whole', async () => {
    const bea = await site.person('bea')
    const { page } = await site.visit(bea, '/main/channels/team-1')
    await page.getByRole('heading', { level: 1, name: 'team-1' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('team-30')
    await expectSoon(async () => (await page.getByRole('option').count()) === 2)
    expect(await barriersIn(page)).to.deep.equal([])
    await page.getByRole('combobox').fill('team')
    await expectSoon(async () => (await page.getByRole('option').count()) === 12)
    expect(await barriersIn(page)).to.deep.equal([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add channels' }).click()
    await page.getByRole('button', { name: 'Browse channels' }).click()
    await page.getByText('300 channels. Search to see more than the first 50.').waitFor()
    await page.getByRole('searchbox', { name: 'Search public channels' }).fill('team-300')
    await page.getByRole('button', { name: 'Join team-300' }).click()
    await page.getByRole('heading', { level: 1, name: 'team-300' }).waitFor()
  })
})
