import { expect } from 'chai'
import type { Page, Route } from 'playwright-core'
import { barriersIn } from './barriers.js'
import { ConsoleSite, type WebhookRecord } from './console-site.js'
import { forSuite } from './site.js'
import { expectSoon } from './windows.js'

/** Two pages of the API, each of which the table shows in two steps. */
const COUNT = 400
/** More channels than the picker lists. */
const ROOMS = 104
const DAY = 86_400_000
const DISABLE = /\/disable$/

/** Notes how many rows the table has at most from now on. */
const WATCH_ROWS = `
  window.mostRows = 0
  new MutationObserver(() => {
    const { length } = document.querySelectorAll('.cell-main__name')
    window.mostRows = Math.max(window.mostRows, length)
  }).observe(document.body, { childList: true, subtree: true })
`

const numbered = (n: number): string => `Sender ${String(n).padStart(3, '0')}`

describe('the console with hundreds of webhooks', () => {
  const site = forSuite(new ConsoleSite())
  let crowd: string
  let oldest: WebhookRecord

  before(async () => {
    crowd = await site.addChannel('crowd')
    oldest = await site.addWebhook(crowd, numbered(1))
    for (let n = 2; n <= COUNT; n += 1) await site.addWebhook(crowd, numbered(n))
    for (let n = 1; n <= ROOMS; n += 1) await site.addChannel(`room-${n}`)
    for (let n = 0; n < 3; n += 1) await site.post(oldest.url, { text: '' })
  })

  const names = (page: Page): Promise<string[]> =>
    page.locator('.cell-main__name').allTextContents()
  const expectCount = (page: Page, count: number): Promise<void> =>
    expectSoon(async () => (await page.locator('.cell-main__name').count()) === count)
  const show = (page: Page, what: string) =>
    page.getByRole('button', { name: what, exact: true }).click()

  /** Calls for the next page wait until they are let go. */
  async function holdNext(page: Page): Promise<Route[]> {
    const held: Route[] = []
    await page.route(/\/hooks\/incoming\?.*after=\d/, (route) => {
      held.push(route)
    })
    return held
  }

  it('shows the newest, and the others as they are asked for, until there are no more', async () => {
    const { page, faults } = await site.visit('')
    await expectCount(page, 100)
    await show(page, 'Show 100 more webhooks')
    await expectCount(page, 200)
    await show(page, 'Show more')
    await expectCount(page, 300)
    await show(page, 'Show 100 more webhooks')
    await expectCount(page, COUNT)
    await show(page, 'Show more')
    // The next page is empty.
    await page
      .getByRole('button', { name: 'Show more', exact: true })
      .waitFor({ state: 'detached' })
    // Some were created in the same millisecond.
    const all = Array.from({ length: COUNT }, (_, n) => numbered(n + 1))
    expect((await names(page)).toSorted()).to.deep.equal(all)
    expect(faults).to.deep.equal([])
  })

  it('finds one that it has not loaded', async () => {
    const { page, faults } = await site.visit('')
    await expectCount(page, 100)
    expect(await names(page)).to.not.include(numbered(1))
    await page.getByRole('searchbox').fill('SENDER 001')
    await expectCount(page, 1)
    expect(await names(page)).to.deep.equal([numbered(1)])
    await page.reload()
    await expectCount(page, 1)
    await page.getByRole('searchbox').fill('sender nowhere')
    await page.getByRole('heading', { name: 'No webhooks match “sender nowhere”' }).waitFor()
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expectCount(page, 100)
    expect(faults).to.deep.equal([])
  })

  it('finds those that fail among all', async () => {
    const { page, faults } = await site.visit('')
    await expectCount(page, 100)
    const states = page.getByRole('group', { name: 'State' }).getByRole('button')
    // There are no counts of what is not loaded.
    expect(await states.allTextContents()).to.deep.equal(['All', 'Failing'])
    await states.filter({ hasText: 'Failing' }).click()
    await expectCount(page, 1)
    expect(await names(page)).to.deep.equal([numbered(1)])
    await page.getByRole('searchbox').fill('sender 002')
    await page.getByRole('heading', { name: 'No webhooks match “sender 002”' }).waitFor()
    await states.filter({ hasText: 'All' }).click()
    await expectCount(page, 1)
    expect(await names(page)).to.deep.equal([numbered(2)])
    expect(faults).to.deep.equal([])
  })

  it('shows what was searched for, although the next page of all arrives later', async () => {
    const { page, faults } = await site.visit('')
    await expectCount(page, 100)
    await show(page, 'Show 100 more webhooks')
    const held = await holdNext(page)
    await show(page, 'Show more')
    await page.getByRole('button', { name: 'Loading' }).waitFor()
    await expectSoon(() => Promise.resolve(held.length === 1))
    await page.getByRole('searchbox').fill('sender 001')
    await expectCount(page, 1)
    await page.evaluate(WATCH_ROWS)
    await Promise.all([page.waitForResponse(/after=\d/), held[0]?.continue()])
    await page.getByRole('searchbox').fill('sender 002')
    await expectSoon(async () => (await names(page)).join() === numbered(2))
    expect(await page.evaluate('mostRows')).to.equal(1)
    expect(faults).to.deep.equal([])
  })

  it('keeps what was switched while the next page was loaded', async () => {
    const { page, faults } = await site.visit('')
    await expectCount(page, 100)
    await show(page, 'Show 100 more webhooks')
    const held = await holdNext(page)
    await show(page, 'Show more')
    await expectSoon(() => Promise.resolve(held.length === 1))
    await show(page, `More actions for ${numbered(COUNT)}`)
    await page.getByRole('button', { name: 'Disable', exact: true }).click()
    const off = page.locator('tr.is-off .cell-main__name')
    await expectSoon(async () => (await off.allTextContents()).join() === numbered(COUNT))
    await held[0]?.continue()
    await expectCount(page, 300)
    expect(await off.allTextContents()).to.deep.equal([numbered(COUNT)])
    await page.getByRole('button', { name: 'Undo' }).click()
    await off.waitFor({ state: 'detached' })
    expect(await names(page)).to.have.length(300)
    expect(faults).to.deep.equal([])
  })

  it('shows what was searched for, although a webhook is switched only then', async () => {
    const { page, faults } = await site.visit('')
    await expectCount(page, 100)
    const held: Route[] = []
    await page.route(DISABLE, (route) => {
      held.push(route)
    })
    await show(page, `More actions for ${numbered(COUNT)}`)
    await page.getByRole('button', { name: 'Disable', exact: true }).click()
    await expectSoon(() => Promise.resolve(held.length === 1))
    await page.getByRole('searchbox').fill('sender 001')
    await expectCount(page, 1)
    await page.evaluate(WATCH_ROWS)
    await held[0]?.continue()
    await page.locator('.toast', { hasText: 'Disabled' }).waitFor()
    expect(await names(page)).to.deep.equal([numbered(1)])
    expect(await page.evaluate('mostRows')).to.be.at.most(1)
    await page.unroute(DISABLE)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.locator('.toast', { hasText: 'Enabled' }).waitFor()
    expect(faults).to.deep.equal([])
  })

  it('says that the next page could not be loaded, and loads it when asked again', async () => {
    const { page } = await site.visit('')
    await expectCount(page, 100)
    await show(page, 'Show 100 more webhooks')
    const held = await holdNext(page)
    await show(page, 'Show more')
    await expectSoon(() => Promise.resolve(held.length === 1))
    await held[0]?.abort()
    await page.getByText('The server cannot be reached.').waitFor()
    await page.unroute(/\/hooks\/incoming\?.*after=\d/)
    await show(page, 'Show more')
    await page.getByText('The server cannot be reached.').waitFor({ state: 'detached' })
    await expectSoon(async () => new Set(await names(page)).size === COUNT)
  })

  it('lets the channel of a webhook be one that the picker does not list at first', async () => {
    const { page, faults } = await site.visit(`hooks/${oldest.id}/edit`)
    await page.getByRole('button', { name: 'Channel' }).click()
    const options = page.getByRole('listbox', { name: 'Channels' }).getByRole('option')
    await expectSoon(async () => (await options.count()) === 100)
    const last = `room-${ROOMS}`
    expect((await options.allTextContents()).map((text) => text.trim())).to.not.include(last)
    await page.getByRole('combobox', { name: 'Find a channel' }).fill(last)
    await expectSoon(async () => (await options.count()) === 1)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('.toast', { hasText: 'Saved' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: `Channel: ${last}` }).waitFor()
    expect(faults).to.deep.equal([])
  })

  describe('of which more need attention than the server checks', () => {
    const badge = (page: Page) => page.locator('.side__n')
    const needs = (page: Page) => page.getByRole('region', { name: 'Needs attention' })
    const hint = (page: Page) =>
      needs(page).getByText('There may be more: not all webhooks were checked.')

    it('says nothing of more as long as it has all of them', async () => {
      const { page } = await site.visit('')
      await needs(page).getByRole('listitem').waitFor()
      expect(await badge(page).innerText()).to.match(/^1\s/)
      expect(await hint(page).count()).to.equal(0)
    })

    it('says that there may be more', async () => {
      const expires_at = Date.now() + DAY
      for (let n = 0; n < 201; n += 1) {
        await site.addWebhook(crowd, `Soon over ${n}`, { expires_at })
      }
      const { page, faults } = await site.visit('')
      await hint(page).waitFor()
      const rows = needs(page).getByRole('listitem')
      expect(await rows.count()).to.equal(5)
      await needs(page)
        .getByRole('button', { name: /^Show \d+ more$/ })
        .click()
      await expectSoon(async () => (await rows.count()) > 200)
      expect(await badge(page).innerText()).to.match(/^20\d\+\s/)
      await page.getByRole('searchbox').fill('sender 001')
      await expectCount(page, 1)
      await page.reload()
      await hint(page).waitFor()
      expect(await barriersIn(page)).to.deep.equal([])
      expect(faults).to.deep.equal([])
    })

    it('says nothing of more to a user who has few', async () => {
      const few = await site.person('few')
      const body = { channel_id: crowd, display_name: 'Mine', user_id: few.id }
      const expires_at = Date.now() + DAY
      await site.host.api('POST', '/hooks/incoming', { ...body, expires_at })
      const { page } = await site.visit('', { token: few.token })
      await needs(page).getByRole('listitem').waitFor()
      expect(await badge(page).innerText()).to.match(/^1\s/)
      expect(await hint(page).count()).to.equal(0)
    })
  })
})
