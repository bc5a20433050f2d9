import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { barriersIn } from './barriers.js'
import { ConsoleSite, type WebhookRecord } from './console-site.js'
import { forSuite } from './site.js'
import { expectSoon } from './windows.js'

const UNKNOWN = { alert: 'Temperature high', host: 'db-1', value: 71.5 }

describe('a preview in the console', () => {
  const site = forSuite(new ConsoleSite())
  let sensors: string

  before(async () => {
    sensors = await site.addChannel('sensors')
  })

  it('shows a body that no format reads, and lets the webhook show such bodies from now on', async () => {
    const webhook = await site.addWebhook(sensors, 'Sensors')
    expect(await site.post(webhook.url, UNKNOWN)).to.equal(400)
    const { page, faults } = await openRequest(webhook, 'No text specified')
    await page.locator('.notice').getByText('no format reads it').waitFor()
    await page.getByRole('button', { name: 'Show it' }).click()
    const message = page.getByRole('article', { name: 'Message preview' })
    await message.getByText('Temperature high').waitFor()
    await page.getByText('# sensors would show this. Nothing was posted.').waitFor()
    expect(await site.posts(sensors)).to.deep.equal([])
    expect(await barriersIn(page)).to.deep.equal([])

    await page.getByRole('button', { name: 'Set the format to Any JSON' }).click()
    await page.getByText('The webhook shows such requests from now on.').waitFor()
    expect(await site.post(webhook.url, UNKNOWN)).to.equal(200)
    const [post] = await site.posts(sensors)
    expect(JSON.stringify(post)).to.include('Temperature high')
    expect(await site.post(webhook.url, { text: 'A native message' })).to.equal(200)
    expect(await site.messages(sensors)).to.include('A native message')

    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Set the format to Any JSON' }).waitFor()
    expect(await site.post(webhook.url, UNKNOWN)).to.equal(400)
    expect(faults).to.deep.equal([])
  })

  it('gives the URL that shows the bodies of one sender, by keyboard and on a phone', async () => {
    const webhook = await site.addWebhook(sensors, 'One sender')
    await site.post(webhook.url, UNKNOWN)
    const { page, faults } = await openRequest(webhook, 'No text specified')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Show it' }).press('Enter')
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByRole('button', { name: 'Copy' }).press('Enter')
    await expectSoon(
      async () => (await page.evaluate('navigator.clipboard.readText()')) === `${webhook.url}/json`,
    )
    expect(await site.post(`${webhook.url}/json`, UNKNOWN)).to.equal(200)
    const hidden = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    expect(await page.evaluate(hidden), 'cut off').to.equal(0)
    expect(await barriersIn(page)).to.deep.equal([])
    await page.getByRole('link', { name: 'How, and what is shown' }).click()
    await page.getByRole('tabpanel', { name: 'Any JSON' }).waitFor()
    expect(faults).to.deep.equal([])
  })

  it('shows by the present settings of the webhook what would become of another request', async () => {
    const webhook = await site.addWebhook(sensors, 'Mended')
    await site.post(webhook.url, { text: 'Deployed **2.14.0**', channel: 'not-yet' })
    const { page } = await openRequest(webhook, "Couldn't find the channel")
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText('The webhook would refuse it.').waitFor()
    await site.addChannel('not-yet')
    await page.reload()
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText('Another channel would show this.').waitFor()
    const message = page.getByRole('article', { name: 'Message preview' })
    expect(await message.locator('strong').innerText()).to.equal('2.14.0')
  })

  it('keeps the colours of a message within the policy of the page', async () => {
    const webhook = await site.addWebhook(sensors, 'Coloured')
    const attachments = [{ color: '#ff8800', text: 'Amber' }]
    await site.post(webhook.url, { attachments, channel: 'no-such' })
    const { page, faults } = await openRequest(webhook, "Couldn't find the channel")
    await page.route('**/preview?html=true', async (route) => {
      const { delivery } = route.request().postDataJSON() as { readonly delivery: string }
      expect(delivery).to.match(/^\w/)
      await route.continue({ postData: JSON.stringify({ body: JSON.stringify({ attachments }) }) })
    })
    await page.getByRole('button', { name: 'Preview' }).click()
    const quote = page.getByRole('article').locator('blockquote')
    await quote.getByText('Amber').waitFor()
    const colour = `getComputedStyle(document.querySelector('article blockquote')).borderInlineStartColor`
    expect(await page.evaluate(colour)).to.equal('rgb(255, 136, 0)')
    expect(faults).to.deep.equal([])
  })

  async function openRequest({ id }: WebhookRecord, title: string) {
    const visit = await site.visit(`hooks/${id}`)
    await visit.page.getByRole('link', { name: title }).click()
    await heading(visit.page, title)
    return visit
  }
})

async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}
