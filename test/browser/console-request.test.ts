import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { call } from '../support/http-client.js'
import { barriersIn } from './barriers.js'
import { ConsoleSite } from './console-site.js'
import { forSuite } from './site.js'
import { expectSoon } from './windows.js'

describe('a request in the console', () => {
  const site = forSuite(new ConsoleSite())
  let deploys: string

  before(async () => {
    deploys = await site.addChannel('deploys')
  })

  it('tells why a request was refused, and marks the place in what was sent', async () => {
    const webhook = await site.addWebhook(deploys, 'Refused')
    await site.post(webhook.url, '{"text": "a" "b"}')
    const { page, faults } = await site.visit(`hooks/${webhook.id}`)
    await page.getByRole('link', { name: 'Unable to parse incoming data' }).click()
    await page.getByText('Not valid JSON at line 1, column 14').waitFor()
    await page.getByText('model.incoming_hook.parse_data.app_error').first().waitFor()
    const body = page.getByRole('region', { name: 'Body of the request' })
    expect(await body.innerText()).to.equal('{"text": "a" "b"}')
    expect(await body.locator('.fault').innerText()).to.equal('"')
    await page.getByRole('button', { name: 'Copy as curl' }).click()
    await toast(page, 'Command copied. It contains the secret URL.')
    expect(await page.evaluate('navigator.clipboard.readText()'))
      .to.include(`--data-raw '{"text": "a" "b"}'`)
      .and.include(webhook.url)
    expect(await barriersIn(page)).to.deep.equal([])
    expect(faults).to.deep.equal([])
  })

  it('tells what was only warned about, and why what was sent is not kept', async () => {
    const webhook = await site.addWebhook(deploys, 'Warned')
    await site.post(webhook.url, { text: 'a', mrkdwn: true, colour: 'red' })
    const { page } = await site.visit(`hooks/${webhook.id}`)
    await page.locator('.req').getByText('1 warning').waitFor()
    await page.getByRole('link', { name: 'Posted to # deploys' }).click()
    await page.getByText('colour', { exact: true }).waitFor()
    await page.getByText('mrkdwn', { exact: true }).waitFor()
    await page.getByText('Not kept, because the request was accepted.').waitFor()
    expect(await page.getByRole('link', { name: 'What is kept' }).getAttribute('href')).to.equal(
      'console/logging',
    )
    await page.getByRole('link', { name: 'Open in # deploys' }).waitFor()
  })

  it('shows what arrived and what was answered, and copies it as a command', async () => {
    await site.change('ServiceSettings', { WebhookDeliveryBodies: 'none' })
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
    await site.change('ServiceSettings', { WebhookDeliveryBodies: 'refused' })
    const { page, faults } = await site.visit(`hooks/${webhook.id}`)
    await page.getByRole('link', { name: 'No text specified' }).click()
    await page.getByText('text/x-own', { exact: true }).waitFor()
    await page.getByText('Duration').waitFor()
    await page.getByText('authorization: [redacted]').waitFor()
    await page.getByText('"request_id": "own-id-1"').waitFor()
    await page.getByText('an administrator turned this off').waitFor()
    await page.getByRole('button', { name: 'Copy ID' }).click()
    await toast(page, 'Request ID copied')
    expect(await page.evaluate('navigator.clipboard.readText()')).to.equal('own-id-1')
    await page.getByRole('button', { name: 'Copy as curl' }).click()
    await toast(page, 'Command copied. It sends the file payload. It contains the secret URL.')
    expect(await page.evaluate('navigator.clipboard.readText()'))
      .to.include("-H 'content-type: text/x-own'")
      .and.include(webhook.url)
      .and.not.include('authorization')
    expect(await barriersIn(page)).to.deep.equal([])
    expect(faults).to.deep.equal([])
  })

  it('leads from a refused request to the one that delivered its content later', async () => {
    const own = await site.addChannel('soon-unlocked')
    const locked = { channel_locked: true }
    const webhook = await site.addWebhook(own, 'Locked', locked)
    const body = { text: 'a', channel: 'deploys' }
    await site.post(webhook.url, body)
    const record = { id: webhook.id, channel_id: own, display_name: 'Locked' }
    await site.host.api('PUT', `/hooks/incoming/${webhook.id}`, {
      ...record,
      channel_locked: false,
    })
    await site.post(webhook.url, body)
    const { page } = await site.visit(`hooks/${webhook.id}?outcome=refused`)
    await page.locator('.req').getByText('delivered later').waitFor()
    await page.locator('.req').getByRole('link').click()
    await page.getByText('Delivered later by').waitFor()
    await page.getByRole('link', { name: 'another request' }).click()
    await page.getByRole('heading', { name: 'Posted to # deploys' }).waitFor()
  })

  it('leads from a request to its line in the log', async () => {
    await site.change('LogSettings', { EnableWebhookDebugging: true, ConsoleLevel: 'DEBUG' })
    const webhook = await site.addWebhook(deploys, 'Logged "twice"')
    await site.post(webhook.url, { text: '' })
    await site.post(webhook.url, { text: 'a' })
    const { page } = await site.visit(`hooks/${webhook.id}`)
    await page.getByRole('link', { name: 'No text specified' }).click()
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

  const reasons: readonly (readonly [body: object, title: string, why: RegExp])[] = [
    [
      { attachments: [{ text: 5 }] },
      'Unable to parse incoming data',
      /^attachments\[0\]\.text: expected a string/,
    ],
    [{ text: '' }, 'No text specified', /^A payload needs text/],
    [
      { txt: 'hi' },
      'No text specified',
      /^The body has txt; no format reads it\. End the URL with \/json to show it, or send text/,
    ],
    [
      { text: 'hi', channel: 'nowhere' },
      "Couldn't find the channel",
      /^There is no channel “nowhere”, or it is archived/,
    ],
  ]
  for (const [body, title, why] of reasons) {
    it(`says what is wrong with ${JSON.stringify(body)}`, async () => {
      const webhook = await site.addWebhook(deploys, 'Mistaken')
      await site.post(webhook.url, body)
      const { page } = await site.visit(`hooks/${webhook.id}`)
      await page.locator('.head__meta').getByText(why).waitFor()
      await page.getByRole('link', { name: title }).click()
      await page.locator('.notice').getByText(why).waitFor()
    })
  }

  it('shows that the host failed, and that the outcome is unknown', async () => {
    const webhook = await site.addWebhook(deploys, 'Broken')
    const { page } = await site.visit('')
    const failed = {
      id: 'a',
      hook_id: webhook.id,
      time: Date.now(),
      outcome: 'failed',
      status: 500,
      message: 'The chat server failed',
      size: 12,
    }
    await page.route('**/deliveries?*', (route) => route.fulfill({ json: [failed] }))
    await page.route('**/deliveries/a?', (route) => route.fulfill({ json: failed }))
    await page.goto(`${site.host.url}/admin/hooks/${webhook.id}`)
    await page.getByRole('link', { name: 'The chat server failed' }).click()
    await page.getByText('It is unknown whether the message was posted').waitFor()
  })

  it('names the channel that a request asked for instead of that of the webhook', async () => {
    const webhook = await site.addWebhook(deploys, 'Elsewhere')
    await site.addChannel('builds')
    await site.post(webhook.url, { text: 'a', channel: 'builds' })
    await site.post(webhook.url, { text: 'b', channel: '@admin' })
    const { page, faults } = await site.visit(`hooks/${webhook.id}`)
    await page.getByRole('link', { name: 'Posted to @admin, as the request asked' }).waitFor()
    await page.getByRole('link', { name: 'Posted to # builds, as the request asked' }).click()
    await page
      .getByText("# builds, as the request asked (this webhook's channel is # deploys)")
      .waitFor()
    await page.getByRole('link', { name: 'Open in # builds' }).waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
    expect(faults).to.deep.equal([])
  })

  it('tells that the webhook was switched off', async () => {
    const webhook = await site.addWebhook(deploys, 'Off')
    await site.host.api('POST', `/hooks/incoming/${webhook.id}/disable`)
    await site.post(webhook.url, { text: 'a' })
    const { page } = await site.visit(`hooks/${webhook.id}`)
    await page.getByRole('link', { name: 'Invalid webhook' }).click()
    await page.getByText('The webhook is switched off').waitFor()
  })

  it('says that a request is not there any more', async () => {
    const webhook = await site.addWebhook(deploys, 'Forgotten')
    const { page } = await site.visit(`hooks/${webhook.id}/requests/gone`)
    await page.getByRole('heading', { name: 'Request not found' }).waitFor()
    await page.getByRole('link', { name: 'Requests of Forgotten' }).click()
    await page.getByRole('heading', { name: 'No requests yet' }).waitFor()
  })
})

async function toast(page: Page, text: string): Promise<void> {
  await page.locator('.toast', { hasText: text }).waitFor()
}
