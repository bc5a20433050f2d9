import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { call } from '../support/http-client.js'
import { barriersIn } from './barriers.js'
import { ConsoleSite } from './console-site.js'
import { forSuite } from './site.js'
import { expectSoon } from './windows.js'

describe('recent requests in the console', () => {
  const site = forSuite(new ConsoleSite())
  let deploys: string

  before(async () => {
    deploys = await site.addChannel('deploys')
  })

  it('tell why a request was refused, and what was only warned about', async () => {
    const webhook = await site.addWebhook(deploys, 'Refused')
    await site.post(webhook.url, '{"text": "a" "b"}')
    await site.post(webhook.url, { text: 'a', mrkdwn: true, colour: 'red' })
    const { page, faults } = await site.visit(`hooks/${webhook.id}`)
    await page.getByText('Unable to parse incoming data').click()
    await page.getByText('Not valid JSON at line 1, column 14').waitFor()
    await page.getByText('model.incoming_hook.parse_data.app_error').waitFor()
    await page.getByRole('button', { name: 'With warnings' }).click()
    await expectSoon(async () => (await page.locator('details.req').count()) === 1)
    await page.getByText('1 warning').click()
    const request = page.locator('details.req')
    expect(await request.locator('.warnings').textContent()).to.include('colour')
    await request.getByText('Ignored', { exact: true }).waitFor()
    await request.getByText('mrkdwn', { exact: true }).waitFor()
    await request.getByText('Request ID').waitFor()
    expect(page.url()).to.match(/\?show=warnings$/)
    expect(faults).to.deep.equal([])
  })

  it('show what arrived and what was answered, and copy it as a command', async () => {
    const webhook = await site.addWebhook(deploys, 'Traced')
    await call(webhook.url, {
      method: 'POST',
      headers: {
        'Content-Type': 'text/x-own',
        'X-Request-Id': 'own-id-1',
        Authorization: 'Basic a',
      },
      body: '{"text": ""}',
    })
    const { page, faults } = await site.visit(`hooks/${webhook.id}`)
    await page.getByText('No text specified').first().click()
    const request = page.locator('details.req')
    await request.getByText('text/x-own', { exact: true }).waitFor()
    await request.getByText('Duration').waitFor()
    await request.getByText(/^Headers \(/).click()
    await request.getByText('authorization: [redacted]').waitFor()
    await request.getByText('Response (400)').click()
    await request.getByText('"request_id": "own-id-1"').waitFor()
    await request.getByText('Payloads are not stored.').waitFor()
    await request.getByRole('button', { name: 'Copy ID' }).click()
    await toast(page, 'Request ID copied')
    expect(await page.evaluate('navigator.clipboard.readText()')).to.equal('own-id-1')
    await request.getByRole('button', { name: 'Copy as curl' }).click()
    await toast(page, 'Command copied. It contains the secret URL.')
    expect(await page.evaluate('navigator.clipboard.readText()'))
      .to.include("-H 'content-type: text/x-own'")
      .and.include(webhook.url)
      .and.not.include('authorization')
    expect(await barriersIn(page)).to.deep.equal([])
    expect(faults).to.deep.equal([])
  })

  it('lead from a request to its line in the log', async () => {
    await site.change('LogSettings', { EnableWebhookDebugging: true, ConsoleLevel: 'DEBUG' })
    const webhook = await site.addWebhook(deploys, 'Logged "twice"')
    await site.post(webhook.url, { text: '' })
    await site.post(webhook.url, { text: 'a' })
    const { page } = await site.visit(`hooks/${webhook.id}`)
    await page.getByText('No text specified').first().click()
    await page.getByRole('link', { name: 'Find in Logs' }).click()
    const line = page.locator('.log')
    await line.getByText('No text specified', { exact: true }).waitFor()
    expect(await line.locator('summary').innerText()).to.match(/WARN\s+400\s+Logged "twice"/)
    await line.getByText('"level": "WARN"').waitFor()
    await line.getByText('"received": {').waitFor()
    expect(await line.count()).to.equal(1)
    await page.getByRole('searchbox', { name: 'Filter lines' }).fill('logged "twice"')
    await expectSoon(async () => (await line.count()) === 2)
    await line.getByText('→ # deploys').waitFor()
    await page.setViewportSize({ width: 390, height: 800 })
    const hidden = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)`
    expect(
      await page.evaluate(`${hidden}(document.querySelector('.log pre'))`),
      'cut off',
    ).to.equal(0)
    await site.change('LogSettings', { EnableWebhookDebugging: false, ConsoleLevel: 'INFO' })
  })

  it('spell the fields of a refused request as the sender does', async () => {
    const webhook = await site.addWebhook(deploys, 'Misspelt')
    await site.post(webhook.url, { attachments: [{ text: 5 }] })
    await site.post(webhook.url, { text: '' })
    const { page } = await site.visit(`hooks/${webhook.id}`)
    await page.getByText('Unable to parse incoming data').click()
    await page.getByText(/^attachments\[0\]\.text: expected a string/).waitFor()
    await page.getByText('No text specified').click()
    await page
      .locator('details.req')
      .getByText(/^A payload needs text/)
      .waitFor()
  })

  it('name what the sender wrote and nobody found', async () => {
    const webhook = await site.addWebhook(deploys, 'Unknown')
    await site.post(webhook.url, { txt: 'hi' })
    await site.post(webhook.url, { text: 'hi', channel: 'nowhere' })
    const { page } = await site.visit(`hooks/${webhook.id}`)
    await page.getByText('No text specified').click()
    await page.getByText('txt is not known: send text, attachments or blocks').waitFor()
    await page.getByText("Couldn't find the channel").click()
    const why = 'There is no channel “nowhere”, or it is archived'
    await page.locator('details.req').getByText(why).waitFor()
    await page.locator('.head__meta').getByText(why).waitFor()
  })

  it('show that the host failed, and that the outcome is unknown', async () => {
    const webhook = await site.addWebhook(deploys, 'Broken')
    const { page } = await site.visit('')
    const failed = { time: Date.now(), status: 500, message: 'The chat server failed', size: 12 }
    await page.route('**/deliveries', (route) => route.fulfill({ json: [failed] }))
    await page.goto(`${site.host.url}/admin/hooks/${webhook.id}`)
    await page.getByText('The chat server failed').first().click()
    await page.getByText('It is unknown whether the message was posted').waitFor()
  })

  it('name the channel that a request asked for instead of that of the webhook', async () => {
    const webhook = await site.addWebhook(deploys, 'Elsewhere')
    await site.addChannel('builds')
    await site.post(webhook.url, { text: 'a', channel: 'builds' })
    await site.post(webhook.url, { text: 'b', channel: '@admin' })
    const { page, faults } = await site.visit(`hooks/${webhook.id}`)
    await page.getByText('Posted to # builds, as the request asked').click()
    const request = page.locator('details.req[open]')
    await request
      .getByText("# builds, as the request asked (this webhook's channel is # deploys)")
      .waitFor()
    await request.getByRole('link', { name: 'Open in # builds' }).waitFor()
    await page.getByText('Posted to @admin, as the request asked').waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
    expect(faults).to.deep.equal([])
  })

  it('name no channel of a record that lacks it', async () => {
    const webhook = await site.addWebhook(deploys, 'Older')
    const { page } = await site.visit('')
    const older = { time: Date.now(), status: 200, size: 12, post_ids: ['p'] }
    await page.route('**/deliveries', (route) => route.fulfill({ json: [older] }))
    await page.goto(`${site.host.url}/admin/hooks/${webhook.id}`)
    const request = page.locator('details.req summary')
    await request.click()
    expect(await request.textContent()).to.match(/Posted(?! to)/)
    await page.getByRole('link', { name: 'Open the message' }).waitFor()
  })

  it('tell that the webhook was switched off', async () => {
    const webhook = await site.addWebhook(deploys, 'Off')
    await site.host.api('POST', `/hooks/incoming/${webhook.id}/disable`)
    await site.post(webhook.url, { text: 'a' })
    const { page } = await site.visit(`hooks/${webhook.id}`)
    await page.getByText('Invalid webhook').first().click()
    await page.getByText('The webhook is switched off').waitFor()
  })

  it('say since when there are any where earlier ones are not kept', async () => {
    const webhook = await site.addWebhook(deploys, 'Restarted')
    await site.post(webhook.url, { text: 'a' })
    const { page } = await site.visit('', { locale: 'en-US' })
    await page.route('**/deliveries', (route) => route.fulfill({ json: [] }))
    await page.goto(`${site.host.url}/admin/hooks/${webhook.id}`)
    await page.getByRole('heading', { name: 'No recent requests' }).waitFor()
    await page
      .getByText(
        /^No requests since the start at \d{1,2}:\d\d [AP]M\. Earlier ones are not kept\.$/,
      )
      .waitFor()
  })

  it('show a request while the page is open', async () => {
    const webhook = await site.addWebhook(deploys, 'Live')
    const { page } = await site.visit(`hooks/${webhook.id}`)
    await page.getByRole('heading', { name: 'No requests yet' }).waitFor()
    await site.post(webhook.url, { text: 'a' })
    await page.getByText('Posted to # deploys').waitFor()
  })
})

async function toast(page: Page, text: string): Promise<void> {
  await page.locator('.toast', { hasText: text }).waitFor()
}
