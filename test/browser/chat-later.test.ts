import { expect } from 'chai'
import type { Locator, Page, Route } from 'playwright-core'
import { barriersIn } from './barriers.js'
import { CABLE } from './cable.js'
import { type Channel, ChatSite } from './chat-site.js'
import { forSuite, type Person } from './site.js'
import type { WindowOptions } from './windows.js'

const SCRIPT = '**/assets/dialogs.*.js'
/** The page has no idle moment until a test gives it one. */
const BUSY = `
  const waiting = []
  let isIdle = false
  window.requestIdleCallback = (act) => (isIdle ? setTimeout(act) : waiting.push(act))
  window.giveIdleMoment = () => {
    isIdle = true
    for (const act of waiting) act()
  }
`

describe('the dialogs that come after the page', () => {
  const site = forSuite(new ChatSite())
  let ada: Person
  let channel: Channel

  before(async () => {
    ada = await site.person('ada')
    channel = await site.channel('deploys', ada)
    await site.say(ada, channel, 'the first message')
  })

  const open = async (options: WindowOptions = { scripts: [BUSY] }): Promise<Page> => {
    const { page } = await site.visit(ada, channel.path, options)
    await page.getByText('the first message').waitFor()
    return page
  }
  const menu = (page: Page): Locator => page.getByRole('button', { name: 'Main Menu' })
  const choose = async (page: Page): Promise<void> => {
    await menu(page).click()
    await page.getByRole('button', { name: 'Change password' }).click()
  }
  const password = (page: Page): Locator => page.getByRole('dialog', { name: 'Change password' })
  const failure = (page: Page): Locator => page.getByRole('dialog', { name: 'This did not open' })
  const focused = (page: Page): Promise<unknown> => page.evaluate('document.activeElement.id')
  const isAtMenu = async (page: Page): Promise<boolean> =>
    (await menu(page).and(page.locator(':focus')).count()) === 1
  /** The element too, which is hidden before the page has heard of it. */
  const gone = (page: Page): Promise<void> => page.locator('dialog').waitFor({ state: 'detached' })

  it('are no part of what the first messages wait for', async () => {
    const page = await open()
    const names = await page.evaluate(
      `performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1))`,
    )
    expect(String(names)).to.match(/chat\.\w+\.js/)
    expect(String(names)).not.to.contain('dialogs.')
  })

  it('open without a connection once there was an idle moment', async () => {
    const page = await open()
    const loaded = page.waitForResponse(SCRIPT)
    await page.evaluate('window.giveIdleMoment()')
    await (await loaded).finished()
    await page.context().setOffline(true)
    await choose(page)
    await password(page).waitFor()
  })

  it('have the focus in their first field, and give it back', async () => {
    const page = await open()
    await choose(page)
    await password(page).waitFor()
    expect(await focused(page)).to.equal('password-current')
    await page.keyboard.press('Escape')
    await gone(page)
    expect(await isAtMenu(page)).to.equal(true)
  })

  it('say that they are on their way, and then have the focus', async () => {
    const page = await open()
    const held: Route[] = []
    await page.route(SCRIPT, (route) => held.push(route))
    await choose(page)
    const waiting = page.getByRole('dialog', { name: 'Loading' })
    await waiting.getByText('This opens in a moment').waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
    await Promise.all(held.map((route) => route.continue()))
    await password(page).waitFor()
    await waiting.waitFor({ state: 'detached' })
    expect(await focused(page)).to.equal('password-current')
    await page.keyboard.press('Escape')
    await gone(page)
    expect(await isAtMenu(page)).to.equal(true)
  })

  it('stay closed if they were closed while they were on their way', async () => {
    const page = await open()
    const held: Route[] = []
    await page.route(SCRIPT, (route) => held.push(route))
    await choose(page)
    const waiting = page.getByRole('dialog', { name: 'Loading' })
    await waiting.waitFor()
    await page.keyboard.press('Escape')
    await gone(page)
    const loaded = page.waitForResponse(SCRIPT)
    await Promise.all(held.map((route) => route.continue()))
    await (await loaded).finished()
    // Another one opens: by then the first would have, too.
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    expect(await page.getByRole('dialog').count()).to.equal(1)
    await page.keyboard.press('Escape')
    await gone(page)
    expect(await isAtMenu(page)).to.equal(true)
  })

  it('say that they could not be loaded, and are tried again when asked', async () => {
    const page = await open()
    await page.route(SCRIPT, (route) => route.abort())
    await choose(page)
    await failure(page).getByText('could not be loaded').waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
    await failure(page).getByRole('button', { name: 'Try again' }).click()
    await failure(page).getByText('could not be loaded').waitFor()
    await page.keyboard.press('Escape')
    await gone(page)
    expect(await isAtMenu(page)).to.equal(true)
    await page.keyboard.press('?')
    await failure(page).waitFor()
    await page.unroute(SCRIPT)
    await failure(page).getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await failure(page).waitFor({ state: 'detached' })
  })

  it('are there after the reload that they ask for when the chat was updated, and so is a draft', async () => {
    const page = await open()
    await page.route(SCRIPT, (route) => route.fulfill({ status: 404, json: {} }))
    await page.getByLabel('Message to deploys').fill('half a thought')
    await choose(page)
    await failure(page).getByText('If the chat was updated').waitFor()
    await page.unroute(SCRIPT)
    await failure(page).getByRole('button', { name: 'Reload the page' }).click()
    await failure(page).waitFor({ state: 'detached' })
    expect(await page.getByLabel('Message to deploys').inputValue()).to.equal('half a thought')
    await choose(page)
    await password(page).waitFor()
  })

  it('say that the connection is lost, and open by themselves when it is back', async () => {
    const page = await open({ scripts: [BUSY, CABLE] })
    await page.route(SCRIPT, (route) => route.abort())
    await page.evaluate('cut()')
    await page.getByText('Connection lost. Reconnecting…').waitFor()
    await choose(page)
    await failure(page).getByText('There is no connection to the server.').waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
    await page.unroute(SCRIPT)
    await page.evaluate('restore()')
    await password(page).waitFor()
    await failure(page).waitFor({ state: 'detached' })
  })
})
