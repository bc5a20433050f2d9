import { expect } from 'chai'
import { ConsoleSite, type WebhookRecord } from './console-site.js'
import { until } from '../support/until.js'
import { forSuite } from './site.js'

const ON = {
  EnableIncomingWebhooks: true,
  EnableOnlyAdminIntegrations: false,
  EnablePostUsernameOverride: true,
  EnablePostIconOverride: true,
}

describe('settings in the console', () => {
  const site = forSuite(new ConsoleSite())
  let bob: string
  let webhook: WebhookRecord

  before(async () => {
    bob = (await site.person('bob')).token
    webhook = await site.addWebhook(await site.addChannel('deploys'), 'Deploys')
  })

  beforeEach(() => site.change('ServiceSettings', ON))

  it('are five switches that apply at once', async () => {
    const { page, faults } = await site.visit('console/integrations')
    await page.getByRole('heading', { name: 'Integration Management' }).waitFor()
    const names = await page.locator('.setting__label').allTextContents()
    expect(names).to.deep.equal([
      'Enable Incoming Webhooks',
      'Restrict webhook creation to administrators',
      'Restrict direct messages to the creator',
      'Enable integrations to override usernames',
      'Enable integrations to override profile picture icons',
    ])
    const usernames = page.getByRole('switch', { name: 'override usernames' })
    expect(await usernames.isChecked()).to.be.true
    // The words stand there before the change, too.
    await Promise.all([page.waitForResponse('**/config/patch'), usernames.click()])
    await page.getByText('All changes are saved.').waitFor()
    await page.reload()
    await page.getByText('All changes are saved.').waitFor()
    expect(await usernames.isChecked()).to.be.false
    expect(faults).to.deep.equal([])
  })

  it('of names and pictures decide what the form offers', async () => {
    const { page } = await site.visit('add')
    await page.getByLabel('Display name').fill('CI')
    expect(await page.locator('.post__author').textContent()).to.equal('CI')
    await site.change('ServiceSettings', {
      EnablePostUsernameOverride: false,
      EnablePostIconOverride: false,
    })
    await page.reload()
    await page
      .getByText(
        'Messages will appear as webhook with the initials of this webhook. Allow other names and pictures in',
      )
      .waitFor()
    expect(await page.getByLabel('Display name').count()).to.equal(0)
    expect(await page.locator('.post__author').textContent()).to.equal('webhook')
  })

  it('turn the feature off after telling what that silences', async () => {
    await site.post(webhook.url, { text: 'a' })
    const { page, faults } = await site.visit('console/integrations')
    const feature = page.getByRole('switch', { name: 'Enable Incoming Webhooks' })
    await feature.click()
    await page.getByText('1 webhook will stop posting.').waitFor()
    await page.getByRole('button', { name: 'Leave on' }).click()
    expect(await feature.isChecked()).to.be.true
    await feature.click()
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('link', { name: 'Incoming Webhooks' }).waitFor({ state: 'detached' })
    expect(await site.post(webhook.url, { text: 'a' })).to.equal(501)
    await page.goto(`${site.host.url}/admin/`)
    await page.getByRole('link', { name: 'Open Integration Management' }).waitFor()
    expect(faults).to.deep.equal([])
  })

  it('tell others that the feature is off', async () => {
    await site.change('ServiceSettings', { EnableIncomingWebhooks: false })
    const { page } = await site.visit('', { token: bob })
    await page.getByText('Webhooks are paused until an administrator turns them back on.').waitFor()
    expect(
      await page.getByRole('link', { name: 'Back to messages' }).getAttribute('href'),
    ).to.match(/^http.*\/$/)
  })

  it('keep webhooks and the System Console to administrators', async () => {
    await site.change('ServiceSettings', { EnableOnlyAdminIntegrations: true })
    const { page } = await site.visit('add', { token: bob })
    await page.getByRole('heading', { name: 'Only administrators can manage webhooks' }).waitFor()
    await page.getByRole('button', { name: 'Main Menu' }).click()
    const menu = page.getByRole('navigation', { name: 'Main Menu' })
    expect(await menu.getByRole('link').allTextContents()).to.deep.equal(['Messages'])
    await page.goto(`${site.host.url}/admin/console/logs`)
    await page.getByRole('heading', { name: 'This page is for administrators' }).waitFor()
  })

  it('show everybody else Integrations alone', async () => {
    const { page } = await site.visit('', { token: bob })
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor()
    await page.getByRole('button', { name: 'Main Menu' }).click()
    const menu = page.getByRole('navigation', { name: 'Main Menu' })
    expect(await menu.getByRole('link').allTextContents()).to.deep.equal([
      'Messages',
      'Integrations',
    ])
    await page.goto(`${site.host.url}/admin/hooks/${webhook.id}`)
    await page.getByRole('heading', { name: 'Webhook not found' }).waitFor()
  })

  it('are saved one after the other, however fast they are changed', async () => {
    await site.change('LogSettings', { EnableWebhookDebugging: false, ConsoleLevel: 'INFO' })
    const { page } = await site.visit('console/logging')
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/config/patch', async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('switch', { name: 'Enable Webhook Debugging' }).click()
    await page.getByRole('button', { name: 'Set to DEBUG' }).click()
    await page.getByRole('link', { name: 'Open Logs' }).waitFor()
    release()
    await until('both are saved', async () => {
      const saved = JSON.stringify(await site.host.api('GET', '/config'))
      return saved.includes('"EnableWebhookDebugging":true') && saved.includes('"DEBUG"')
    })
    await page.getByRole('link', { name: 'Open Logs' }).waitFor()
  })

  it('of logging lead to the lines of a bad request', async () => {
    await site.change('LogSettings', { EnableWebhookDebugging: false, ConsoleLevel: 'INFO' })
    const { page, faults } = await site.visit('console/logs')
    await page.getByRole('heading', { name: 'Nothing is being logged' }).waitFor()
    await page.getByRole('link', { name: 'Open Logging' }).click()
    await page.getByRole('switch', { name: 'Enable Webhook Debugging' }).click()
    await page.getByText('Debugging is on, but the level is INFO.').waitFor()
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    await page.getByRole('button', { name: 'Set to DEBUG' }).click()
    await saved
    await page.getByRole('link', { name: 'Open Logs' }).click()
    await page.getByRole('heading', { name: 'Logs', exact: true }).waitFor()
    await site.post(webhook.url, '{"text": "a" "b"}')
    await page.getByText('Unable to parse incoming data').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await site.post(webhook.url, { text: 'good' })
    await page.getByText('Paused, 1 new line').waitFor()
    expect(await page.locator('.log').count()).to.equal(1)
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.locator('.log', { hasText: '200' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('REFUSED')
    await page.getByText('1 of 2 lines').waitFor()
    await page.getByRole('button', { name: 'Copy lines' }).click()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(copied).to.include('expected a comma').and.not.include('delivered')
    expect(copied).to.not.include(webhook.url.slice(-20))
    expect(faults).to.deep.equal([])
  })
})
