import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { barriersIn } from './barriers.js'
import { type Channel, ChatSite } from './chat-site.js'
import { forSuite, PASSWORD, type Person } from './site.js'
import { expectSoon } from './windows.js'

describe('in the chat, a person', () => {
  const site = forSuite(new ChatSite())
  let ada: Person
  let bea: Person
  let channel: Channel

  before(async () => {
    ada = await site.person('ada')
    bea = await site.person('bea')
    channel = await site.channel('deploys', ada)
  })

  const open = async (person: Person, path = channel.path): Promise<Page> => {
    const { page } = await site.visit(person, path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    return page
  }
  const list = (page: Page) => page.getByRole('navigation', { name: 'Channels' })
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
  async function create(page: Page, name: string, kind: 'Public' | 'Private'): Promise<void> {
    await page.getByRole('button', { name: 'Add channels' }).click()
    await page.getByRole('button', { name: 'Create channel' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create channel' })
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel(kind).check()
    await dialog.getByRole('button', { name: 'Create channel' }).click()
  }

  it('creates a public channel, which others find', async () => {
    const page = await open(ada)
    await create(page, 'Über die Größe', 'Public')
    await heading(page, 'Über die Größe').waitFor()
    expect(new URL(page.url()).pathname).to.equal('/main/channels/uber-die-gro-e')
    await list(page).getByRole('link', { name: 'Über die Größe' }).waitFor()
    const other = await open(bea)
    await other.keyboard.press('Control+k')
    for (const query of ['über', 'gr üb']) {
      await other.getByRole('combobox').fill(query)
      await other.getByRole('option', { name: 'Über die Größe' }).waitFor()
    }
  })

  it('creates a private channel, and leaves it after a question', async () => {
    const page = await open(ada)
    await create(page, '秘密', 'Private')
    await heading(page, '秘密').waitFor()
    const group = list(page).getByRole('region', { name: 'Private channels' })
    await group.getByRole('link', { name: '秘密' }).waitFor()
    await page.getByRole('button', { name: 'Channel actions' }).click()
    await page.getByRole('button', { name: 'Leave channel' }).click()
    const question = page.getByRole('alertdialog', { name: 'Leave this private channel?' })
    await question.waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Channel actions' }).click()
    await page.getByRole('button', { name: 'Leave channel' }).click()
    await question.getByRole('button', { name: 'Leave channel' }).click()
    await heading(page, 'deploys').waitFor()
    expect(await list(page).getByRole('link', { name: '秘密' }).count()).to.equal(0)
  })

  it('is told what is wrong with the name of a channel', async () => {
    const page = await open(ada)
    await create(page, '   ', 'Public')
    await page.getByText('Enter a name.').waitFor()
    const dialog = page.getByRole('dialog', { name: 'Create channel' })
    await dialog.getByLabel('Name').fill('Deploys')
    await page.keyboard.press('Enter')
    await page.getByText('A channel with this name already exists.').waitFor()
    await expectSoon(() => page.evaluate(`document.activeElement.id === 'channel-name'`))
    expect(await barriersIn(page)).to.deep.equal([])
  })

  it('joins a public channel that is open, and leaves it', async () => {
    const page = await open(bea)
    await page.getByRole('button', { name: 'Join channel' }).click()
    await page.getByText('3 people').waitFor()
    await page.getByRole('button', { name: 'Channel actions' }).click()
    await page.getByRole('button', { name: 'Leave channel' }).click()
    await page.getByRole('button', { name: 'Join channel' }).waitFor()
    await page.getByText('2 people').waitFor()
  })

  it('sees what is posted in a public channel that is open, without joining it', async () => {
    const page = await open(bea)
    await page.getByText(`This is the start of # ${channel.name}`).waitFor()
    await site.say(ada, channel, 'for whoever reads this')
    await page.getByText('for whoever reads this').waitFor()
    const other = await site.channel('unread', ada)
    await page.evaluate(
      `history.pushState(null, '', '${other.path}'); dispatchEvent(new PopStateEvent('popstate'))`,
    )
    await heading(page, other.name).waitFor()
    await site.say(ada, other, 'in the next one')
    await page.getByText('in the next one').waitFor()
  })

  it('begins a direct message from the list', async () => {
    const page = await open(ada)
    await page.getByRole('button', { name: 'New direct message' }).click()
    await page.getByRole('combobox', { name: 'Person' }).fill('be')
    expect(await page.getByRole('option').locator('.chan__name').allInnerTexts()).to.deep.equal([
      'bea',
    ])
    await page.keyboard.press('Enter')
    await heading(page, 'bea').waitFor()
    await page.getByText('This is the beginning of your conversation with bea').waitFor()
    await page.getByText('Only the two of you can see this').waitFor()
  })

  it('finds a message by its words, and opens it', async () => {
    const id = await site.say(ada, channel, 'the *checkout* error rate is above 5 %')
    for (let n = 0; n < 30; n++) await site.say(ada, channel, `filler ${n}`)
    const page = await open(bea)
    await page.getByRole('button', { name: 'Search messages' }).click()
    const dialog = page.getByRole('dialog', { name: 'Search messages' })
    await dialog.getByRole('searchbox').fill('nowhere at all')
    await page.keyboard.press('Enter')
    await dialog.getByText('No messages contain “nowhere at all”').waitFor()
    await dialog.getByRole('searchbox').fill('filler')
    await page.keyboard.press('Enter')
    await dialog.getByText('30 messages', { exact: true }).waitFor()
    expect(await dialog.getByRole('link').first().innerText()).to.match(
      /ada.*in deploys.*filler 29/s,
    )
    await dialog.getByRole('searchbox').fill('RATE checkout')
    await page.keyboard.press('Enter')
    await dialog.getByText('1 message', { exact: true }).waitFor()
    expect(await dialog.getByRole('link').innerText()).to.match(
      /ada.*in deploys, Today, \d+:\d\d.*the checkout error rate is above 5 %$/s,
    )
    expect(await dialog.locator('mark').allInnerTexts()).to.deep.equal(['checkout', 'rate'])
    expect(await barriersIn(page)).to.deep.equal([])
    await dialog.getByRole('link').click()
    await page.waitForURL(`**/main/pl/${id}`)
    await page.locator(`[data-post="${id}"]`).waitFor()
  })

  it('finds the text of a card, shown without marks', async () => {
    const card = {
      title: 'Gateway of eu-west',
      text: '**[Latency](https://grafana.example.test)** is over 2 s :eyes:',
      fields: [{ title: 'Region', value: '`eu-west-1`' }],
    }
    expect(await site.hook(channel, { attachments: [card] })).to.equal(200)
    const page = await open(ada)
    await page.getByRole('button', { name: 'Search messages' }).click()
    await page.keyboard.type('latency')
    await page.keyboard.press('Enter')
    const found = page.locator('.found__text')
    await found.waitFor()
    expect(await found.innerText()).to.equal(
      'Gateway of eu-west · Latency is over 2 s 👀 · Region eu-west-1',
    )
    expect(await found.locator('mark').allInnerTexts()).to.deep.equal(['Latency'])
  })

  it('marks what a webhook wrote with BOT, and in it the words as they are shown', async () => {
    const text = 'Alert Zz\\_under\\_score\\*star, **Zed**bold'
    expect(await site.hook(channel, { text })).to.equal(200)
    await site.say(ada, channel, 'I saw Zz_under_score*star')
    const page = await open(ada)
    await page.getByRole('button', { name: 'Search messages' }).click()
    await page.keyboard.type('Zz_under_score*star')
    await page.keyboard.press('Enter')
    const results = page.locator('.found__link')
    await results.nth(1).waitFor()
    expect(await results.locator('mark').allInnerTexts()).to.deep.equal(
      Array<string>(2).fill('Zz_under_score*star'),
    )
    expect(await results.nth(0).locator('.bot').count(), 'of a person').to.equal(0)
    expect(await results.nth(1).locator('.bot').innerText()).to.equal('BOT')
    expect(await barriersIn(page)).to.deep.equal([])
  })

  it('finds the focus in the first field of a dialog, and back where it was when it is closed', async () => {
    const page = await open(ada)
    const menu = page.getByRole('button', { name: 'Main Menu' })
    await menu.click()
    await page.getByRole('button', { name: 'Change password' }).click()
    await expectSoon(() => page.evaluate(`document.activeElement.id === 'password-current'`))
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
    expect(await menu.and(page.locator(':focus')).count()).to.equal(1)
  })

  it('changes the password, and stays signed in here alone', async () => {
    const cem = await site.person('cem')
    const page = await open(cem)
    await page.getByRole('button', { name: 'Main Menu' }).click()
    await page.getByRole('button', { name: 'Change password' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change password' })
    const fill = async (current: string, wanted: string): Promise<void> => {
      await dialog.getByLabel('Current password').fill(current)
      await dialog.getByLabel('New password').fill(wanted)
      await page.keyboard.press('Enter')
    }
    await fill(PASSWORD, 'short')
    await dialog.getByRole('alert').filter({ hasText: 'Enter at least 8 characters.' }).waitFor()
    await fill('wrong-horse-1', 'battery-staple-2')
    await dialog.getByText('This is not your current password.').waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
    await fill(PASSWORD, 'battery-staple-2')
    await dialog.waitFor({ state: 'detached' })
    await heading(page, 'deploys').waitFor()
    expect(await page.locator('.me__name').innerText()).to.equal('cem')
    const old = site.as(cem.token, 'GET', '/users/me')
    expect(await old.then(() => 'valid', String)).to.contain('401')
  })

  it('is asked to sign in when the password was changed, but the sign-in after it failed', async () => {
    const page = await open(await site.person('dan'))
    await page.getByRole('button', { name: 'Main Menu' }).click()
    await page.getByRole('button', { name: 'Change password' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change password' })
    await dialog.getByLabel('Current password').fill(PASSWORD)
    await dialog.getByLabel('New password').fill('battery-staple-3')
    await page.route('**/api/v4/users/login', (route) => route.abort())
    await page.keyboard.press('Enter')
    await heading(page, 'Sign in to Main').waitFor()
  })
})
