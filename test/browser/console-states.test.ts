import { expect } from 'chai'
import type { Page, Route } from 'playwright-core'
import { barriersIn } from './barriers.js'
import { ConsoleSite, type WebhookRecord } from './console-site.js'
import { forSuite } from './site.js'
import { expectSoon } from './windows.js'

describe('states of the console', () => {
  const site = forSuite(new ConsoleSite())
  let webhook: WebhookRecord

  before(async () => {
    webhook = await site.addWebhook(await site.addChannel('deploys'), 'Deploys')
  })

  /** Calls that match wait until they are let go. */
  async function hold(page: Page, method: string, pattern: string) {
    const held: Route[] = []
    await page.route(pattern, async (route) => {
      if (route.request().method() === method) held.push(route)
      else await route.continue()
    })
    return {
      first: async (): Promise<Route | undefined> => {
        await expectSoon(() => Promise.resolve(held.length > 0))
        return held[0]
      },
    }
  }

  it('show a skeleton of the list while it is on its way', async () => {
    const { page } = await site.visit('console/logging')
    const calls = await hold(page, 'GET', '**/api/v4/hooks/incoming?*')
    await page.getByRole('link', { name: 'Incoming Webhooks' }).click()
    await page.locator('.skel').first().waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
    await (await calls.first())?.continue()
    await page.getByRole('link', { name: 'Deploys', exact: true }).waitFor()
    await page.locator('.skel').first().waitFor({ state: 'detached' })
  })

  it('keep the form as it is while it is being added', async () => {
    const { page } = await site.visit('add')
    const calls = await hold(page, 'POST', '**/api/v4/hooks/incoming')
    await page.getByLabel('Name', { exact: true }).fill('Slow')
    await page.getByRole('button', { name: 'Channel' }).click()
    await page.getByRole('option', { name: 'deploys' }).click()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const adding = page.getByRole('button', { name: 'Adding' })
    await adding.waitFor()
    expect(await adding.getAttribute('aria-busy')).to.equal('true')
    await adding.click()
    await (await calls.first())?.continue()
    await page.getByRole('heading', { name: 'Slow is ready' }).waitFor()
    await page.goto(`${site.host.url}/admin/?q=Slow`)
    await page.getByRole('link', { name: 'Slow', exact: true }).waitFor()
  })

  it('tell of a test that it is on its way, has arrived or was refused', async () => {
    const { page } = await site.visit(`hooks/${webhook.id}/connect`)
    const calls = await hold(page, 'POST', '**/hooks/incoming/*/test')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('button', { name: 'Sending' }).waitFor()
    await (await calls.first())?.continue()
    await page.getByText('Posted to # deploys.').waitFor()
    await page.getByRole('link', { name: 'Open the message' }).waitFor()
    await page.unroute('**/hooks/incoming/*/test')
    await page.route('**/hooks/incoming/*/test', (route) =>
      route.fulfill({
        status: 403,
        json: { message: 'Inappropriate channel permissions', detailed_error: 'not a member' },
      }),
    )
    await page.getByRole('button', { name: 'Send again' }).click()
    const refused = page.getByRole('alert')
    await refused.getByText('Refused: Inappropriate channel permissions').waitFor()
    await refused.getByText('not a member').waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
  })

  it('say that a setting is being saved, and put it back when it could not be', async () => {
    const { page } = await site.visit('console/integrations')
    const calls = await hold(page, 'PUT', '**/api/v4/config/patch')
    const usernames = page.getByRole('switch', { name: 'override usernames' })
    await usernames.click()
    await page.getByText('Saving', { exact: true }).waitFor()
    expect(await usernames.isChecked()).to.equal(true)
    await (
      await calls.first()
    )?.fulfill({
      status: 503,
      json: { message: 'The store cannot take it now', detailed_error: '' },
    })
    await page.getByRole('alert').getByText('Not saved.').waitFor()
    await expectSoon(async () => !(await usernames.isChecked()))
    expect(await barriersIn(page)).to.deep.equal([])
  })

  it('show 1,000 lines of Logs as rows, which the keyboard opens', async () => {
    const { page } = await site.visit('')
    const lines = Array.from({ length: 1000 }, (_, at) =>
      JSON.stringify({
        timestamp: new Date().toISOString(),
        level: 'debug',
        msg: 'incoming webhook delivered',
        node: 'one',
        fields: { webhookName: `W${at}`, channelName: 'deploys', status: 200, warnings: [] },
      }),
    )
    await page.route('**/logs?*', (route) => route.fulfill({ json: lines }))
    await page.goto(`${site.host.url}/admin/console/logs`)
    const rows = page.locator('.log summary')
    await rows.nth(999).waitFor()
    expect(await page.locator('*').count()).to.be.below(7500)
    expect(await page.getByLabel('Node').count()).to.equal(0)
    await rows.first().focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.getByText('"webhookName": "W0"').waitFor()
  })

  it('keep the lines of Logs while there is no connection', async () => {
    await site.change('LogSettings', { EnableWebhookDebugging: true, ConsoleLevel: 'DEBUG' })
    await site.post(webhook.url, '{"text": "a" "b"}')
    const { page } = await site.visit('console/logs')
    await page.locator('.log').first().waitFor()
    await page.context().setOffline(true)
    await page.getByText('Reconnecting').waitFor()
    expect(await page.locator('.log').count()).to.equal(1)
    expect(await barriersIn(page)).to.deep.equal([])
    await page.context().setOffline(false)
    await page.getByText('Live', { exact: true }).waitFor()
  })
})
