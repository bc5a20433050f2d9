import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { barriersIn } from './barriers.js'
import { ConsoleSite, type WebhookRecord } from './console-site.js'
import { forSuite } from './site.js'
import { expectSoon } from './windows.js'

/** Presses `/` and types a letter in the task that shows the search field. */
const TYPE_AT_ONCE = `new MutationObserver((_changes, observer) => {
  const field = document.querySelector('input[type="search"]')
  if (!field) return
  observer.disconnect()
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }))
  if (document.activeElement !== field) return
  field.value = 'q'
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}).observe(document, { childList: true, subtree: true })`

describe('webhooks in the console', () => {
  const site = forSuite(new ConsoleSite())
  let deploys: string

  before(async () => {
    deploys = await site.addChannel('deploys')
    await site.addChannel('alerts')
    await site.change('ServiceSettings', {
      EnablePostUsernameOverride: true,
      EnablePostIconOverride: true,
    })
  })

  it('lead from the empty list over Add to a URL that posts', async () => {
    // Who has made none sees none: the list of an administrator holds those of the other tests.
    const { token } = await site.person('newcomer')
    const { page, faults } = await site.visit('', { token })
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor()
    await page.getByRole('link', { name: 'Add Incoming Webhook' }).click()
    await expectFocus(page, 'Add Incoming Webhook')
    await page.getByLabel('Name', { exact: true }).fill('Deploy notifications')
    await page.getByLabel('Description').fill('Roll-outs of all services')
    await page.getByRole('button', { name: 'Channel' }).click()
    await page.getByRole('combobox', { name: 'Find a channel' }).fill('depl')
    await page.getByRole('option', { name: 'deploys' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('heading', { name: 'Deploy notifications is ready' }).waitFor()
    await expectFocus(page, 'Deploy notifications is ready')
    await page.getByRole('button', { name: 'Copy URL' }).click()
    await toast(page, 'URL copied')
    const url = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(url).to.match(/\/hooks\/\w+$/)
    expect(await page.getByRole('region', { name: 'curl for macOS and Linux' }).textContent())
      .to.include(`-d '{"text": "Hello from **curl** :wave:"}'`)
      .and.include(url)
    for (const program of ['Grafana', 'GitLab', 'Jenkins', 'GitHub Actions', 'Uptime Kuma']) {
      await page.getByRole('tab', { name: program }).click()
      await page.getByRole('region', { name: `Settings for ${program}` }).waitFor()
    }
    expect(await site.post(url, { text: 'Hello from **curl** :wave:' })).to.equal(200)
    expect(await site.messages(deploys)).to.include('Hello from **curl** :wave:')
    await page.getByRole('link', { name: 'Open webhook' }).click()
    await page.getByText('Posted to # deploys').waitFor()
    expect(faults).to.deep.equal([])
  })

  it('name the fields that need attention before anything is sent', async () => {
    const { page, faults } = await site.visit('add')
    await page.getByLabel('Description').fill('é'.repeat(501))
    await page.getByLabel('Picture URL').fill('cdn.example.com/rocket.png')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const summary = page.getByRole('alert')
    expect(await summary.textContent()).to.match(
      /not added\. Four fields need attention:.*Name is missing.*too long.*Channel is missing.*URL/,
    )
    await expectSoon(() => page.evaluate('document.activeElement?.role === "alert"'))
    await summary.getByRole('link', { name: 'Name is missing' }).click()
    await expectSoon(() => page.evaluate('document.activeElement?.id === "display_name"'))
    await page.getByText('Shorten the description to 500 characters. It has 501.').waitFor()
    expect(faults).to.deep.equal([])
  })

  it('are found by the search, whose words are in the address', async () => {
    await site.addWebhook(deploys, 'Switched on')
    const alerts = await site.addWebhook(deploys, 'Searched')
    await site.host.api('POST', `/hooks/incoming/${alerts.id}/disable`, {})
    const { page } = await site.visit('?state=disabled')
    await page.getByRole('link', { name: 'Searched' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('invoice 2024')
    await page.getByRole('heading', { name: 'No webhooks match “invoice 2024”' }).waitFor()
    expect(page.url()).to.match(/\?state=disabled&q=invoice\+2024$/)
    await page.getByRole('button', { name: 'Clear search' }).click()
    await page.getByRole('link', { name: 'Switched on' }).waitFor()
    await page.getByRole('button', { name: 'Copy the URL of Searched' }).click()
    await toast(page, 'URL of Searched copied')
    expect(await page.evaluate('navigator.clipboard.readText()')).to.equal(alerts.url)
  })

  it('are searched by keys that are pressed as soon as the field is there', async () => {
    await site.addWebhook(deploys, 'Searched at once')
    const { page } = await site.visit('')
    await page.addInitScript(TYPE_AT_ONCE)
    await page.reload()
    await page.getByRole('heading', { name: 'No webhooks match “q”' }).waitFor()
    expect(page.url()).to.match(/\?q=q$/)
  })

  it('are those of one channel after a link, until all are wanted again', async () => {
    const builds = await site.addChannel('builds')
    const { id } = await site.addWebhook(builds, 'Nightly')
    await site.addWebhook(builds, 'Release')
    await site.addWebhook(deploys, 'Elsewhere')
    const { page, faults } = await site.visit(`?channel=${builds}&sort=name`)
    const names = () => page.locator('.cell-main__name').allTextContents()
    const chip = page.getByRole('group', { name: 'Channel' })
    await expectSoon(async () => (await names()).join() === 'Nightly,Release')
    expect(await chip.textContent()).to.equal('In builds')
    expect(await page.getByRole('button', { name: 'All 2' }).count()).to.equal(1)
    expect(await barriersIn(page)).to.deep.equal([])
    await page.getByRole('searchbox').fill('e')
    await page.getByRole('link', { name: 'Release' }).waitFor()
    await page.reload()
    await expectSoon(async () => (await names()).join() === 'Release')
    await page.getByRole('searchbox').fill('')
    await page.getByRole('link', { name: 'Nightly' }).click()
    await page.waitForURL(`**/hooks/${id}`)
    await page.goBack()
    await expectSoon(async () => (await names()).join() === 'Nightly,Release')
    await chip.getByRole('button', { name: 'Show all channels' }).click()
    await page.getByRole('link', { name: 'Elsewhere' }).waitFor()
    expect(await chip.count()).to.equal(0)
    expect(new URL(page.url()).search).to.equal('?sort=name')
    expect(await page.evaluate('document.activeElement.type')).to.equal('search')
    expect(faults).to.deep.equal([])
  })

  it('of a channel are loaded even if there are more of others than the list holds', async () => {
    const quiet = await site.addChannel('quiet')
    await site.addWebhook(quiet, 'Old and alone')
    const { page } = await site.visit(`?channel=${quiet}`)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.reload()
    await page.getByRole('link', { name: 'Old and alone' }).waitFor()
    const lists = asked.filter((url) => url.includes('/hooks/incoming?'))
    expect(lists.map((url) => new URL(url).searchParams.get('channel_id'))).to.deep.equal([quiet])
  })

  it('of a channel without any are none, which is not an empty console', async () => {
    const empty = await site.addChannel('empty')
    await site.addWebhook(deploys, 'Of the others')
    const { page } = await site.visit(`?channel=${empty}`)
    await page.getByRole('heading', { name: 'No matching webhooks' }).waitFor()
    await page.getByRole('group', { name: 'Channel' }).getByText('In empty').waitFor()
    await page.getByRole('button', { name: 'Clear search' }).click()
    await page.getByRole('link', { name: 'Of the others' }).waitFor()
    expect(new URL(page.url()).search).to.equal('')
  })

  it('are edited, and a reload shows it', async () => {
    const { id } = await site.addWebhook(deploys, 'Before')
    const { page, faults } = await site.visit(`hooks/${id}`)
    await page.getByRole('tab', { name: 'Requests' }).focus()
    await page.keyboard.press('ArrowRight')
    expect(page.url()).to.match(/\/incidents$/)
    await page.keyboard.press('ArrowRight')
    expect(page.url()).to.match(/\/edit$/)
    await page.getByLabel('Name', { exact: true }).fill('After')
    await page.getByLabel('Expires').selectOption('In 30 days')
    await page.getByRole('checkbox', { name: 'Lock to this channel' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await toast(page, 'Saved')
    await page.reload()
    await page.getByRole('heading', { name: 'After' }).waitFor()
    expect(await page.getByLabel('Expires').inputValue()).to.equal('date')
    expect(await page.getByRole('checkbox', { name: 'Lock to this channel' }).isChecked()).to.be
      .true
    expect(faults).to.deep.equal([])
  })

  it('mark what was filled in when somebody else was faster', async () => {
    const { id } = await site.addWebhook(deploys, 'Shared')
    const { page } = await site.visit(`hooks/${id}/edit`)
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('Mine')
    const theirs = { id, channel_id: deploys, display_name: 'Theirs', description: '' }
    await site.host.api('PUT', `/hooks/incoming/${id}`, theirs)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Someone else changed this webhook a moment ago.').waitFor()
    const focused = page.locator('.notice:focus')
    expect(await focused.innerText()).to.match(/^Not saved\./)
    expect((await focused.boundingBox())?.y).to.be.above(0)
    expect(await name.inputValue()).to.equal('Theirs')
    await page.getByRole('button', { name: 'Use it' }).click()
    expect(await name.inputValue()).to.equal('Mine')
    await page.getByRole('button', { name: 'Save' }).click()
    await toast(page, 'Saved')
    await page.getByRole('heading', { name: 'Mine' }).waitFor()
  })

  it('get a new URL while the old one goes on working', async () => {
    const webhook = await site.addWebhook(deploys, 'Regenerated')
    const { page, faults } = await site.visit(`hooks/${webhook.id}`)
    await page.getByRole('button', { name: 'Regenerate' }).click()
    await page.getByLabel('Keep it for 1 hour').check()
    await page.getByRole('button', { name: 'Regenerate URL' }).click()
    await page.getByText(/^Two URLs work until/).waitFor()
    await page.getByRole('button', { name: 'Show the full URL' }).click()
    const url = await page.getByRole('textbox', { name: 'Webhook URL' }).inputValue()
    expect(url).to.not.equal(webhook.url)
    expect([
      await site.post(url, { text: 'a' }),
      await site.post(webhook.url, { text: 'b' }),
    ]).to.eql([200, 200])
    await page.getByRole('button', { name: 'Regenerate' }).click()
    await page.getByLabel('Stop accepting it now').check()
    await page.getByRole('button', { name: 'Regenerate URL' }).click()
    await page.getByText(/^Two URLs work until/).waitFor({ state: 'detached' })
    expect(await site.post(url, { text: 'a' })).to.equal(404)
    expect(faults).to.deep.equal([])
  })

  it('are switched off without a question, and on again by Undo', async () => {
    const webhook = await site.addWebhook(deploys, 'Switched')
    const { page } = await site.visit(`hooks/${webhook.id}`)
    await page.getByRole('button', { name: 'Disable' }).click()
    await page.getByText('This webhook is disabled.').waitFor()
    expect(await site.post(webhook.url, { text: 'a' })).to.equal(404)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('This webhook is disabled.').waitFor({ state: 'detached' })
    expect(await site.post(webhook.url, { text: 'a' })).to.equal(200)
  })

  it('send a test message that says who has tested', async () => {
    const { id } = await site.addWebhook(deploys, 'Tested')
    const { page, faults } = await site.visit(`hooks/${id}`)
    await page.getByRole('button', { name: 'Send a test message' }).first().click()
    const field = page.getByLabel('Message', { exact: true })
    expect(await field.inputValue()).to.equal('Hello from Tested :wave:')
    await field.fill('Is **anybody** there?')
    await field.press('Enter')
    await page.getByText('Posted to # deploys.').waitFor()
    const link = await page.getByRole('link', { name: 'Open the message' }).getAttribute('href')
    expect(link).to.match(/\/main\/pl\/\w+$/)
    expect((await site.messages(deploys))[0]).to.equal(
      'Is **anybody** there?\n\nTest message from `Tested`, sent by @admin',
    )
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
    expect(faults).to.deep.equal([])
  })

  it('say why a test message was refused', async () => {
    const archived = await site.addChannel('archived')
    const { id } = await site.addWebhook(archived, 'Archived')
    await site.host.api('DELETE', `/channels/${archived}`)
    const { page } = await site.visit(`hooks/${id}/connect`)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText("Refused: Couldn't find the channel").waitFor()
    await page.getByRole('button', { name: 'Send again' }).waitFor()
  })

  it('are deleted after a question whose harmless answer has the focus', async () => {
    const webhook = await site.addWebhook(deploys, 'Deleted')
    const { page, faults } = await site.visit('')
    await deleteFromList(page, webhook)
    await toast(page, 'Deleted deleted')
    expect(await page.getByRole('link', { name: 'Deleted', exact: true }).count()).to.equal(0)
    expect(await site.post(webhook.url, { text: 'a' })).to.equal(404)
    expect(faults).to.deep.equal([])
  })
})

async function deleteFromList(page: Page, { id }: WebhookRecord): Promise<void> {
  await page.getByRole('button', { name: 'More actions for Deleted' }).click()
  await page.getByRole('link', { name: 'Delete', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await expectFocus(page, 'More actions for Deleted')
  await page.getByRole('button', { name: 'More actions for Deleted' }).click()
  await page.getByRole('link', { name: 'Delete', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete “Deleted”?' })
  await question.waitFor()
  expect(page.url()).to.include(id)
  await expectFocus(page, 'Cancel')
  await question.getByRole('button', { name: 'Delete webhook' }).click()
  await page.getByRole('heading', { name: 'Incoming Webhooks', level: 1 }).waitFor()
}

async function toast(page: Page, text: string): Promise<void> {
  await page.locator('.toast', { hasText: text }).waitFor()
}

/** Waits until the focus is on what has this name. */
async function expectFocus(page: Page, name: string): Promise<void> {
  const focused = `document.activeElement?.getAttribute("aria-label") ??
    document.activeElement?.textContent`
  await expectSoon(async () => (await page.evaluate(focused)) === name)
}
