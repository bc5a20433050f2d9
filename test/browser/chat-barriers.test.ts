import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { barriersIn } from './barriers.js'
import { type Channel, ChatSite } from './chat-site.js'
import { forSuite, type Person } from './site.js'

const VIEWS = [
  [1280, 'light'],
  [390, 'dark'],
] as const

interface State {
  readonly name: string
  /** Leads to it from the channel, at the width of a phone. */
  readonly act: (page: Page) => Promise<unknown>
  /** Whether something covers a part of the page without making it inert. */
  readonly covered?: boolean
}

const PHONE = { width: 390, height: 844 }

const MENU = {
  id: 'where',
  name: 'Where',
  type: 'select',
  options: [{ text: 'Here', value: 'here' }],
  integration: { url: 'https://robot.example/where' },
}

const LATENCY = {
  title: 'Latency over 2 s',
  text: '**Slow** checkout',
  fields: [{ title: 'Region', value: 'eu' }],
}

/** An event of PagerDuty. */
function incident(type: string): object {
  const agent = { summary: 'Bea', type: 'user_reference' }
  const data = { id: 'Q1', type: 'incident', title: 'Payment errors', status: type }
  return { event: { id: type, event_type: `incident.${type}`, agent, data } }
}

const field = (page: Page) => page.getByLabel('Message to deploys')

async function inNavigation(page: Page, ...names: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Open navigation' }).click()
  for (const name of names) await page.getByRole('button', { name, exact: true }).click()
}

const STATES: readonly State[] = [
  {
    name: 'people to mention',
    covered: true,
    act: async (page) => {
      await field(page).pressSequentially('@')
      await page.getByRole('option', { name: 'bea' }).waitFor()
    },
  },
  {
    name: 'emoji to complete a word with',
    covered: true,
    act: async (page) => {
      await field(page).pressSequentially(':smi')
      await page.getByRole('option').nth(7).waitFor()
    },
  },
  {
    name: 'the menu of a message',
    covered: true,
    act: (page) => page.getByRole('button', { name: 'Where' }).click(),
  },
  {
    name: 'the menu of the channel',
    covered: true,
    act: (page) => page.getByRole('button', { name: 'Channel actions' }).click(),
  },
  {
    name: 'the menu that adds channels',
    covered: true,
    act: (page) => inNavigation(page, 'Add channels'),
  },
  { name: 'people to write to', act: (page) => inNavigation(page, 'New direct message') },
  {
    name: 'channels to join',
    act: async (page) => {
      await inNavigation(page, 'Add channels', 'Browse channels')
      await page.getByRole('button', { name: /^Join/ }).first().waitFor()
    },
  },
  {
    name: 'what a search found',
    act: async (page) => {
      await page.getByRole('button', { name: 'Search messages' }).click()
      await page.getByRole('searchbox').fill('latency')
      await page.keyboard.press('Enter')
      const found = page.locator('.found li')
      await found.filter({ hasText: /^webhook\s*Bot\s*· deploys\s*in deploys/ }).waitFor()
      await found
        .getByText('Latency over 2 s · Slow checkout · Region eu', { exact: true })
        .waitFor()
    },
  },
  {
    name: 'the thread of an incident that somebody looks at',
    act: async (page) => {
      await page.getByRole('button', { name: /1 reply/ }).click()
      const thread = page.locator('.thread')
      await thread.locator('strong', { hasText: 'Payment errors' }).waitFor()
      expect(await thread.getByText('By Bea', { exact: true }).count(), 'said above').to.equal(0)
      await thread.getByRole('button', { name: 'Show more' }).click()
      await thread.getByText('Acknowledged', { exact: true }).first().waitFor()
    },
  },
  {
    name: 'a search without a result',
    act: async (page) => {
      await page.getByRole('button', { name: 'Search messages' }).click()
      await page.getByRole('searchbox').fill('nothing like it')
      await page.keyboard.press('Enter')
      await page.getByText('No messages contain').waitFor()
    },
  },
  {
    name: 'a search that failed',
    act: async (page) => {
      await page.route('**/posts/search', (route) => route.fulfill({ status: 503, json: {} }))
      await page.getByRole('button', { name: 'Search messages' }).click()
      await page.getByRole('searchbox').fill('words')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'a message that was not sent, and one that is too long',
    act: async (page) => {
      await page.route('**/api/v4/posts', (route) => route.fulfill({ status: 503, json: {} }))
      await field(page).fill('never arrives')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Try again' }).waitFor()
      await field(page).fill('x'.repeat(16_384))
      await page.getByText('Shorten the message to send it.').waitFor()
    },
  },
  {
    name: 'that messages could not be loaded',
    act: async (page) => {
      await page.route('**/channels/*/posts?*', (route) => route.abort())
      await page.reload()
      await page.getByRole('heading', { name: 'The messages could not be loaded' }).waitFor()
    },
  },
  {
    name: 'that it could not start',
    act: async (page) => {
      await page.route('**/api/v4/users/me', (route) => route.abort())
      await page.reload()
      await page.getByRole('heading', { level: 1, name: 'The messages could not' }).waitFor()
    },
  },
]

describe('axe finds no barrier in the chat', () => {
  const site = forSuite(new ChatSite())
  let ada: Person
  let channel: Channel

  before(async () => {
    ada = await site.person('ada')
    await site.person('bea')
    channel = await site.channel('deploys', ada)
    await site.channel('elsewhere')
    await site.say(ada, channel, 'Rolled out')
    await site.hook(channel, { attachments: [LATENCY] })
    for (const type of ['triggered', 'acknowledged']) await site.hook(channel, incident(type))
    await site.hook(channel, { attachments: [{ text: 'Pick one', actions: [MENU] }] })
  })

  for (const { name, act, covered = false } of STATES) {
    it(`that shows ${name}`, async () => {
      const { page } = await site.visit(ada, channel.path, { viewport: PHONE })
      await page.getByText('Pick one').waitFor()
      await act(page)
      await look(page, covered)
    })
  }

  it('that tells why nobody is signed in', async () => {
    const { page } = await site.visit(null, '/login?expired=1')
    for (const status of [401, 429, 503]) {
      await page.unroute('**/users/login')
      await page.route('**/users/login', (route) => route.fulfill({ status, json: {} }))
      await page.getByLabel('Username or email').fill('ada')
      await page.getByLabel('Password', { exact: true }).fill('wrong')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('alert').waitFor()
      await look(page, false)
      await page.reload()
    }
  })
})

/** Where an open menu or a drawer is part of the state, it stays open while the window changes. */
async function look(page: Page, covered: boolean): Promise<void> {
  for (const [width, colorScheme] of VIEWS) {
    await page.setViewportSize({ ...PHONE, width })
    await page.emulateMedia({ colorScheme })
    expect(await barriersIn(page, { covered }), `${width} px, ${colorScheme}`).to.deep.equal([])
  }
}
