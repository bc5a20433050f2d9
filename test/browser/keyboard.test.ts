import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type Channel, ChatSite } from './chat-site.js'
import { forSuite, type Person } from './site.js'
import { expectSoon, type Visit } from './windows.js'

/** What it takes at most; a text that is typed counts as one key. */
const MOST_KEYS = {
  'sign in': 4,
  'open the System Console': 5,
  'turn integrations on': 4,
  'go to the webhooks': 6,
  'go to the form': 2,
  'fill it in': 8,
  'save it': 2,
  'copy the URL': 5,
  'open the channel': 3,
} as const

/** The same where integrations are on already, from signing in to the message, in all. */
const MOST_IN_ALL = 31

type Step = keyof typeof MOST_KEYS

/** Presses keys, and counts those of each step. */
class Keys {
  readonly counted: Partial<Record<Step, number>> = {}
  #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** Keys of other steps are pressed in that page. */
  in(page: Page): this {
    this.#page = page
    return this
  }

  /** A text in quotes is typed. */
  async press(step: Step, ...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      if (key.startsWith("'")) await this.#page.keyboard.type(key.slice(1, -1))
      else await this.#page.keyboard.press(key)
    }
    this.counted[step] = (this.counted[step] ?? 0) + keys.length
  }
}

describe('the keyboard', () => {
  const site = forSuite(new ChatSite())
  let ada: Person
  let channel: Channel

  before(async () => {
    ada = await site.person('ada')
    channel = await site.channel('alpha', ada)
    await site.channel('beta', ada)
    await site.channel('gamma', ada)
  })

  const field = (page: Page) => page.getByPlaceholder(/^Write to/)
  const active = (page: Page) =>
    page.evaluate<string>(
      `document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.innerText ?? ''`,
    )

  it('sends nothing while an input method composes', async () => {
    const { page } = await site.visit(ada, channel.path)
    await field(page).fill('か')
    const enter = `new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true })`
    await page.evaluate(`document.activeElement.dispatchEvent(${enter})`)
    expect(await field(page).inputValue()).to.equal('か')
    await page.keyboard.press('Enter')
    await page.locator('article[data-post]').filter({ hasText: 'か' }).waitFor()
  })

  it('types letters and signs into fields, whatever they do elsewhere', async () => {
    const { page } = await site.visit(ada, channel.path)
    await field(page).focus()
    await page.keyboard.type('jkr?/')
    expect(await field(page).inputValue()).to.equal('jkr?/')
    expect(await page.locator('dialog').count()).to.equal(0)
  })

  it('goes through the channels of the switcher by arrows, Home and End', async () => {
    const { page } = await site.visit(ada, channel.path)
    await field(page).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('option').nth(2).waitFor()
    const options = await page.getByRole('option').allInnerTexts()
    for (const [key, expected] of [
      ['End', options.at(-1)],
      ['Home', options[0]],
      ['ArrowDown', options[1]],
      ['ArrowUp', options[0]],
    ] as const) {
      await page.keyboard.press(key)
      await expectSoon(async () => (await active(page)) === expected)
    }
  })

  it('leaves by Escape first the menu, then the thread, then the message', async () => {
    const id = await site.say(ada, channel, 'with a thread')
    const { page } = await site.visit(ada, `${channel.path}?thread=${id}`)
    const thread = page.getByRole('region', { name: /^Thread/ })
    await thread.getByText('with a thread').waitFor()
    const menu = page.getByRole('button', { name: 'Main Menu' })
    await menu.click()
    await page.keyboard.press('Escape')
    await expectSoon(async () => (await menu.getAttribute('aria-expanded')) === 'false')
    expect(await thread.count()).to.equal(1)
    await page.keyboard.press('Escape')
    await thread.waitFor({ state: 'detached' })
    await expectSoon(() => page.evaluate(`document.activeElement.id === 'compose'`))
    await page.keyboard.press('ArrowUp')
    await expectSoon(() => page.evaluate(`document.activeElement.matches('[data-post]')`))
    await page.keyboard.press('Escape')
    await expectSoon(() => page.evaluate(`document.activeElement.id === 'compose'`))
  })

  it('goes through the tabs and the channels of the console by arrows, Home and End', async () => {
    const admin = await site.admin()
    const { page } = await site.visit(admin, '/admin/add')
    await page.getByRole('button', { name: 'Channel' }).click()
    await page.getByRole('option', { name: 'gamma' }).waitFor()
    for (const [key, expected] of [
      ['End', 'gamma'],
      ['ArrowUp', 'beta'],
      ['Home', 'alpha'],
      ['ArrowDown', 'beta'],
    ] as const) {
      await page.keyboard.press(key)
      await expectSoon(async () => (await active(page)).includes(expected))
    }
    await page.keyboard.press('Escape')
    await page.goto(`${site.host.url}/admin/`)
    await page.getByRole('link', { name: 'alpha', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'alpha' }).waitFor()
    await page.goto(`${page.url()}/connect`)
    const tabs = page.getByRole('tablist', { name: 'Shell' }).getByRole('tab')
    await tabs.first().waitFor()
    await tabs.first().focus()
    for (const [key, expected] of [
      ['End', 'PowerShell'],
      ['ArrowRight', 'macOS, Linux'],
      ['ArrowLeft', 'PowerShell'],
      ['Home', 'macOS, Linux'],
    ] as const) {
      await page.keyboard.press(key)
      await expectSoon(async () => {
        const chosen = page.locator('[role=tablist][aria-label=Shell] [aria-selected=true]')
        return (await chosen.innerText()) === expected
      })
    }
  })

  const focused = (page: Page, text: string) =>
    page.locator(':focus').filter({ hasText: text }).waitFor()

  /** Somebody who has signed in with the keyboard, and the keys that were pressed for it. */
  async function signIn() {
    const permissions = ['clipboard-read', 'clipboard-write']
    const maker = await site.visit(null, channel.path, { permissions })
    const keys = new Keys(maker.page)
    await maker.page.locator('#login:focus').waitFor()
    await keys.press('sign in', `'admin'`, 'Tab', `'${site.host.adminPassword}'`, 'Enter')
    await maker.page.getByRole('heading', { level: 1, name: channel.name, exact: true }).waitFor()
    return { maker, keys }
  }

  /** From the form to the message. */
  async function fillInAndPost(maker: Visit, keys: Keys, { id, name, path }: Channel) {
    const { page } = maker
    await focused(page, 'Add Incoming Webhook')
    await keys.press('fill it in', 'Tab', `'Disks'`, 'Tab', `'Full ones'`, 'Tab', 'Enter')
    await page.getByRole('option', { name }).waitFor()
    await keys.press('fill it in', `'${name}'`)
    await expectSoon(async () => (await active(page)).includes(name))
    await keys.press('fill it in', 'Enter')
    await page.locator('#channel_id:focus').waitFor()
    await keys.press('save it', 'Tab', 'Enter')
    await focused(page, 'Disks is ready')
    await keys.press('copy the URL', 'Tab', 'Tab', 'Tab', 'Tab', 'Enter')
    await page.getByText('URL copied').waitFor()

    const reader = await site.windows.beside(maker, site.host.url + channel.path)
    await reader.page.getByPlaceholder(/^Write to/).waitFor()
    await keys.in(reader.page).press('open the channel', 'Control+k', `'${name}'`, 'Enter')
    await reader.page.getByText('This is the start of').waitFor()
    const hookUrl = await page.evaluate<string>('navigator.clipboard.readText()')
    await site.hook({ id, name, path, hookUrl }, { text: 'Disk 3 is full' })
    await reader.page.getByRole('article').filter({ hasText: 'Disk 3 is full' }).waitFor()
    expect([...maker.faults, ...reader.faults]).to.deep.equal([])
  }

  it('leads from signing in to the message of a new webhook, with few keys', async () => {
    const alerts = await site.channel('alerts', await site.admin())
    await site.setting('EnableIncomingWebhooks', false)
    const { maker, keys } = await signIn()
    const { page } = maker
    await keys.press('open the System Console', 'Tab', 'Tab', 'Enter')
    await focused(page, 'Messages')
    await keys.press('open the System Console', 'Tab', 'Enter')
    await page.getByRole('switch').first().waitFor()
    await keys.press('turn integrations on', 'Tab', 'Enter', 'Tab', 'Space')
    await page.getByRole('link', { name: 'Incoming Webhooks' }).waitFor()
    const back = Array.from({ length: 5 }, () => 'Shift+Tab')
    await keys.press('go to the webhooks', ...back, 'Enter')
    await focused(page, 'Incoming Webhooks')
    await page.getByRole('link', { name: 'alpha', exact: true }).waitFor()
    await keys.press('go to the form', 'Tab', 'Enter')
    await fillInAndPost(maker, keys, alerts)
    expect(keys.counted).to.deep.equal(MOST_KEYS)
  })

  it(`takes ${MOST_IN_ALL} keys from signing in to that message where integrations are on`, async () => {
    const disks = await site.channel('disks', await site.admin())
    const { maker, keys } = await signIn()
    const { page } = maker
    await keys.press('go to the webhooks', 'Tab', 'Tab', 'Enter')
    await focused(page, 'Messages')
    await keys.press('go to the webhooks', 'Tab', 'Enter')
    await page.getByRole('link', { name: 'alpha', exact: true }).waitFor()
    await keys.press('go to the form', 'Tab', 'Enter', 'Tab', 'Enter')
    await fillInAndPost(maker, keys, disks)
    const total = Object.values(keys.counted).reduce((sum, count) => sum + count, 0)
    expect(total).to.equal(MOST_IN_ALL)
  })
})
