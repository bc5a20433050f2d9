import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { ConsoleSite } from './console-site.js'
import { forSuite, type Person } from './site.js'
import { expectSoon } from './windows.js'

describe('the owner of a webhook', () => {
  const site = forSuite(new ConsoleSite())
  let channelId: string
  let bea: Person

  before(async () => {
    channelId = await site.addChannel('deploys')
    bea = await site.person('bea')
    const gone = await site.person('bea-gone')
    await site.host.api('PUT', `/users/${gone.id}/active`, { active: false })
  })

  const owner = (page: Page) => page.getByRole('button', { name: 'Owner' })

  async function addOf({ id: userId }: Person, name: string): Promise<{ readonly id: string }> {
    const input = { channel_id: channelId, display_name: name, user_id: userId }
    return Object(await site.host.api('POST', '/hooks/incoming', input)) as { readonly id: string }
  }

  async function openForm(): Promise<Page> {
    const { page } = await site.visit('add')
    await page.getByLabel('Name', { exact: true }).fill('Nightly')
    await page.getByRole('button', { name: 'Channel' }).click()
    await page.getByRole('option', { name: 'deploys' }).click()
    await page.getByText('For administrators').click()
    return page
  }

  it('is chosen by name with the keyboard, and shown where the webhook is edited', async () => {
    const page = await openForm()
    expect(await owner(page).textContent())
      .to.include('Yourself')
      .and.to.include('@admin')
    await owner(page).focus()
    await page.keyboard.press('Enter')
    const options = page.getByRole('listbox', { name: 'People' }).getByRole('option')
    await expectSoon(async () => (await options.allTextContents()).length > 1)
    expect((await options.first().textContent())?.trim()).to.match(/Yourself\s*@admin$/)
    await page.keyboard.type('BE')
    await expectSoon(async () => (await options.count()) === 1)
    await page.getByRole('option', { name: 'bea' }).waitFor()
    await page.keyboard.press('Enter')
    expect(await owner(page).textContent()).to.match(/bea/)
    expect(await page.evaluate('document.activeElement.id')).to.equal('user_id')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('heading', { name: 'Nightly is ready' }).waitFor()
    const [, id = ''] = /\/hooks\/(\w+)/.exec(page.url()) ?? []
    expect(await site.host.api('GET', `/hooks/incoming/${id}`)).to.have.property('user_id', bea.id)
    await page.goto(`${site.host.url}/admin/hooks/${id}/edit`)
    await page.getByText('For administrators').click()
    expect(await page.getByRole('group', { name: 'Owner' }).textContent()).to.include('bea')
  })

  it('is changed where the webhook is edited, which says who may still know the URL', async () => {
    const { id } = await addOf(bea, 'Handed')
    const { page } = await site.visit(`hooks/${id}/edit`)
    await page.getByText('For administrators').click()
    await page.getByRole('group', { name: 'Owner' }).getByRole('button').click()
    const dialog = page.getByRole('dialog', { name: 'Hand over “Handed”' })
    await dialog.getByRole('button', { name: 'New owner' }).click()
    await page.getByRole('option', { name: 'admin' }).click()
    await dialog.getByRole('button', { name: 'Hand over' }).click()
    const done = page.getByRole('dialog', { name: '1 webhook handed over to admin' })
    expect(await done.textContent()).to.include('bea and everybody who set up a sender may')
    await done.getByRole('button', { name: 'Regenerate URL' }).click()
    await page.getByRole('dialog', { name: 'Regenerate the URL?' }).waitFor()
    expect(await site.host.api('GET', `/hooks/incoming/${id}`)).to.include({
      creator_username: 'admin',
    })
  })

  it('has left: the list says so, and all of that person is handed over', async () => {
    const left = await site.person('bea-left')
    await Promise.all([addOf(left, 'Left one'), addOf(left, 'Left two')])
    await site.host.api('PUT', `/users/${left.id}/active`, { active: false })
    const { page } = await site.visit('')
    const needs = page.getByRole('region', { name: 'Needs attention' })
    const rows = needs.getByRole('listitem').filter({ hasText: 'its owner is deactivated' })
    await expectSoon(async () => (await rows.count()) === 2)
    await rows.first().getByRole('button', { name: 'Hand over' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'New owner' }).click()
    await page.getByRole('option', { name: 'admin' }).click()
    await dialog.getByLabel('All webhooks of bea-left').check()
    await dialog.getByRole('button', { name: 'Hand over' }).click()
    const done = page.getByRole('dialog', { name: '2 webhooks handed over to admin' })
    await done.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expectSoon(async () => (await rows.count()) === 0)
  })

  it('is the administrator again after a change of mind', async () => {
    const page = await openForm()
    await owner(page).click()
    await page.getByRole('option', { name: 'bea' }).click()
    await owner(page).click()
    await page.getByRole('option', { name: 'Yourself' }).click()
    expect(await owner(page).textContent()).to.include('Yourself')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('heading', { name: 'Nightly is ready' }).waitFor()
    const [newest] = Object.values(
      Object(await site.host.api('GET', '/hooks/incoming?per_page=1')) as object,
    ) as unknown[]
    expect(newest).to.have.property('creator_username', 'admin')
  })

  it('is rejected in words beside the field if the channel is closed to this person', async () => {
    const page = await openForm()
    const { id } = Object(
      await site.host.api('POST', '/channels', {
        team_id: Reflect.get(
          Object(await site.host.api('GET', '/teams/name/main')),
          'id',
        ) as unknown,
        name: 'vault',
        display_name: 'vault',
        type: 'P',
      }),
    ) as { readonly id: string }
    expect(id).to.not.equal('')
    await page.getByRole('button', { name: 'Channel' }).click()
    await page.getByRole('option', { name: 'vault' }).click()
    await owner(page).click()
    await page.getByRole('option', { name: 'bea' }).click()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('link', { name: 'Owner was rejected' }).click()
    expect(await page.evaluate('document.activeElement.id')).to.equal('user_id')
    expect(await owner(page).getAttribute('aria-describedby')).to.equal(
      'user_id-fault user_id-hint',
    )
  })

  it('is still chosen after a new sign-in', async () => {
    const page = await openForm()
    await owner(page).click()
    await page.getByRole('option', { name: 'bea' }).click()
    await page.route('**/api/v4/**', (route) => route.fulfill({ status: 401, json: {} }))
    await owner(page).click()
    await page.getByRole('heading', { name: 'You have been signed out' }).waitFor()
    await page.unroute('**/api/v4/**')
    await page.reload()
    await page.getByText('For administrators').click()
    expect(await owner(page).textContent()).to.match(/bea/)
  })

  it('is not offered to others than administrators', async () => {
    await site.host.api('POST', `/channels/${channelId}/members`, { user_id: bea.id })
    const { page } = await site.visit('add', { token: bea.token })
    // The form shows all of its fields at once, when it knows who is there.
    await page.getByLabel('Name', { exact: true }).waitFor()
    expect(await page.getByText('For administrators').count()).to.equal(0)
  })
})

describe('a list of allowed addresses', () => {
  const site = forSuite(new ConsoleSite())

  it('that would shut out those who send now is saved once the user is sure', async () => {
    const input = { channel_id: await site.addChannel('deploys'), display_name: 'Fenced' }
    const made: unknown = await site.host.api('POST', '/hooks/incoming', input)
    const { id, key } = Object(made) as { readonly id: string; readonly key: string }
    await fetch(`${site.host.url}/hooks/${key}`, { method: 'POST', body: '{"text":"t"}' })
    const { page } = await site.visit(`hooks/${id}/edit`)
    const field = page.getByLabel('Allowed addresses')
    const saved = async (): Promise<unknown> =>
      Reflect.get(Object(await site.host.api('GET', `/hooks/incoming/${id}`)), 'allowed_addresses')
    const save = async (list: string): Promise<void> => {
      await field.fill(list)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
    }
    await save('192.0.2.0/24')
    const dialog = page.getByRole('alertdialog', { name: 'Save these allowed addresses?' })
    expect(await dialog.textContent()).to.include('would refuse 1 of the last 1 requests')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await saved()).to.deep.equal([])
    await save('192.0.2.0/24')
    await dialog.getByRole('button', { name: 'Save anyway' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await saved()).to.deep.equal(['192.0.2.0/24'])
    await save('192.0.2.0/24, 127.0.0.1')
    await expectSoon(async () => JSON.stringify(await saved()).includes('127.0.0.1'))
  })
})
