import { expect } from 'chai'
import type { Locator, Page } from 'playwright-core'
import { barriersIn } from './barriers.js'
import { type Channel, ChatSite, unique } from './chat-site.js'
import { forSuite, type Person } from './site.js'
import { expectSoon } from './windows.js'

describe('a thread', () => {
  const site = forSuite(new ChatSite())
  let ada: Person
  let bea: Person

  before(async () => {
    ada = await site.person('ada')
    bea = await site.person('bea')
  })

  async function thread(): Promise<{
    page: Page
    channel: Channel
    rootId: string
    pane: Locator
  }> {
    const channel = await site.channel(unique('room'), ada, bea)
    await site.hook(channel, { text: 'root of it' })
    const { page } = await site.visit(ada, channel.path)
    const id = await page.getByRole('article').getAttribute('data-post')
    const pane = page.getByRole('region', { name: 'Thread' })
    return { page, channel, rootId: String(id), pane }
  }

  it('that is not there says so, and offers neither another try nor a reply', async () => {
    const channel = await site.channel(unique('room'), ada)
    const { page } = await site.visit(ada, `${channel.path}?thread=${'a'.repeat(26)}`)
    const pane = page.getByRole('region', { name: /^Thread/ })
    await pane.getByRole('heading', { name: 'Thread not found' }).waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
    expect(await pane.getByRole('textbox').count()).to.equal(0)
    await pane.getByRole('button', { name: 'Close thread' }).click()
    await pane.waitFor({ state: 'detached' })
    expect(page.url()).to.equal(site.host.url + channel.path)
  })

  it('is counted under its post and opens beside the channel', async () => {
    const { page, channel, rootId, pane } = await thread()
    await site.say(bea, channel, 'reply one', rootId)
    await site.hook(channel, { text: 'reply two', root_id: rootId })
    const link = page.getByRole('button', { name: /2 replies/ })
    await link.waitFor()
    expect(await page.getByText('reply one').count()).to.equal(0)
    await link.click()
    await pane.getByText('reply one').waitFor()
    expect(await pane.locator('.day').innerText()).to.equal('2 replies')
    await site.say(bea, channel, 'reply three', rootId)
    await pane.getByText('reply three').waitFor()
    expect(await pane.locator('.bot').count()).to.equal(2)
    await page.reload()
    await pane.getByText('reply three').waitFor()
  })

  it('is answered from its pane, which Escape closes', async () => {
    const { page, pane } = await thread()
    const post = page.getByRole('article')
    await post.focus()
    await page.keyboard.press('r')
    await pane.getByLabel('Reply in the thread').fill('my answer')
    await page.keyboard.press('Enter')
    await pane.getByText('my answer').waitFor()
    await page.getByRole('button', { name: /1 reply/ }).waitFor()
    await page.keyboard.press('Escape')
    await pane.waitFor({ state: 'detached' })
    await expectFocus(page, 'compose')
  })

  it('takes the place of the channel below 1024 px', async () => {
    const { page, rootId, pane } = await thread()
    await page.setViewportSize({ width: 800, height: 700 })
    await page.goto(`${page.url()}?thread=${rootId}`)
    await pane.getByText('root of it').waitFor()
    expect(await page.locator('.chat__channel .composer').isVisible()).to.equal(false)
    expect(await page.getByRole('heading', { level: 1 }).count()).to.equal(1)
  })

  it('and any other post open by their address, in their place', async () => {
    const channel = await site.channel(unique('long'), ada)
    const ids: string[] = []
    for (let n = 0; n < 150; n++) ids.push(await site.say(ada, channel, `message ${n}.`))
    const { page } = await site.visit(ada, `/main/pl/${ids[40] ?? ''}`)
    const target = page.getByRole('article').filter({ hasText: 'message 40.' })
    await target.waitFor()
    // Older posts come above it a few per frame.
    await expectSoon(async () => {
      const { y = 0 } = (await target.boundingBox()) ?? {}
      return y > 104 && y < 660
    })
    expect(await page.getByText('message 149.').count()).to.equal(0)
  })
})

async function expectFocus(page: Page, id: string): Promise<void> {
  await expectSoon(() => page.evaluate(`document.activeElement.id === '${id}'`))
}
