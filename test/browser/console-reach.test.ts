import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { barriersIn } from './barriers.js'
import { ConsoleSite } from './console-site.js'
import { forSuite } from './site.js'
import { expectSoon } from './windows.js'

const VIEWS = [
  [1280, 'light'],
  [1280, 'dark'],
  [390, 'light'],
  [320, 'dark'],
] as const

describe('the pages of the console', () => {
  const site = forSuite(new ConsoleSite())
  let id: string
  let incidentsId: string
  let channel: string

  before(async () => {
    await site.change('ServiceSettings', {
      EnablePostUsernameOverride: true,
      EnablePostIconOverride: true,
    })
    await site.change('LogSettings', { EnableWebhookDebugging: true, ConsoleLevel: 'DEBUG' })
    channel = await site.addChannel('deploys')
    await site.addWebhook(channel, 'A name of one piece'.replaceAll(' ', ''), {
      expires_at: Date.now() + 86_400_000,
    })
    const webhook = await site.addWebhook(channel, 'Deploy notifications', { icon_emoji: ':fire:' })
    id = webhook.id
    await site.post(webhook.url, '{"text": "a" "b"}')
    await site.post(webhook.url, { text: 'word '.repeat(4000), mrkdwn: true })
    await site.host.api('POST', `/hooks/incoming/${id}/regen_key`, { overlap_seconds: 3600 })
    const alerts = await site.addWebhook(channel, 'Alerts')
    for (const state of ['open', 'acknowledged']) {
      await site.post(`${alerts.url}?incident=disk&state=${state}`, { text: 'Disk full' })
    }
    incidentsId = alerts.id
    await site.post((await site.addWebhook(channel, 'Failing')).url, { channel: 'none', text: 'x' })
  })

  const pages = (): readonly (readonly [
    path: string,
    act?: (page: Page) => Promise<unknown>,
    /** Whether an open menu covers a part of the page. */
    covered?: boolean,
  ])[] => [
    [
      '',
      (page) => page.getByRole('button', { name: 'More actions for Deploy notifications' }).click(),
      true,
    ],
    ['?state=failing', (page) => page.getByText('There is no channel “none”').waitFor()],
    [
      `hooks/${incidentsId}/incidents`,
      (page) => page.getByText('Acknowledged', { exact: true }).waitFor(),
    ],
    ['console/logs', (page) => page.locator('.log summary').first().click()],
    ['?q=nothing'],
    [`?channel=${channel}`],
    ['add', (page) => page.getByRole('button', { name: 'Add', exact: true }).click()],
    ['add', (page) => openPicker(page)],
    ['add', (page) => openPeople(page)],
    [`hooks/${id}/connect?added=1`],
    [`hooks/${id}`, (page) => page.getByText('Numbers', { exact: true }).click()],
    [`hooks/${id}`, (page) => openRequest(page)],
    ['console/requests', (page) => page.locator('.worst a').first().waitFor()],
    [`hooks/${id}`, (page) => page.getByText('Sender signature', { exact: true }).click()],
    [`hooks/${id}/edit`, (page) => page.getByText('For administrators').click()],
    [`hooks/${id}?ask=regenerate`],
    [`hooks/${id}?ask=delete`],
    ['console/integrations', (page) => page.locator('#EnableIncomingWebhooks').click()],
    ['console/logging'],
    ['console/logs', (page) => page.getByRole('button', { name: 'Main Menu' }).click(), true],
    ['hooks/none'],
  ]

  for (const part of [0, 1, 2, 3]) {
    it(`have no fault that axe knows and never scroll sideways, part ${part + 1} of 4`, async () => {
      const { page, faults } = await site.visit('')
      for (const [path, act, covered = false] of pages().filter((_page, at) => at % 4 === part)) {
        await page.setViewportSize({ width: 1280, height: 800 })
        await page.goto(`${site.host.url}/admin/${path}`)
        await page.locator('h1').waitFor()
        await act?.(page)
        await settled(page)
        for (const [width, colorScheme] of VIEWS) {
          await page.setViewportSize({ width, height: 800 })
          await page.emulateMedia({ colorScheme })
          expect(
            await barriersIn(page, { covered }),
            `${path} at ${width}, ${colorScheme}`,
          ).to.deep.equal([])
          const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
          expect(over, `${path} at ${width}`).to.be.at.most(0)
        }
      }
      // The one webhook that is not there.
      expect(faults.filter((fault) => !fault.includes('404'))).to.deep.equal([])
    })
  }

  it('say that the sign-in has ended, and where to sign in', async () => {
    const { page } = await site.visit('?q=deploy', { token: 'expired' })
    await page.getByRole('heading', { name: 'You have been signed out' }).waitFor()
    const link = await page.getByRole('link', { name: 'Sign in' }).getAttribute('href')
    expect(link).to.equal(`${site.host.url}/login?expired=1&to=%2Fadmin%2F%3Fq%3Ddeploy`)
  })

  it('begin with a link to the content, and leave menus by Escape', async () => {
    const { page } = await site.visit('')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expectSoon(() => page.evaluate(`document.activeElement?.id === 'main'`))
    expect(page.url()).to.equal(`${site.host.url}/admin/`)
    await page.getByRole('button', { name: 'Main Menu' }).click()
    await page.getByRole('button', { name: 'Dark' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('navigation', { name: 'Main Menu' }).waitFor({ state: 'detached' })
    await page.reload()
    expect(await page.evaluate('document.documentElement.dataset.theme')).to.equal('dark')
  })

  it('close a dialog by a press outside it, unless it asks a question', async () => {
    const { page } = await site.visit(`hooks/${id}?ask=regenerate`)
    await page.getByRole('dialog').waitFor()
    await page.mouse.click(5, 400)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goto(`${site.host.url}/admin/hooks/${id}?ask=delete`)
    const question = page.getByRole('alertdialog')
    await question.waitFor()
    await page.mouse.click(5, 400)
    await page.mouse.click(5, 400)
    expect(await question.isVisible()).to.equal(true)
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
  })

  it('go back to where one was', async () => {
    const { page } = await site.visit('?q=deploy')
    await page.getByRole('link', { name: 'Deploy notifications' }).click()
    await page.getByRole('heading', { name: 'Deploy notifications' }).waitFor()
    expect(await page.title()).to.equal('Deploy notifications · Main')
    await page.goBack()
    await page.getByRole('heading', { name: 'Incoming Webhooks', level: 1 }).waitFor()
    expect(await page.getByLabel('Search webhooks').inputValue()).to.equal('deploy')
  })

  it('keep what is shown while there is no connection, and close what would change it', async () => {
    const { page } = await site.visit('')
    await page.getByRole('link', { name: 'Deploy notifications' }).waitFor()
    await page.context().setOffline(true)
    await page.getByText(/^No connection\. This is the list as of/).waitFor()
    const copy = page.getByRole('button', { name: 'Copy the URL of Deploy notifications' })
    expect(await copy.getAttribute('aria-disabled')).to.equal('true')
    await page.context().setOffline(false)
    await page.getByText('No connection.').waitFor({ state: 'detached' })
  })

  it('offer another try when the server does not answer', async () => {
    const { page } = await site.visit('console/logging')
    await page.route('**/api/v4/hooks/incoming**', (route) => route.abort())
    await page.getByRole('link', { name: 'Incoming Webhooks' }).click()
    await page.getByRole('heading', { name: 'The server did not respond' }).waitFor()
    await page.unroute('**/api/v4/hooks/incoming**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: 'Deploy notifications' }).waitFor()
  })
})

async function openRequest(page: Page): Promise<void> {
  await page.locator('.req__link').last().click()
  await page.getByRole('heading', { name: 'Body' }).waitFor()
}

async function openPicker(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Channel' }).click()
  await page.getByRole('option', { name: 'deploys' }).waitFor()
}

async function openPeople(page: Page): Promise<void> {
  await page.getByText('For administrators').click()
  await page.getByRole('button', { name: 'Owner' }).click()
  await page.getByRole('option', { name: 'Yourself' }).waitFor()
}

/** Waits until nothing is on its way: a skeleton would be looked at in the place of the page. */
async function settled(page: Page): Promise<void> {
  await page.locator('.skel').first().waitFor({ state: 'detached' })
  await page.locator('main :is(.card, .empty, .logs)').first().waitFor()
}
