import { expect } from 'chai'
import type { Locator, Page } from 'playwright-core'
import { barriersIn } from './barriers.js'
import { CABLE } from './cable.js'
import { type Channel, ChatSite, unique } from './chat-site.js'
import { forSuite, type Person } from './site.js'
import { expectSoon } from './windows.js'

describe('editing and deleting messages', () => {
  const site = forSuite(new ChatSite())
  let ada: Person
  let bea: Person

  before(async () => {
    ada = await site.person('ada')
    bea = await site.person('bea')
  })

  const article = (page: Page, text: string): Locator =>
    page.locator('.chat__channel article[data-post]').filter({ hasText: text })
  const more = (post: Locator): Locator => post.getByRole('button', { name: 'More actions' })
  const field = (page: Page): Locator => page.getByLabel('Message text')
  const question = (page: Page): Locator => page.getByRole('alertdialog')

  /** A channel with a message, and ada who looks at it. */
  async function open(
    author: Person,
    text: string,
    scripts: readonly string[] = [],
  ): Promise<{ page: Page; channel: Channel; id: string; post: Locator }> {
    const channel = await site.channel(unique('room'), ada, bea)
    const id = await site.say(author, channel, text)
    const { page } = await site.visit(ada, channel.path, { scripts })
    const post = page.locator(`.chat__channel [data-post="${id}"]`)
    await post.waitFor()
    return { page, channel, id, post }
  }

  async function choose(post: Locator, entry: string): Promise<void> {
    await post.hover()
    await more(post).click()
    await post.locator('.menu__item').filter({ hasText: entry }).click()
  }

  async function expectFocus(page: Page, where: string): Promise<void> {
    await expectSoon(() => page.evaluate(`document.activeElement.matches('${where}')`))
  }

  it('by the keyboard alone changes the text, for other readers at once', async () => {
    const { page, channel, id, post } = await open(ada, 'frist')
    const { page: other } = await site.visit(bea, channel.path)
    await article(other, 'frist').waitFor()
    await page.getByLabel(`Message to ${channel.name}`).focus()
    await page.keyboard.press('ArrowUp')
    for (let tabs = 0; tabs < 4; tabs++) await page.keyboard.press('Tab')
    await expectFocus(page, '[aria-label="More actions"]')
    await page.keyboard.press('Enter')
    await expectFocus(page, '.menu__item')
    await page.keyboard.press('Escape')
    await expectFocus(page, '[aria-label="More actions"]')
    await page.keyboard.press('Enter')
    await expectFocus(page, '.menu__item')
    await page.keyboard.press('Enter')
    await expectFocus(page, 'textarea')
    expect(await field(page).inputValue()).to.equal('frist')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('first')
    await page.keyboard.press('Enter')
    await post.getByText('(edited)').waitFor()
    expect(await post.locator('.md').innerText()).to.equal('first')
    await expectFocus(page, `[data-post="${id}"]`)
    await article(other, 'first').getByText('(edited)').waitFor()
    expect(await article(other, 'frist').count()).to.equal(0)
    await other.reload()
    await article(other, 'first').getByText('(edited)').waitFor()
  })

  it('by E begins, and by Escape leaves everything as it was', async () => {
    const { page, post } = await open(ada, 'as it was')
    await post.focus()
    await page.keyboard.press('e')
    await field(page).fill('something else')
    await page.keyboard.press('Escape')
    await field(page).waitFor({ state: 'detached' })
    expect(await post.locator('.md').innerText()).to.equal('as it was')
    await page.keyboard.press('e')
    expect(await field(page).inputValue()).to.equal('as it was')
    await field(page).fill(' ')
    const save = post.getByRole('button', { name: 'Save' })
    expect(await save.getAttribute('aria-disabled')).to.equal('true')
    await post.getByRole('button', { name: 'Cancel' }).click()
    expect(await post.getByText('(edited)').count()).to.equal(0)
  })

  it('keeps the text that could not be saved, and says why', async () => {
    const { page, post } = await open(ada, 'before')
    await page.route('**/patch', (route) => route.abort())
    await choose(post, 'Edit')
    await field(page).fill('after')
    await post.getByRole('button', { name: 'Save' }).click()
    await post.getByRole('alert').filter({ hasText: 'Not saved.' }).waitFor()
    expect(await field(page).inputValue()).to.equal('after')
    await page.unroute('**/patch')
    await post.getByRole('button', { name: 'Save' }).click()
    await post.getByText('(edited)').waitFor()
    expect(await post.locator('.md').innerText()).to.equal('after')
  })

  it('deletes after a question, for other readers at once', async () => {
    const { page, channel, id, post } = await open(ada, '**to be deleted** \\*')
    await site.say(bea, channel, 'the next one')
    const { page: other } = await site.visit(bea, channel.path)
    await article(other, 'to be deleted').waitFor()
    await choose(post, 'Delete')
    await expectFocus(page, 'dialog button:not(.btn--danger)')
    expect(await question(page).innerText()).to.include('ada: to be deleted *\n')
    await page.keyboard.press('Enter')
    await question(page).waitFor({ state: 'detached' })
    await expectFocus(page, '[aria-label="More actions"]')
    expect(await post.count()).to.equal(1)
    await choose(post, 'Delete')
    await question(page).getByRole('button', { name: 'Delete message' }).click()
    await post.waitFor({ state: 'detached' })
    await article(other, 'to be deleted').waitFor({ state: 'detached' })
    expect(await article(other, 'the next one').count()).to.equal(1)
    await expectSoon(() =>
      page.evaluate(`document.activeElement.innerText.includes('the next one')`),
    )
    await page.goto(`${site.host.url}/main/pl/${id}`)
    await page.getByRole('heading', { name: 'Channel or message not found' }).waitFor()
  })

  it('says when a deletion got no answer; another try succeeds though the first one did too', async () => {
    const { page, post } = await open(ada, 'twice', [CABLE])
    await page.evaluate('mute()')
    await page.route('**/api/v4/posts/*', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await choose(post, 'Delete')
    const go = question(page).getByRole('button', { name: 'Delete message' })
    await go.click()
    await question(page).getByRole('alert').filter({ hasText: 'Not deleted.' }).waitFor()
    expect(await post.count()).to.equal(1)
    await page.unroute('**/api/v4/posts/*')
    await go.click()
    await post.waitFor({ state: 'detached' })
    await question(page).waitFor({ state: 'detached' })
  })

  it('is offered for own messages, and to administrators the deletion of all', async () => {
    const { post, channel, id } = await open(bea, 'by bea')
    await post.hover()
    expect(await more(post).count()).to.equal(0)
    const { page } = await site.visit(await site.admin(), channel.path)
    const same = page.locator(`.chat__channel [data-post="${id}"]`)
    await same.hover()
    await more(same).click()
    expect(await same.locator('.menu__item').allInnerTexts()).to.deep.equal(['Delete'])
    await same.getByRole('button', { name: 'Delete' }).click()
    await question(page).getByRole('button', { name: 'Delete message' }).click()
    await post.waitFor({ state: 'detached' })
  })

  it('takes a thread away with its first message, and counts what is left without a reply', async () => {
    const { page, channel, id, post } = await open(ada, 'the root')
    const reply = await site.say(bea, channel, 'reply one', id)
    await site.say(ada, channel, 'reply two', id)
    await post.getByRole('button', { name: /2 replies/ }).click()
    const pane = page.getByRole('region', { name: /^Thread/ })
    await pane.getByText('reply one').waitFor()
    await site.as(bea.token, 'DELETE', `/posts/${reply}`)
    await pane.getByText('reply one').waitFor({ state: 'detached' })
    await post.getByRole('button', { name: /1 reply/ }).waitFor()
    expect(await pane.locator('.day').innerText()).to.equal('1 reply')
    await site.as(ada.token, 'DELETE', `/posts/${id}`)
    await pane.waitFor({ state: 'detached' })
    await page.getByText(`This is the start of # ${channel.name}`).waitFor()
    expect(new URL(page.url()).search).to.equal('')
  })

  it('has no barriers in the menu, the field and the question', async () => {
    const { page, post, id } = await open(ada, 'for everybody')
    await site.as(ada.token, 'PUT', `/posts/${id}/patch`, { message: 'changed' })
    await post.getByText('(edited)').waitFor()
    await post.hover()
    await more(post).click()
    expect(await barriersIn(page, { covered: true })).to.deep.equal([])
    await post.locator('.menu__item').filter({ hasText: 'Edit' }).click()
    await field(page).waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
    await page.keyboard.press('Escape')
    await choose(post, 'Delete')
    await question(page).waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
  })

  it('elsewhere takes back what was unread', async () => {
    const { page } = await open(ada, 'here')
    const other = await site.channel(unique('other'), ada, bea)
    const id = await site.say(bea, other, '@ada look')
    const row = page.getByRole('link', { name: `${other.name} 1 mention` })
    await row.waitFor()
    await site.as(bea.token, 'DELETE', `/posts/${id}`)
    await row.waitFor({ state: 'detached' })
  })

  it('are caught up with after the connection was lost', async () => {
    const channel = await site.channel(unique('room'), ada, bea)
    const ids: string[] = []
    for (const text of ['kept', 'changed', 'root']) ids.push(await site.say(bea, channel, text))
    const [, changed = '', root = ''] = ids
    const reply = await site.say(bea, channel, 'reply one', root)
    await site.say(bea, channel, 'reply two', root)
    const gone = await site.say(bea, channel, 'gone')
    const { page } = await site.visit(ada, `${channel.path}?thread=${root}`, { scripts: [CABLE] })
    const pane = page.getByRole('region', { name: /^Thread/ })
    await pane.getByText('reply one').waitFor()
    await article(page, 'gone').waitFor()
    await page.evaluate('cut()')
    await page.getByText('Connection lost. Reconnecting…').waitFor()
    await site.as(bea.token, 'PUT', `/posts/${changed}/patch`, { message: 'another text' })
    for (const id of [reply, gone]) await site.as(bea.token, 'DELETE', `/posts/${id}`)
    expect(await article(page, 'gone').count()).to.equal(1)
    await page.evaluate('restore()')
    await article(page, 'another text').getByText('(edited)').waitFor()
    await article(page, 'gone').waitFor({ state: 'detached' })
    await pane.getByText('reply one').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /1 reply/ }).waitFor()
    expect(await article(page, 'kept').count()).to.equal(1)
  })
})
