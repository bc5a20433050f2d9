import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { barriersIn } from './barriers.js'
import { ConsoleSite } from './console-site.js'
import { forSuite } from './site.js'
import { expectSoon } from './windows.js'

describe('a half-filled form of the console', () => {
  const site = forSuite(new ConsoleSite())
  let channelId: string

  before(async () => {
    channelId = await site.addChannel('deploys')
  })

  const nameOf = (page: Page) => page.getByLabel('Name', { exact: true })
  const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' })

  /** The next calls are rejected, as when the session has ended on the server. */
  const endSession = (page: Page) =>
    page.route('**/api/v4/**', (route) => route.fulfill({ status: 401, json: {} }))

  it('is still there after a new sign-in if the channel picker noticed that the session had ended', async () => {
    const { page } = await site.visit('add')
    await nameOf(page).fill('Typed before')
    await page.getByRole('checkbox', { name: 'Lock to this channel' }).check()
    await page.getByRole('button', { name: 'Channel' }).click()
    await page.getByRole('option', { name: 'deploys' }).click()
    await endSession(page)
    await page.getByRole('button', { name: 'Channel' }).click()
    await page.getByRole('heading', { name: 'You have been signed out' }).waitFor()
    await page.unroute('**/api/v4/**')
    await page.reload()
    await page.getByText('The form contains what you typed before you were signed out.').waitFor()
    expect(await nameOf(page).inputValue()).to.equal('Typed before')
    expect(await page.getByRole('checkbox', { name: 'Lock to this channel' }).isChecked()).to.be
      .true
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('heading', { name: 'Typed before is ready' }).waitFor()
    await page.goto(`${site.host.url}/admin/add`)
    expect(await nameOf(page).inputValue()).to.equal('')
  })

  it('is not shown to another user', async () => {
    const { page } = await site.visit('add')
    await nameOf(page).fill('Private plans')
    await endSession(page)
    await page.getByRole('button', { name: 'Channel' }).click()
    await page.getByRole('heading', { name: 'You have been signed out' }).waitFor()
    await page.unroute('**/api/v4/**')
    const { token } = await site.person('somebody')
    await page.addInitScript(`sessionStorage.setItem('eiw-token', ${JSON.stringify(token)})`)
    await page.reload()
    await nameOf(page).waitFor()
    expect(await nameOf(page).inputValue()).to.equal('')
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.to.include('Private plans')
  })

  it('keeps the changes to a webhook, and marks them if somebody else has changed it', async () => {
    const { id } = await site.addWebhook(channelId, 'Before')
    const { page } = await site.visit(`hooks/${id}/edit`)
    await nameOf(page).fill('Changed by me')
    await endSession(page)
    await page.getByRole('heading', { name: 'You have been signed out' }).waitFor()
    await page.unroute('**/api/v4/**')
    const theirs = { id, channel_id: channelId, display_name: 'Theirs', description: '' }
    await site.host.api('PUT', `/hooks/incoming/${id}`, theirs)
    await page.reload()
    await page.getByText('Someone else changed this webhook a moment ago.').waitFor()
    expect(await nameOf(page).inputValue()).to.equal('Theirs')
    await page.getByRole('button', { name: 'Use it' }).click()
    expect(await nameOf(page).inputValue()).to.equal('Changed by me')
  })

  it('asks before a link leaves it, and stays as it was', async () => {
    const { page } = await site.visit('')
    await page.getByRole('link', { name: 'Add Incoming Webhook' }).click()
    await nameOf(page).fill('Half')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await question(page).waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
    await page.keyboard.press('Escape')
    await question(page).waitFor({ state: 'detached' })
    expect(page.url()).to.match(/\/add$/)
    expect(await nameOf(page).inputValue()).to.equal('Half')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await page.getByRole('heading', { name: 'Incoming Webhooks', level: 1 }).waitFor()
  })

  it('asks before Back leaves it, and goes back only then', async () => {
    const { page } = await site.visit('')
    await page.getByRole('link', { name: 'Add Incoming Webhook' }).click()
    await nameOf(page).fill('Half')
    await page.evaluate('history.back()')
    await question(page).waitFor()
    await expectSoon(async () => (await page.evaluate('location.pathname')) === '/admin/add')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    expect(await nameOf(page).inputValue()).to.equal('Half')
    await page.evaluate('history.back()')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await page.getByRole('heading', { name: 'Incoming Webhooks', level: 1 }).waitFor()
    await expectSoon(async () => (await page.evaluate('location.pathname')) === '/admin/')
    await page.evaluate('history.forward()')
    await page.getByRole('heading', { name: 'Add Incoming Webhook' }).waitFor()
    expect(await nameOf(page).inputValue()).to.equal('')
  })

  it('lets the browser ask before a reload, but not once it is saved or untouched', async () => {
    const { id } = await site.addWebhook(channelId, 'Reloaded')
    const { page, faults } = await site.visit(`hooks/${id}/edit`)
    await nameOf(page).click()
    await page.reload()
    expect(faults).to.deep.equal([])
    // A browser only asks for users who have done something in the page.
    await nameOf(page).click()
    await page.keyboard.type(' twice')
    await page.reload()
    expect(faults).to.deep.equal(['asked before the page was left'])
    await nameOf(page).click()
    await page.keyboard.type(' thrice')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: /thrice/ }).waitFor()
    expect(faults).to.have.lengthOf(1)
  })

  it('does not ask between the parts of one webhook, and asks from the hidden one', async () => {
    const { id } = await site.addWebhook(channelId, 'In parts')
    const { page } = await site.visit(`hooks/${id}/edit`)
    await nameOf(page).fill('In two parts')
    await page.getByRole('tab', { name: 'Requests' }).click()
    await page.getByRole('button', { name: 'Regenerate' }).click()
    await page.getByRole('dialog', { name: 'Regenerate the URL?' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Logging' }).click()
    await question(page).waitFor()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await page.getByRole('tab', { name: 'Edit' }).click()
    expect(await nameOf(page).inputValue()).to.equal('In two parts')
  })
})
