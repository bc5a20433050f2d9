import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type Channel, ChatSite } from './chat-site.js'
import { forSuite, type Person } from './site.js'
import { expectSoon } from './windows.js'

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
})
