import { expect } from 'chai'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { call } from '../support/http-client.js'
import { barriersIn } from './barriers.js'
import { ConsoleSite, type WebhookRecord } from './console-site.js'
import { forSuite } from './site.js'
import { expectSoon } from './windows.js'

/** Passes when the page would have asked twice. */
const TWO_TURNS = `new Promise((passed) => {
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
    if (turns < 2) return
    clearInterval(timer)
    passed()
  }, 3000)
})`

describe('the log of requests in the console', () => {
  const site = forSuite(new ConsoleSite())
  let deploys: string

  before(async () => {
    deploys = await site.addChannel('deploys')
  })

  const rows = (page: Page) => page.locator('.req')
  const choose = (page: Page, outcome: string) =>
    page.getByRole('group', { name: 'Outcome' }).getByRole('button', { name: outcome }).click()
  const github = ({ url }: WebhookRecord, event: string, body: object) =>
    call(`${url}/github`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-GitHub-Event': event },
      body: JSON.stringify(body),
    })

  it('shows a request while the page is open, and keeps the focus where it is', async () => {
    const webhook = await site.addWebhook(deploys, 'Live')
    const { page } = await site.visit(`hooks/${webhook.id}`, { isEager: true })
    await page.getByRole('heading', { name: 'No requests yet' }).waitFor()
    await site.post(webhook.url, { text: 'a' })
    await page.getByRole('link', { name: 'Posted to # deploys' }).focus()
    await site.post(webhook.url, { text: '' })
    await page.getByRole('link', { name: 'No text specified' }).waitFor()
    expect(await page.evaluate('document.activeElement.textContent')).to.equal(
      'Posted to # deploys',
    )
  })

  it('asks for nothing while nobody sees it', async () => {
    const webhook = await site.addWebhook(deploys, 'Hidden')
    await site.post(webhook.url, { text: 'a' })
    const { page } = await site.visit(`hooks/${webhook.id}`, { isEager: true })
    await rows(page).waitFor()
    await page.evaluate(`Object.defineProperty(document, 'visibilityState', {
      configurable: true, get: () => 'hidden' })`)
    await site.post(webhook.url, { text: '' })
    await page.evaluate(TWO_TURNS)
    expect(await rows(page).count()).to.equal(1)
    await page.evaluate('delete document.visibilityState')
    await expectSoon(async () => (await rows(page).count()) === 2)
  })

  for (const tab of ['', '/incidents']) {
    it(`says that the webhook is gone once it is deleted by somebody else (${tab || 'requests'})`, async () => {
      const webhook = await site.addWebhook(deploys, 'Deleted')
      await site.post(`${webhook.url}?incident=disk-1`, { text: 'a' })
      const { page } = await site.visit(`hooks/${webhook.id}${tab}`, { isEager: true })
      await page.locator('.req, .incidents').first().waitFor()
      await site.host.api('DELETE', `/hooks/incoming/${webhook.id}`)
      await page.getByRole('heading', { name: 'Webhook not found' }).waitFor()
    })
  }

  it('shows those of one outcome, also after a look at one of them', async () => {
    const webhook = await site.addWebhook(deploys, 'Filtered')
    await site.post(webhook.url, { text: 'a' })
    await site.post(webhook.url, { text: '' })
    const { page, faults } = await site.visit(`hooks/${webhook.id}`)
    await choose(page, 'Refused')
    await expectSoon(async () => (await rows(page).count()) === 1)
    expect(page.url()).to.match(/\?outcome=refused$/)
    await page.getByRole('link', { name: 'No text specified' }).click()
    await page.getByRole('heading', { level: 1, name: 'No text specified' }).waitFor()
    expect(page.url()).to.match(/\/requests\/[\w-]+$/)
    await page.goBack()
    await expectSoon(async () => (await rows(page).count()) === 1)
    await choose(page, 'Failed')
    await page.getByText('No matching requests.').waitFor()
    await choose(page, 'All')
    await expectSoon(async () => (await rows(page).count()) === 2)
    expect(faults).to.deep.equal([])
  })

  it('shows those of a format, an event or an incident, until all are wanted again', async () => {
    const webhook = await site.addWebhook(deploys, 'Events')
    await site.post(webhook.url, { text: 'a' })
    await site.post(`${webhook.url}?incident=disk-1`, { text: 'b' })
    await github(webhook, 'star', { action: 'created', repository: { full_name: 'a/b' } })
    const { page, faults } = await site.visit(`hooks/${webhook.id}`)
    await page.locator('#filter-format').selectOption('GitHub')
    await expectSoon(async () => (await rows(page).count()) === 1)
    await page.getByRole('link', { name: /^Not shown: star/ }).click()
    await page.getByText('The webhook does not show this event.').waitFor()
    await page.getByRole('link', { name: /^star/ }).click()
    const chip = page.getByRole('group', { name: 'Event' })
    await chip.waitFor()
    await expectSoon(async () => (await rows(page).count()) === 1)
    await chip.getByRole('button', { name: 'Show all events' }).click()
    await expectSoon(async () => (await rows(page).count()) === 3)
    expect(await page.evaluate('document.activeElement.id')).to.equal('filter-time')
    await page.goto(`${site.host.url}/admin/hooks/${webhook.id}?incident=disk-1`)
    await expectSoon(async () => (await rows(page).count()) === 1)
    await page.getByRole('link', { name: 'Posted to # deploys' }).click()
    await page.getByRole('link', { name: 'disk-1' }).waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
    expect(faults).to.deep.equal([])
  })

  it('shows older ones when they are asked for, and again after a look at one', async () => {
    const webhook = await site.addWebhook(deploys, 'Many')
    for (let at = 0; at < 130; at += 1) await site.post(webhook.url, { text: `a ${at}` })
    const { page } = await site.visit(`hooks/${webhook.id}`, { isEager: true })
    await expectSoon(async () => (await rows(page).count()) === 60)
    await page.getByText('of the newest 60').waitFor()
    await page.getByRole('button', { name: 'Show more' }).press('Enter')
    await expectSoon(async () => (await rows(page).count()) === 120)
    const focused = `[...document.querySelectorAll('.req__link')].indexOf(document.activeElement)`
    await expectSoon(async () => (await page.evaluate(focused)) === 60)
    await site.post(webhook.url, { text: '' })
    await expectSoon(async () => (await rows(page).count()) === 121)
    await rows(page).nth(100).getByRole('link').click()
    await page.getByRole('heading', { name: 'Headers' }).waitFor()
    await page.goBack()
    await expectSoon(async () => (await rows(page).count()) >= 120)
    await page.getByRole('button', { name: 'Show more' }).click()
    await expectSoon(async () => (await rows(page).count()) === 131)
    expect(await page.getByRole('button', { name: 'Show more' }).count()).to.equal(0)
  })

  it('counts requests over time, in a chart and in a table', async () => {
    const webhook = await site.addWebhook(deploys, 'Counted')
    await site.post(webhook.url, { text: 'a' })
    await site.post(webhook.url, { text: '' })
    const { page } = await site.visit(`hooks/${webhook.id}`)
    const chart = page.getByRole('figure', { name: 'Requests over time' })
    await expectSoon(async () => (await chart.locator('rect:not(.chart__space)').count()) === 2)
    expect(await chart.locator('.chart__legend').innerText()).to.match(
      /Posted\s+1\s+Skipped\s+0\s+Refused\s+1\s+Failed\s+0/,
    )
    await chart.getByText('Numbers').click()
    // The last one, unless a quarter of an hour has just begun.
    const counted = chart.getByRole('row').filter({ has: page.getByRole('cell', { name: '1' }) })
    expect(await chart.getByRole('row').count()).to.equal(9)
    expect(await counted.getByRole('cell').allInnerTexts()).to.deep.equal(['1', '0', '1', '0'])
    await page.getByLabel('Time', { exact: true }).selectOption('Last hour')
    await expectSoon(async () => (await chart.getByRole('row').count()) === 14)
    expect(await counted.getByRole('cell').allInnerTexts()).to.deep.equal(['1', '0', '1', '0'])
    expect(await barriersIn(page)).to.deep.equal([])
  })

  it('says since when there are any where earlier ones are not kept', async () => {
    const webhook = await site.addWebhook(deploys, 'Restarted')
    await site.post(webhook.url, { text: 'a' })
    const { page } = await site.visit('', { locale: 'en-US' })
    await page.route('**/deliveries?*', (route) => route.fulfill({ json: [] }))
    await page.route('**/config/client?*', async (route) => {
      const settings: unknown = await (await route.fetch()).json()
      await route.fulfill({ json: Object.assign({ RequestsSince: `${Date.now()}` }, settings) })
    })
    await page.goto(`${site.host.url}/admin/hooks/${webhook.id}`)
    await page.getByRole('heading', { name: 'No recent requests' }).waitFor()
    await page
      .getByText(
        /^No requests since the start at \d{1,2}:\d\d [AP]M\. Earlier ones are not kept\.$/,
      )
      .waitFor()
  })

  it('says where its address has a filter that the server refuses', async () => {
    const webhook = await site.addWebhook(deploys, 'Badly filtered')
    const { page } = await site.visit(`hooks/${webhook.id}?format=%00`)
    await page.getByText('A part of the address of this page is wrong.').waitFor()
  })

  it('is downloaded as lines of JSON, as it is filtered', async () => {
    const webhook = await site.addWebhook(deploys, 'Downloaded')
    await site.post(webhook.url, { text: 'a' })
    await site.post(webhook.url, { text: '' })
    const { page } = await site.visit(`hooks/${webhook.id}?outcome=refused`)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download as NDJSON' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).to.equal(`${webhook.id}.ndjson`)
    const path = join(await mkdtemp(join(tmpdir(), 'download-')), 'log.ndjson')
    await download.saveAs(path)
    const lines = (await readFile(path, 'utf8')).trim().split('\n')
    expect(lines).to.have.lengthOf(1)
    expect(JSON.parse(lines[0] ?? '')).to.include({ outcome: 'refused', hook_id: webhook.id })
  })
})

describe('the requests of all webhooks', () => {
  const site = forSuite(new ConsoleSite())
  let good: WebhookRecord
  let bad: WebhookRecord

  before(async () => {
    const channel = await site.addChannel('deploys')
    good = await site.addWebhook(channel, 'Good')
    bad = await site.addWebhook(channel, 'Bad')
    await site.post(good.url, { text: 'a' })
    for (let at = 0; at < 3; at += 1) await site.post(bad.url, { text: '' })
  })

  it('are listed for administrators, after the webhooks that fail most', async () => {
    const { page, faults } = await site.visit('')
    await page.getByRole('link', { name: 'Requests', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor()
    const worst = page.getByRole('region', { name: 'Most refused or failed requests' })
    await page.locator('.req').first().waitFor()
    expect(await worst.getByRole('listitem').allInnerTexts()).to.deep.equal(['Bad 3 refused'])
    expect(await page.locator('.req').count()).to.equal(4)
    await page.locator('.req').getByText('Good, curl/8.5.0').waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
    await page.getByRole('link', { name: 'Posted to # deploys' }).click()
    await page.getByRole('heading', { level: 1, name: 'Posted to # deploys' }).waitFor()
    expect(page.url()).to.include(`/hooks/${good.id}/requests/`)
    await page.goBack()
    await worst.getByRole('link', { name: 'Bad' }).click()
    await page.getByRole('heading', { level: 1, name: 'Bad' }).waitFor()
    expect(page.url()).to.match(/\?outcome=refused&time=week$/)
    expect(faults).to.deep.equal([])
  })

  it('of a webhook with failed ones only are shown by its link', async () => {
    const listed = await site.host.api('GET', '/hooks/incoming/deliveries?outcome=refused')
    const body = JSON.stringify(listed).replaceAll('"refused"', '"failed"')
    const { page } = await site.visit('')
    await page.route('**/deliveries?*', (route) =>
      route.fulfill({ body: route.request().url().includes('outcome=failed') ? body : '[]' }),
    )
    await page.goto(`${site.host.url}/admin/console/requests`)
    await page.getByRole('link', { name: 'Bad', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Bad' }).waitFor()
    expect(page.url()).to.match(/\?outcome=failed&time=week$/)
  })

  it('are not for others', async () => {
    const { token } = await site.person('reader')
    const { page } = await site.visit('console/requests', { token })
    await page.getByRole('heading', { name: 'This page is for administrators' }).waitFor()
  })

  it('are the badge and the list of what needs attention', async () => {
    const { page, faults } = await site.visit('', { locale: 'en-US' })
    const attention = page.getByRole('region', { name: 'Needs attention' })
    await attention.waitFor()
    expect(await attention.getByRole('listitem').innerText()).to.match(
      /^Bad 3 requests refused since \d+:\d\d\s[AP]M: No text specified Replay$/,
    )
    await page.getByRole('link', { name: 'Incoming Webhooks 1 need attention' }).waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
    await attention.getByRole('link', { name: 'Bad' }).click()
    await page.getByRole('heading', { level: 1, name: 'Bad' }).waitFor()
    expect(page.url()).to.match(/\?outcome=refused$/)
    expect(faults).to.deep.equal([])
  })

  it('include the failing webhooks before the last 200 refused requests', async () => {
    const noisy = await site.addWebhook(await site.addChannel('noise'), 'Noisy')
    for (let at = 0; at < 201; at += 1) await site.post(noisy.url, { text: '' })
    const { page } = await site.visit('console/requests')
    const worst = page.getByRole('region', { name: 'Most refused or failed requests' })
    await worst.getByRole('listitem').first().waitFor()
    expect(await worst.getByRole('listitem').allInnerTexts()).to.deep.equal([
      'Noisy 201 refused',
      'Bad 3 refused',
    ])
  })
})
