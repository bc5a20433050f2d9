import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { barriersIn } from './barriers.js'
import { type Channel, ChatSite, unique } from './chat-site.js'
import { forSuite, type Person } from './site.js'
import { expectSoon } from './windows.js'

/** Keeps what the field holds at the moment in which its placeholder changes. */
const WATCH_PLACEHOLDER = `
  new MutationObserver(([{ target }]) => (target.dataset.first ??= target.value))
    .observe(document.getElementById('compose'), { attributeFilter: ['placeholder'] })
`

describe('composing', () => {
  const site = forSuite(new ChatSite())
  let ada: Person
  let channel: Channel

  before(async () => {
    ada = await site.person('ada')
    await site.person('bea')
    channel = await site.channel('deploys', ada)
  })

  async function open(path = channel.path): Promise<Page> {
    const { page } = await site.visit(ada, path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    return page
  }

  const field = (page: Page) => page.getByPlaceholder(/^Write to/)

  it('sends on Enter and starts a line on Shift+Enter', async () => {
    const page = await open()
    await field(page).focus()
    await page.keyboard.type('first')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('second')
    await page.keyboard.press('Enter')
    const post = page.locator('article[data-post]').filter({ hasText: 'first' })
    await post.waitFor()
    expect(await post.locator('p').innerText()).to.equal('first\nsecond')
    expect(await field(page).inputValue()).to.equal('')
    expect(await page.getByText('first').count()).to.equal(1)
  })

  it('keeps a draft for each channel', async () => {
    const other = await site.channel(unique('other'), ada)
    const page = await open()
    await field(page).fill('for deploys')
    await page.evaluate(WATCH_PLACEHOLDER)
    await page.getByRole('link', { name: other.name }).click()
    await page.getByPlaceholder(`Write to # ${other.name}`).waitFor()
    expect(await field(page).getAttribute('data-first')).to.equal('')
    expect(await field(page).inputValue()).to.equal('')
    await page.goBack()
    await page.getByPlaceholder('Write to # deploys').waitFor()
    expect(await field(page).inputValue()).to.equal('for deploys')
    await page.reload()
    await field(page).waitFor()
    expect(await field(page).inputValue()).to.equal('for deploys')
    await field(page).fill('')
  })

  it('counts from 15,500 characters on', async () => {
    const page = await open()
    await field(page).fill('x'.repeat(15_499))
    expect(await page.getByText('characters').count()).to.equal(0)
    await field(page).fill('x'.repeat(15_500))
    await page.getByText('15,500 of 16,383 characters').waitFor()
    await field(page).fill('')
  })

  it('keeps what was not sent, to try again or discard', async () => {
    const page = await open()
    await page.route('**/api/v4/posts', (route) => route.abort())
    await field(page).fill('against the wind')
    await page.keyboard.press('Enter')
    const failed = page.getByRole('article').filter({ hasText: 'against the wind' })
    await failed.getByText('Not sent.').waitFor()
    await page.unroute('**/api/v4/posts')
    await failed.getByRole('button', { name: 'Try again' }).click()
    await page.locator('article[data-post]').filter({ hasText: 'against the wind' }).waitFor()
    await page.route('**/api/v4/posts', (route) => route.abort())
    await field(page).fill('never mind')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByText('never mind').waitFor({ state: 'detached' })
  })

  it('offers names after @ and emoji after :', async () => {
    const page = await open()
    await field(page).focus()
    await page.keyboard.type('hi @be')
    await page.getByRole('option', { name: 'bea' }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type(':rocke')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Tab')
    expect(await field(page).inputValue()).to.equal('hi @bea :rocket: ')
    await page.getByRole('button', { name: 'Emoji' }).click()
    await page.getByRole('option', { name: 'tada', exact: true }).click()
    expect(await field(page).inputValue()).to.equal('hi @bea :rocket: :tada: ')
    await field(page).fill('')
  })

  it('finds an emoji in a grid by its name, or by arrow keys', async () => {
    const page = await open()
    await field(page).fill('done')
    await page.getByRole('button', { name: 'Emoji' }).click()
    const search = page.getByRole('combobox', { name: 'Search emoji' })
    const chosen = page.locator('.emojis [aria-selected=true]')
    const names = await page.locator('.emojis .vh').allInnerTexts()
    for (const [key, index] of [
      ['ArrowRight', 1],
      ['ArrowDown', 9],
      ['ArrowLeft', 8],
      ['ArrowUp', 0],
      ['ArrowUp', 0],
    ] as const) {
      await search.press(key)
      expect(await chosen.locator('.vh').innerText()).to.equal(names[index])
    }
    expect(await barriersIn(page, { covered: true })).to.deep.equal([])
    await search.fill('no such name')
    await page.getByText('No emoji matches “no such name”').waitFor()
    await search.fill('rocke')
    await search.press('Enter')
    expect(await field(page).inputValue()).to.equal('done :rocket: ')
    await expectSoon(() => page.evaluate(`document.activeElement.id === 'compose'`))
    await field(page).fill('')
  })

  it('marks the chosen emoji also where colours are forced', async () => {
    const { page } = await site.visit(ada, channel.path, { forcedColors: 'active' })
    await page.getByRole('button', { name: 'Emoji' }).click()
    const chosen = '.emojis [aria-selected=true]'
    await page.locator(chosen).waitFor()
    const style = `getComputedStyle(document.querySelector('${chosen}')).outlineStyle`
    expect(await page.evaluate(style)).to.equal('solid')
  })

  it('makes bold what is selected on Ctrl+B', async () => {
    const page = await open()
    await field(page).fill('word')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+b')
    expect(await field(page).inputValue()).to.equal('**word**')
    await field(page).fill('')
  })
})

describe('moving about', () => {
  const site = forSuite(new ChatSite())
  let ada: Person
  let first: Channel
  let second: Channel

  before(async () => {
    ada = await site.person('ada')
    await site.person('bea')
    first = await site.channel('alpha', ada)
    second = await site.channel('beta', ada)
    await site.channel('gamma', ada)
  })

  const heading = (page: Page, name: string) =>
    page.getByRole('heading', { level: 1, name, exact: true })

  it('by Ctrl+K goes to a channel or opens one with a person', async () => {
    const { page } = await site.visit(ada, first.path)
    await heading(page, 'alpha').waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('bet')
    await page.keyboard.press('Enter')
    await heading(page, 'beta').waitFor()
    await expectSoon(() => page.evaluate(`document.activeElement.id === 'channel-title'`))
    await page.keyboard.press('Control+k')
    await page.keyboard.type('bea')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await heading(page, 'bea').waitFor()
    await page.getByText('Only the two of you can see this').waitFor()
  })

  it('by Alt and arrows goes through the channels, with Shift through the unread ones', async () => {
    const { page } = await site.visit(ada, first.path)
    await heading(page, 'alpha').waitFor()
    await page.keyboard.press('Alt+ArrowDown')
    await heading(page, 'beta').waitFor()
    await page.keyboard.press('Alt+ArrowUp')
    await heading(page, 'alpha').waitFor()
    const gamma = page.getByRole('link', { name: 'gamma' })
    const { id } = await site.as(ada.token, 'GET', `/teams/${await teamId()}/channels/name/gamma`)
    await site.host.api('POST', '/posts', { channel_id: id, message: 'news' })
    await gamma.locator('.chan__dot').waitFor()
    await page.keyboard.press('Alt+Shift+ArrowDown')
    await heading(page, 'gamma').waitFor()
  })

  async function teamId(): Promise<string> {
    return String((await site.as(ada.token, 'GET', '/teams/name/main'))['id'])
  }

  it('by J, K and arrows goes from message to message', async () => {
    for (const text of ['one', 'two', 'three']) await site.say(ada, second, text)
    const { page } = await site.visit(ada, second.path)
    await page.getByText('three').waitFor()
    await page.getByLabel('Message to beta').focus()
    await page.keyboard.press('ArrowUp')
    await expectFocused(page, 'three')
    await page.keyboard.press('k')
    await expectFocused(page, 'two')
    await page.keyboard.press('j')
    await expectFocused(page, 'three')
    await page.keyboard.press('?')
    const shortcuts = page.getByRole('heading', { name: 'Keyboard shortcuts' })
    await shortcuts.waitFor()
    await page.keyboard.press('Escape')
    await shortcuts.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await expectSoon(() => page.evaluate(`document.activeElement.id === 'compose'`))
  })

  it('up loads older messages and keeps the place', async () => {
    const long = await site.channel('long', ada)
    for (let n = 0; n < 130; n++) await site.say(ada, long, `message ${n}.`)
    const { page } = await site.visit(ada, long.path)
    await page.getByText('message 129.').waitFor()
    expect(await page.getByText('message 60.', { exact: true }).count()).to.equal(0)
    const top = `(() => {
      const box = document.querySelector('.feed')
      const posts = [...box.querySelectorAll('article')]
      return posts.find((each) => each.innerText.includes('message 75.')).getBoundingClientRect().top
    })()`
    await page.evaluate(`document.querySelector('.feed').scrollTop = 200`)
    const before = Number(await page.evaluate(top))
    await page.getByText('message 60.', { exact: true }).waitFor({ state: 'attached' })
    expect(Math.abs(Number(await page.evaluate(top)) - before)).to.be.below(2)
    const oldest = page.getByText('message 0.', { exact: true })
    // Further up than what has come meanwhile, as a reader would.
    await expectSoon(async () => {
      await page.evaluate(`document.querySelector('.feed').scrollTop = 0`)
      return (await oldest.count()) === 1
    })
  })

  it('to what does not exist says so', async () => {
    const { page } = await site.visit(ada, '/main/channels/nowhere')
    await page.getByRole('heading', { name: 'Channel or message not found' }).waitFor()
    await page.getByRole('link', { name: 'alpha' }).click()
    await heading(page, 'alpha').waitFor()
  })
})

/** Waits until the focus is on the message with this text. */
async function expectFocused(page: Page, text: string): Promise<void> {
  await expectSoon(() => page.evaluate(`document.activeElement.innerText.includes('${text}')`))
}
