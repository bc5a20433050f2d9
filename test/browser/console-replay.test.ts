import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { barriersIn } from './barriers.js'
import { ConsoleSite, type WebhookRecord } from './console-site.js'
import { soon } from '../support/until.js'
import { forSuite } from './site.js'
import { expectSoon } from './windows.js'

const NO_CHANNEL = "Couldn't find the channel"
const HIDDEN = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

describe('a request that is sent again in the console', () => {
  const site = forSuite(new ConsoleSite())
  let home: string

  before(async () => {
    home = await site.addChannel('home')
  })

  it('is delivered once what it lacked is there, as the page shows without a reload', async () => {
    const webhook = await site.addWebhook(home, 'Fixed')
    await site.post(webhook.url, { text: 'Deployed', channel: 'fixed' })
    const channel = await site.addChannel('fixed')
    const { page, faults } = await openFirst(webhook)
    await page.getByRole('button', { name: 'Replay' }).press('Enter')
    const result = page.getByRole('status').filter({ hasText: 'Posted to # fixed' })
    await result.waitFor()
    await expectFocus(page, /^Posted to # fixed, as the request asked\. Open the new request$/)
    expect(await site.messages(channel)).to.deep.equal(['Deployed'])
    await page.getByText('Delivered later').waitFor()
    await page.getByRole('button', { name: 'Send it again' }).waitFor()
    expect(await barriersIn(page)).to.deep.equal([])

    await result.getByRole('link', { name: 'Open the new request' }).click()
    await heading(page, 'Posted to # fixed, as the request asked')
    await page.getByRole('link', { name: 'an earlier request' }).click()
    await heading(page, NO_CHANNEL)
    await page.getByRole('link', { name: 'Posted just now' }).waitFor()
    expect(faults).to.deep.equal([])
  })

  it('is posted a second time only for those who are asked and want it', async () => {
    const webhook = await site.addWebhook(home, 'Twice')
    const channel = await site.addChannel('twice')
    await site.change('ServiceSettings', { WebhookDeliveryBodies: 'all' })
    await site.post(webhook.url, { text: 'Once', channel: 'twice' })
    await site.change('ServiceSettings', { WebhookDeliveryBodies: 'refused' })
    const { page, faults } = await openFirst(webhook, 'Posted to # twice')
    const button = page.getByRole('button', { name: 'Send it again' })
    const dialog = page.getByRole('alertdialog', { name: 'Send it again?' })
    await button.press('Enter')
    await dialog.getByText('posts it a second time').waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(await site.messages(channel)).to.have.lengthOf(1)

    await button.press('Enter')
    await dialog.getByRole('button', { name: 'Send it again' }).press('Enter')
    await expectFocus(page, /^Posted to # twice, as the request asked\./)
    expect(await site.messages(channel)).to.deep.equal(['Once', 'Once'])
    expect(faults).to.deep.equal([])
  })

  it('shows why it is refused again, on a phone', async () => {
    const webhook = await site.addWebhook(home, 'Unfixed')
    await site.post(webhook.url, { text: 'Deployed', channel: 'nowhere' })
    const { page, faults } = await openFirst(webhook)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Replay' }).click()
    await expectFocus(page, /^Refused again: There is no channel “nowhere”/)
    await page.getByRole('link', { name: 'Refused just now' }).waitFor()
    expect(await page.evaluate(HIDDEN), 'cut off').to.equal(0)
    expect(await barriersIn(page)).to.deep.equal([])

    await page.getByRole('button', { name: 'Replay' }).click()
    await expectSoon(
      async () => (await page.getByRole('link', { name: 'Refused just now' }).count()) === 2,
    )
    expect(faults).to.deep.equal([])
  })

  it('is sent once, however often the button is pressed', async () => {
    const webhook = await site.addWebhook(home, 'Impatient')
    await site.post(webhook.url, { text: 'Deployed', channel: 'impatient' })
    const channel = await site.addChannel('impatient')
    const { page } = await openFirst(webhook)
    let calls = 0
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/replay?', async (route) => {
      calls++
      await held
      await route.continue()
    })
    await page.getByRole('button', { name: 'Replay' }).dblclick()
    await page.getByRole('button', { name: 'Sending' }).click()
    release()
    await expectFocus(page, /^Posted to # impatient/)
    expect(calls).to.equal(1)
    expect(await site.messages(channel)).to.have.lengthOf(1)
  })

  it('says when to try again if too much is asked of the server', async () => {
    const webhook = await site.addWebhook(home, 'Limited')
    await site.post(webhook.url, { text: 'Deployed', channel: 'nowhere' })
    const { page } = await openFirst(webhook)
    await page.route('**/replay?', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'Retry-After': '7' },
        json: { id: 'a', message: 'Too many requests.', detailed_error: '' },
      }),
    )
    await page.getByRole('button', { name: 'Replay' }).click()
    await expectFocus(page, /^Not sent again\. “Too many requests\.” Try again in 7 seconds\.$/)
  })

  it('says that it is not kept any more', async () => {
    const webhook = await site.addWebhook(home, 'Handed over')
    await site.post(webhook.url, { text: 'Deployed', channel: 'nowhere' })
    const { page } = await openFirst(webhook)
    const { id: user_id } = await site.person('new-owner')
    const record = { id: webhook.id, channel_id: home, display_name: 'Handed over', user_id }
    await site.host.api('PUT', `/hooks/incoming/${webhook.id}`, record)
    await page.getByRole('button', { name: 'Replay' }).click()
    await expectFocus(page, /^Not sent again\. “Unable to get the request\.” \(.*kept/)
  })

  it('says that somebody else was faster', async () => {
    const webhook = await site.addWebhook(home, 'Raced')
    await site.post(webhook.url, { text: 'Deployed', channel: 'raced' })
    const channel = await site.addChannel('raced')
    const { page } = await openFirst(webhook)
    await site.post(webhook.url, { text: 'Deployed', channel: 'raced' })
    await page.getByRole('button', { name: 'Replay' }).click()
    await expectFocus(page, /^Not sent again\. It was delivered meanwhile\.$/)
    await page.getByText('Delivered later').waitFor()
    await page.getByRole('button', { name: 'Send it again' }).waitFor()
    expect(await site.messages(channel)).to.have.lengthOf(1)
  })

  async function openFirst({ id }: WebhookRecord, title = NO_CHANNEL) {
    const visit = await site.visit(`hooks/${id}`)
    await visit.page.getByRole('link', { name: title }).click()
    await heading(visit.page, title)
    return visit
  }
})

describe('requests that are sent again together in the console', () => {
  const site = forSuite(new ConsoleSite())
  let home: string

  before(async () => {
    home = await site.addChannel('home')
  })

  it('are those that were refused and not delivered, in order', async () => {
    const webhook = await site.addWebhook(home, 'Outage')
    for (const text of ['1', '2', '3']) {
      await site.post(webhook.url, { text, channel: text === '2' ? 'nowhere' : 'outage' })
    }
    const channel = await site.addChannel('outage')
    const { page, faults } = await site.visit('')
    const needs = page.getByRole('region', { name: 'Needs attention' })
    await needs.getByRole('link', { name: 'Replay' }).click()
    const dialog = page.getByRole('dialog', { name: 'Replay refused requests' })
    await dialog.getByText(/^3 requests were refused since .+ and not delivered yet\.$/).waitFor()
    expect(new URL(page.url()).search).to.equal('?outcome=refused&ask=replay')
    await dialog.getByRole('button', { name: 'Last 7 days' }).press('Enter')
    await dialog.getByText('3 requests were refused').waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate(HIDDEN), 'cut off').to.equal(0)
    expect(await barriersIn(page)).to.deep.equal([])
    await page.setViewportSize({ width: 1280, height: 900 })

    await dialog.getByRole('button', { name: 'Replay 3' }).press('Enter')
    await expectFocus(page, /^2 of 3 were delivered, 1 refused again\. Show the requests$/)
    expect(await barriersIn(page)).to.deep.equal([])
    expect(await site.messages(channel)).to.deep.equal(['3', '1'])
    await dialog.getByRole('link', { name: 'Show the requests' }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expectSoon(
      async () => (await page.locator('.req').getByText('delivered later').count()) === 2,
    )
    expect(faults).to.deep.equal([])
  })

  it('are offered above the list while one of them is owed', async () => {
    const webhook = await site.addWebhook(home, 'One')
    await site.post(webhook.url, { text: 'Deployed', channel: 'owed' })
    await site.addChannel('owed')
    const { page, faults } = await site.visit(`hooks/${webhook.id}`, { isEager: true })
    const button = page.getByRole('button', { name: 'Replay all refused since' })
    await button.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Replay refused requests' })
    await dialog.getByRole('button', { name: 'Replay 1' }).click()
    await expectFocus(page, /^1 of 1 was delivered\./)
    expect(await dialog.getByRole('button', { name: 'Replay' }).count()).to.equal(0)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await button.waitFor({ state: 'detached' })

    await page.goto(`${site.host.url}/admin/hooks/${webhook.id}?ask=replay`)
    await dialog.getByText('is kept and not delivered yet').waitFor()
    expect(faults).to.deep.equal([])
  })

  it('are a hundred at a time', async () => {
    const webhook = await site.addWebhook(home, 'Many')
    const texts = Array.from({ length: 102 }, (_, at) => String(at))
    for (const text of texts) {
      await site.post(webhook.url, { text, channel: text === '99' ? 'nowhere' : 'many' })
    }
    const channel = await site.addChannel('many')
    const { page } = await site.visit(`hooks/${webhook.id}?outcome=refused&ask=replay`)
    const dialog = page.getByRole('dialog', { name: 'Replay refused requests' })
    await dialog.getByRole('button', { name: 'Replay the first 100' }).click()
    await expectFocus(page, /^99 of 100 were delivered, 1 refused again\./)
    await dialog.getByText('2 requests were refused').waitFor()
    await dialog.getByRole('button', { name: 'Replay the next 2' }).click()
    await expectFocus(page, /^2 of 2 were delivered\./)
    const sent = texts.filter((text) => text !== '99').reverse()
    expect(await site.messages(channel)).to.deep.equal(sent.slice(0, 60))
  })
})

async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

/** The result has the focus, so that those who do not see it hear it. */
async function expectFocus(page: Page, text: RegExp): Promise<void> {
  await soon('the focus on the result', async () => {
    const focused = await page.locator(':focus').innerText()
    return expect(focused.replaceAll(/\s+/g, ' ')).to.match(text)
  })
}
