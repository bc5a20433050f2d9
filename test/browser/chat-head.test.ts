import { expect } from 'chai'
import { barriersIn } from './barriers.js'
import { type Channel, ChatSite } from './chat-site.js'
import { forSuite, type Person } from './site.js'
import { expectSoon } from './windows.js'

describe('around the messages', () => {
  const site = forSuite(new ChatSite())
  let ada: Person
  let bea: Person
  let channel: Channel

  before(async () => {
    ada = await site.person('ada')
    bea = await site.person('bea')
    channel = await site.channel('deploys', ada, bea)
  })

  it('the number of webhooks counts all of the channel with one small request, and leads to them', async () => {
    const admin = await site.admin()
    const many = await site.channel('many', admin)
    const add = async (n: number): Promise<void> => {
      const body = { channel_id: many.id, display_name: `hook ${n}` }
      await site.as(admin.token, 'POST', '/hooks/incoming', body)
    }
    for (let n = 0; n < 205; n++) await add(n)
    // A channel whose name is part of another one's.
    await site.channel('deploys-too', admin)
    const { page } = await site.visit(admin, channel.path)
    await page.getByRole('link', { name: '1 webhook', exact: true }).click()
    await page.getByText('1 webhook', { exact: true }).waitFor({ state: 'attached' })
    await page.getByRole('group', { name: 'Channel' }).getByText('In deploys').waitFor()
    await page.goBack()
    await page.getByRole('link', { name: '1 webhook', exact: true }).waitFor()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(site.host.url + many.path)
    await page.getByRole('link', { name: '206 webhooks' }).waitFor()
    const lists = asked.filter((url) => url.includes('/hooks/incoming'))
    expect(lists.map((url) => new URL(url).search)).to.deep.equal([
      `?channel_id=${many.id}&per_page=1&include_total_count=true`,
    ])
    await add(206)
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
    await page.getByRole('link', { name: '207 webhooks' }).waitFor()
  })

  it('the webhooks of a channel are at hand on phones too, and so is that of a message', async () => {
    const admin = await site.admin()
    const builds = await site.channel('builds', admin)
    await site.hook(builds, { text: 'built' })
    const { page } = await site.visit(admin, builds.path, { viewport: { width: 390, height: 800 } })
    await page.getByRole('link', { name: '1 webhook', exact: true }).waitFor()
    await page.getByRole('article').getByRole('link', { name: 'builds', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'builds' }).waitFor()
    expect(page.url()).to.match(/\/admin\/hooks\/\w+$/)
  })

  it('a missing channel is a page of its own, with a way to it by Tab', async () => {
    const { page, faults } = await site.visit(ada, '/main/channels/nowhere')
    await page.getByRole('heading', { level: 1, name: 'Channel or message not found' }).waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
    const [art, title] = await Promise.all([
      page.locator('.empty__art').boundingBox(),
      page.getByRole('heading', { level: 1 }).boundingBox(),
    ])
    expect((title?.y ?? 0) - (art?.y ?? 0)).to.be.within(1, 120)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expectSoon(() => page.evaluate(`document.activeElement.id === 'missing'`))
    expect(faults.filter((fault) => !fault.includes('404'))).to.deep.equal([])
  })

  for (const path of [
    '/foo/bar',
    '/main/channels',
    '/%E0/channels/x',
    '/elsewhere/channels/x',
    '/a/b/c/d',
  ]) {
    it(`the address ${path} is a page that leads to the messages`, async () => {
      const { page, faults } = await site.visit(ada, path)
      await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
      expect(await page.title()).to.equal('Page not found')
      expect(await barriersIn(page)).to.deep.equal([])
      expect(faults.filter((fault) => !fault.includes('404'))).to.deep.equal([])
      await page.getByRole('link', { name: 'Go to messages' }).click()
      await page.getByRole('heading', { level: 1, name: 'deploys' }).waitFor()
    })
  }

  it('the icon of the tab has a mark for unread messages, and another one for one’s own', async () => {
    const other = await site.channel('other', ada, bea)
    const { page } = await site.visit(ada, channel.path)
    await page.getByRole('link', { name: 'other' }).waitFor()
    const icon = () => page.locator('link[rel="icon"]').getAttribute('href')
    const read = await icon()
    expect(read).to.match(/^data:image\/svg\+xml,/)
    await site.say(bea, other, 'news')
    await expectSoon(async () => (await icon()) !== read)
    const unread = await icon()
    await site.say(bea, other, '@ada look')
    await expectSoon(async () => ![read, unread].includes(await icon()))
    await page.getByRole('link', { name: /^other/ }).click()
    await expectSoon(async () => (await icon()) === read)
  })

  it('a message that is too long cannot be sent, and the page says why', async () => {
    const { page } = await site.visit(ada, channel.path)
    const field = page.getByLabel('Message to deploys')
    await field.fill('x'.repeat(16_384))
    await page.getByText('16,384 of 16,383 characters. Shorten the message to send it.').waitFor()
    const send = page.getByRole('button', { name: 'Send' })
    expect(await send.getAttribute('aria-disabled')).to.equal('true')
    expect(await send.getAttribute('aria-describedby')).to.equal('compose-hint')
    await field.press('Enter')
    await field.fill('short enough')
    expect(await send.getAttribute('aria-disabled')).to.equal('false')
    expect(await page.locator('article[data-post]').count()).to.equal(0)
  })

  it('a thread is beside the channel from 1024 pixels on', async () => {
    const root = await site.say(ada, channel, 'with a thread')
    const { page } = await site.visit(ada, `${channel.path}?thread=${root}`, {
      viewport: { width: 1024, height: 768 },
    })
    await page.getByRole('region', { name: /^Thread/ }).waitFor()
    const messages = page.getByRole('region', { name: 'Messages in deploys' })
    expect((await messages.boundingBox())?.width).to.be.greaterThan(300)
    await page.setViewportSize({ width: 1023, height: 768 })
    await messages.waitFor({ state: 'hidden' })
  })
})
