import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type Channel, ChatSite } from './chat-site.js'
import { forSuite, textOf, type Person } from './site.js'
import { expectSoon } from './windows.js'

type Way = (page: Page) => Promise<unknown>

const press =
  (...names: readonly string[]): Way =>
  async (page) => {
    for (const name of names) await page.getByRole('button', { name }).click()
  }
const keys =
  (key: string): Way =>
  (page) =>
    page.keyboard.press(key)

/** What is done in the chat, and what one types into first. */
const FIELDS: Readonly<Record<string, Way>> = {
  'Words in the message': press('Search messages'),
  'Search public channels': press('Add channels', 'Browse channels'),
  Name: press('Add channels', 'Create channel'),
  'Channel or person': keys('Control+k'),
  Person: press('New direct message'),
  'Current password': press('Main Menu', 'Change password'),
  Purpose: press('Channel actions', 'Edit purpose'),
}

describe('a dialog opens with the focus where one begins:', () => {
  const site = forSuite(new ChatSite())
  let ada: Person
  let admin: Person
  let channel: Channel
  let webhookId: string

  before(async () => {
    ada = await site.person('ada')
    await site.person('bea')
    admin = await site.admin()
    channel = await site.channel('deploys', ada)
    const webhooks = Object(await site.host.api('GET', '/hooks/incoming')) as object
    const [webhook] = Object.values(webhooks) as unknown[]
    webhookId = textOf(webhook, 'id')
  })

  const openChat = async (): Promise<Page> => {
    const { page } = await site.visit(ada, channel.path)
    await page.getByPlaceholder(/^Write to/).waitFor()
    return page
  }
  const focused = (page: Page) => page.locator('dialog :focus')

  for (const [field, open] of Object.entries(FIELDS)) {
    it(`typed words are in “${field}” without a click`, async () => {
      const page = await openChat()
      await open(page)
      await focused(page).waitFor()
      await page.keyboard.type('latency')
      expect(await page.locator('dialog').getByLabel(field, { exact: true }).inputValue()).to.equal(
        'latency',
      )
    })
  }

  it('people are added to a channel without a click', async () => {
    const page = await openChat()
    await press('Channel actions', 'Add people')(page)
    await focused(page).waitFor()
    await page.keyboard.type('bea')
    await page.getByRole('option', { name: 'bea' }).waitFor()
  })

  it('a message is searched for and found with the keyboard alone', async () => {
    await site.say(ada, channel, 'the latency is high')
    const page = await openChat()
    await press('Search messages')(page)
    await focused(page).waitFor()
    await page.keyboard.type('latency')
    await page.keyboard.press('Enter')
    await page.getByText('1 message', { exact: true }).waitFor()
  })

  it('a question begins at the answer that changes nothing', async () => {
    const id = await site.say(ada, channel, 'to be deleted')
    const page = await openChat()
    const post = page.locator(`[data-post="${id}"]`)
    await post.hover()
    for (const name of ['More actions', 'Delete']) await post.getByRole('button', { name }).click()
    expect(await focused(page).innerText()).to.equal('Cancel')
  })

  const inConsole: readonly (readonly [question: string, begins: RegExp])[] = [
    ['test', /^Message$/],
    ['regenerate', /^Keep it for 24 hours/],
    ['delete', /^Cancel$/],
  ]
  for (const [question, begins] of inConsole) {
    it(`the console's dialog “${question}” begins at ${begins.source}`, async () => {
      const { page } = await site.visit(admin, `/admin/hooks/${webhookId}?ask=${question}`)
      await focused(page).waitFor()
      const labels = `document.activeElement.labels?.[0] ?? document.activeElement`
      await expectSoon(async () =>
        begins.test(await page.evaluate<string>(`(${labels}).textContent.trim()`)),
      )
    })
  }
})
