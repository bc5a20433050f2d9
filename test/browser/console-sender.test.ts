import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { call } from '../support/http-client.js'
import { barriersIn } from './barriers.js'
import { ConsoleSite } from './console-site.js'
import { forSuite, textOf } from './site.js'
import { expectSoon } from './windows.js'

const SHOWN_ONCE = 'sender-secret-set'

async function sendSigned(url: string, secret: string): Promise<number> {
  const body = '{"text":"signed"}'
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  const headers = { 'Content-Type': 'application/json', 'X-Hub-Signature-256': signature }
  return (await call(url, { method: 'POST', headers, body })).status
}

/** The secret that is shown until the page is left. */
async function shownSecret(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Show the secret of the sender' }).click()
  return page.locator(`#${SHOWN_ONCE}`).inputValue()
}

describe('the sender signature in the console', () => {
  const site = forSuite(new ConsoleSite())

  it('is turned on with a secret that is shown once, replaced and turned off', async () => {
    const { id, url } = await site.addWebhook(await site.addChannel('signed'), 'Signed')
    const { page } = await site.visit(`hooks/${id}`)
    await page.getByText('Sender signature', { exact: true }).click()
    expect(await barriersIn(page)).to.deep.equal([])
    await page.getByRole('button', { name: 'Check signatures' }).click()
    await page.getByText('Enter a secret, or generate one').waitFor()
    const field = page.getByRole('textbox', { name: 'Secret of the sender' })
    await page.locator('#sender-secret:focus').waitFor()
    await page.getByRole('button', { name: 'Generate a secret' }).click()
    await page.getByRole('button', { name: 'Check signatures' }).click()
    await page.getByText('Copy it now.').waitFor()
    const first = await shownSecret(page)
    expect(first).to.match(/^[\w-]{43}$/)
    expect(await barriersIn(page)).to.deep.equal([])
    expect(await site.post(url, { text: 'unsigned' })).to.equal(401)
    expect(await sendSigned(url, first)).to.equal(200)

    await page.reload()
    await page.getByRole('button', { name: 'Replace the secret' }).click()
    expect(await page.locator(`#${SHOWN_ONCE}`).count()).to.equal(0)
    await page.locator('#sender-secret:focus').waitFor()
    await field.fill(' the second secret ')
    await page.getByRole('button', { name: 'Save the new secret' }).click()
    await page.getByText('Two secrets work.').waitFor()
    await page.locator('summary:focus').getByText('Sender signature').waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
    expect(await shownSecret(page)).to.equal('the second secret')
    expect(await sendSigned(url, first)).to.equal(200)
    expect(await sendSigned(url, 'the second secret')).to.equal(200)

    await page.getByRole('button', { name: 'Remove the old secret' }).click()
    await page.getByText('Two secrets work.').waitFor({ state: 'detached' })
    expect(await sendSigned(url, first)).to.equal(401)
    expect(await sendSigned(url, 'the second secret')).to.equal(200)

    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('Anyone with the URL can post again.').waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
    expect(await site.post(url, { text: 'unsigned' })).to.equal(401)
    await page.getByRole('button', { name: 'Turn signatures off' }).click()
    await page.getByRole('button', { name: 'Check signatures' }).waitFor()
    expect(await site.post(url, { text: 'unsigned' })).to.equal(200)
  })

  it('is first that of the only format that the webhook reads, until another one is chosen', async () => {
    const channel = await site.addChannel('format')
    const { id } = await site.addWebhook(channel, 'Format', { format: 'jira' })
    const { page } = await site.visit(`hooks/${id}/edit`)
    await page.getByText('Sender signature', { exact: true }).click()
    const scheme = page.getByLabel('Sent by')
    expect(await scheme.inputValue()).to.equal('bitbucket')
    const save = async (format: string): Promise<void> => {
      await page.getByLabel('Format', { exact: true }).selectOption(format)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      const saved = async (): Promise<unknown> => site.host.api('GET', `/hooks/incoming/${id}`)
      await expectSoon(async () => textOf(await saved(), 'format') === format)
    }
    await save('grafana')
    await expectSoon(async () => (await scheme.inputValue()) === 'grafana')
    await scheme.selectOption('gitlab')
    await save('sentry')
    expect(await scheme.inputValue()).to.equal('gitlab')
  })

  it('is described for a program that is in no list', async () => {
    const { id, url } = await site.addWebhook(await site.addChannel('own'), 'Own')
    const { page } = await site.visit(`hooks/${id}`)
    await page.getByText('Sender signature', { exact: true }).click()
    await page.getByLabel('Sent by').selectOption('A signature in a header (HMAC)')
    const signed = page.getByRole('textbox', { name: 'Signed text' })
    expect(await signed.count()).to.equal(0)
    await page.getByRole('textbox', { name: 'Header', exact: false }).first().fill('X-Signature')
    await page.getByRole('textbox', { name: 'Prefix' }).fill('v0=')
    await page.getByLabel('Encoding').selectOption('Base64')
    await page.getByRole('textbox', { name: 'Header with the time' }).fill('X-Time')
    expect(await barriersIn(page)).to.deep.equal([])
    await signed.fill('v0:{time}')
    await page.getByRole('textbox', { name: 'Secret of the sender' }).fill('word')
    await page.getByRole('button', { name: 'Check signatures' }).click()
    await page.getByText('expected a text like v0:{time}:{body}').waitFor()
    await signed.fill('v0:{time}:{body}')
    await page.getByRole('button', { name: 'Check signatures' }).click()
    await page.getByText('X-Signature: v0=…').waitFor()
    const body = '{"text":"signed"}'
    const time = String(Math.floor(Date.now() / 1000))
    const signature = createHmac('sha256', 'word').update(`v0:${time}:${body}`).digest('base64')
    const headers = { 'Content-Type': 'application/json', 'X-Signature': `v0=${signature}` }
    const timed = { ...headers, 'X-Time': time }
    expect((await call(url, { method: 'POST', headers, body })).status).to.equal(401)
    expect((await call(url, { method: 'POST', headers: timed, body })).status).to.equal(200)
    await page.getByRole('button', { name: 'Replace the secret' }).click()
    await page.locator('#sender-secret').fill('next')
    await page.getByRole('button', { name: 'Save the new secret' }).click()
    await page.getByText('Two secrets work.').waitFor()
    expect((await call(url, { method: 'POST', headers: timed, body })).status).to.equal(200)
  })

  it('keeps the other settings of the webhook, and says why a secret is refused', async () => {
    const more = { description: 'Nightly', events: ['push'], channel_locked: true }
    const channel = await site.addChannel('kept')
    const { id } = await site.addWebhook(channel, 'Kept', more)
    const { page } = await site.visit(`hooks/${id}`)
    await page.getByText('Sender signature', { exact: true }).click()
    await page.getByLabel('Sent by').selectOption('Standard Webhooks')
    const field = page.getByRole('textbox', { name: 'Secret of the sender' })
    await field.fill('no base 64!')
    await page.getByRole('button', { name: 'Check signatures' }).click()
    await page.getByText('expected whsec_ and base64').waitFor()
    await page.getByLabel('Sent by').selectOption('A secret in a header')
    await page.getByRole('button', { name: 'Check signatures' }).click()
    await page.getByText('Enter the name of the header').waitFor()
    await page.getByRole('textbox', { name: 'Header' }).fill('X-Word')
    await page.getByRole('button', { name: 'Check signatures' }).click()
    await page.getByText('Copy it now.').waitFor()
    expect(await site.host.api('GET', `/hooks/incoming/${id}`)).to.deep.include({
      ...more,
      verification: { scheme: 'token', header: 'X-Word', has_previous_secret: false },
    })
  })
})
