import { expect } from 'chai'
import { initials } from '../../ui/initials.js'
import type { Page } from 'playwright-core'
import { barriersIn } from './barriers.js'
import { type Channel, ChatSite, unique } from './chat-site.js'
import { PICTURE, PICTURE_HOST, servePicture } from './picture.js'
import { forSuite, type Person } from './site.js'
import { expectSoon } from './windows.js'

interface WebhookRecord {
  readonly id: string
  readonly channel_id: string
}

describe('messages that arrive', () => {
  const site = forSuite(new ChatSite(), { env: { IMAGE_HOSTS: PICTURE_HOST } })
  let ada: Person
  let bea: Person

  before(async () => {
    ada = await site.person('ada')
    bea = await site.person('bea')
  })

  async function open(...members: readonly Person[]): Promise<{ page: Page; channel: Channel }> {
    const channel = await site.channel(unique('room'), ada, ...members)
    const { page } = await site.visit(ada, channel.path)
    await page.getByText(`This is the start of # ${channel.name}`).waitFor()
    return { page, channel }
  }

  it('from a webhook carry BOT, beside the name and not in it', async () => {
    const { page, channel } = await open()
    await site.hook(channel, { text: 'Backup **finished**', username: 'admin BOT' })
    const post = page.getByRole('article').filter({ hasText: 'Backup finished' })
    await post.waitFor()
    expect(await post.locator('.post__author').innerText()).to.equal('webhook')
    expect(await post.locator('.bot').innerText()).to.equal('BOT')
    expect(await post.locator('.post__author .bot').count()).to.equal(0)
    expect(await post.locator('.av--hook').innerText()).to.equal(initials(channel.name))
    expect(await post.locator('strong').innerText()).to.equal('finished')
    // Which webhook, for everybody: not only where a pointer rests.
    await page
      .getByRole('article', { name: new RegExp(`^${channel.name} \\(bot\\): Backup finished, `) })
      .waitFor()
    expect(await post.locator('.post__hook a').count(), 'ada may not manage it').to.equal(0)
  })

  it('name their webhook with a link for who may manage it, whatever becomes of it', async () => {
    const { channel } = await open()
    const admin = await site.admin()
    const hooks = (await site.host.api('GET', '/hooks/incoming')) as readonly WebhookRecord[]
    const id = hooks.find(({ channel_id }) => channel_id === channel.id)?.id ?? ''
    await site.hook(channel, { text: 'before' })
    await site.host.api('PUT', `/hooks/incoming/${id}`, {
      id,
      channel_id: channel.id,
      display_name: 'Renamed',
      description: '',
    })
    await site.hook(channel, { text: 'after' })
    const { page } = await site.visit(admin, channel.path)
    const names = page.locator('.post__hook a')
    await names.nth(1).waitFor()
    expect(await names.allInnerTexts(), 'as when they were posted').to.deep.equal([
      channel.name,
      'Renamed',
    ])
    await names.first().click()
    await page.getByRole('heading', { level: 1, name: 'Renamed' }).waitFor()
    await site.host.api('DELETE', `/hooks/incoming/${id}`)
    await page.goto(`${site.host.url}${channel.path}`)
    await names.first().click()
    await page.getByRole('heading', { name: 'Webhook not found' }).waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
  })

  it('from people carry none', async () => {
    const { page, channel } = await open(bea)
    await site.say(bea, channel, 'Good morning')
    const post = page.getByRole('article').filter({ hasText: 'Good morning' })
    await post.waitFor()
    expect(await post.locator('.bot').count()).to.equal(0)
  })

  describe('under overrides', () => {
    before(async () => {
      await site.setting('EnablePostUsernameOverride', true)
      await site.setting('EnablePostIconOverride', true)
    })

    after(async () => {
      await site.setting('EnablePostUsernameOverride', false)
      await site.setting('EnablePostIconOverride', false)
    })

    it('show the name and the emoji of the payload, and BOT all the same', async () => {
      const { page, channel } = await open()
      await site.hook(channel, { text: 'one', username: 'Nightly', icon_emoji: ':rocket:' })
      const post = page.getByRole('article').filter({ hasText: 'one' })
      await post.waitFor()
      expect(await post.locator('.post__author').innerText()).to.equal('Nightly')
      expect(await post.locator('.av--emoji').innerText()).to.equal('🚀')
      expect(await post.locator('.bot').count()).to.equal(1)
    })

    it('show a picture of an allowed host', async () => {
      const { page, channel } = await open()
      await servePicture(page)
      const loaded = page.waitForResponse(PICTURE)
      await site.hook(channel, { text: 'two', icon_url: PICTURE })
      expect((await loaded).status()).to.equal(200)
      expect(await page.locator('.av__picture').getAttribute('src')).to.equal(PICTURE)
    })

    it('show initials and a way to the picture of any other host, without asking it', async () => {
      const { page, channel } = await open()
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      await site.hook(channel, { text: 'three', icon_url: 'https://elsewhere.example/p.png' })
      const post = page.getByRole('article').filter({ hasText: 'three' })
      await post.waitFor()
      expect(await post.locator('.av--hook').innerText()).to.equal(initials(channel.name))
      const link = post.getByRole('link', { name: 'Open the picture of the author in new tab' })
      expect(await link.getAttribute('href')).to.equal('https://elsewhere.example/p.png')
      expect(await link.getAttribute('rel')).to.equal('noopener noreferrer nofollow')
      expect(asked.filter((url) => url.includes('elsewhere'))).to.deep.equal([])
    })
  })

  it('elsewhere make the channel bold, and mentions are counted', async () => {
    const { page } = await open()
    const other = await site.channel(unique('other'), ada, bea)
    const row = page.getByRole('navigation', { name: 'Channels' }).getByRole('link', {
      name: other.name,
    })
    await row.waitFor()
    await site.hook(other, { text: 'nobody in particular' })
    await row.locator('.chan__dot').waitFor()
    expect(await row.getAttribute('class')).to.include('chan--unread')
    await site.say(bea, other, '@ada one')
    await site.hook(other, { text: '<!channel> two' })
    await page.getByRole('link', { name: `${other.name} 2 mentions` }).waitFor()
    await expectSoon(async () => (await page.title()).startsWith('(2) '))
    await row.click()
    await page.getByRole('heading', { level: 1, name: other.name }).waitFor()
    await row.locator('.mentions').waitFor({ state: 'detached' })
    const unread = `/users/me/channels/${other.id}/unread`
    await expectSoon(async () => (await site.as(ada.token, 'GET', unread))['mention_count'] === 0)
    await expectSoon(async () => (await page.locator('.post--mention').count()) === 2)
    expect(await page.locator('.at--me').allInnerTexts()).to.deep.equal(['@ada', '@channel'])
  })

  it('are told to screen readers outside the feed', async () => {
    const { page, channel } = await open(bea)
    await site.say(bea, channel, '@ada hello')
    await page.getByText(`bea mentioned you in ${channel.name}`).waitFor({ state: 'attached' })
    expect(await page.locator('.feed [aria-live]').count()).to.equal(0)
  })

  it('keep the reader at the end, or in place under a pill that counts them', async () => {
    const { page, channel } = await open()
    for (let n = 1; n <= 12; n++) await site.hook(channel, { text: `line\n\nof ${n}\n\nthree` })
    await page.getByText('of 12').waitFor()
    const fromEnd = '(box) => box.scrollHeight - box.scrollTop - box.clientHeight'
    await expectSoon(async () => (await measure(page, fromEnd)) < 2)
    await measure(page, '(box) => (box.scrollTop = 60)')
    // What comes before the page has drawn the scroll is not news yet.
    const drawn = 'new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))'
    await page.evaluate(drawn)
    const before = await measure(page, '(box) => box.scrollTop')
    await site.hook(channel, { text: 'news one' })
    await site.hook(channel, { text: 'news two' })
    const pill = page.getByRole('button', { name: '2 new messages' })
    await pill.waitFor()
    expect(await measure(page, '(box) => box.scrollTop')).to.equal(before)
    await pill.click()
    await expectSoon(async () => (await measure(page, fromEnd)) < 2)
    await pill.waitFor({ state: 'detached' })
  })

  it('move nothing that is shown already', async () => {
    const { page, channel } = await open()
    for (let n = 1; n <= 3; n++) await site.hook(channel, { text: `message ${n}` })
    await page.getByText('message 3').waitFor()
    await page.getByLabel(`Message to ${channel.name}`).focus()
    const head = await page.locator('.chead').boundingBox()
    const form = await page.locator('.composer').boundingBox()
    await site.hook(channel, { text: 'message 4' })
    await page.getByText('message 4').waitFor()
    expect(await page.locator('.chead').boundingBox()).to.deep.equal(head)
    expect(await page.locator('.composer').boundingBox()).to.deep.equal(form)
  })
})

describe('a connection that is lost', () => {
  it('is told after a second, then in red; what came meanwhile is caught up', async () => {
    const site = await new ChatSite().start()
    const { host } = site
    try {
      const ada = await site.person('ada')
      const channel = await site.channel('deploys', ada)
      await site.hook(channel, { text: 'before' })
      const { page } = await site.visit(ada, '/login')
      await page.clock.install()
      await page.goto(host.url + channel.path)
      await page.getByText('before').waitFor()
      await host.restart({
        whileDown: async () => {
          await page.clock.runFor(1_500)
          await page.getByText('Connection lost. Reconnecting…').waitFor()
          await page.getByText('Your text stays here until the connection is back.').waitFor()
          await page.clock.runFor(121_000)
          await page.getByText('No connection for 2 minutes.', { exact: false }).waitFor()
          const colour = `getComputedStyle(document.querySelector('.banner')).backgroundColor`
          expect(await page.evaluate(colour)).to.equal('rgb(253, 236, 234)')
        },
      })
      await site.hook(channel, { text: 'meanwhile' })
      await page.getByRole('button', { name: 'Try now' }).click()
      await page.getByText('meanwhile').waitFor()
      await page.locator('.banner').waitFor({ state: 'detached' })
      expect(await page.getByRole('article').count()).to.equal(2)
      await site.hook(channel, { text: 'afterwards' })
      await page.getByText('afterwards').waitFor()
    } finally {
      await site.stop()
    }
  })
})

async function measure(page: Page, step: string): Promise<number> {
  return Number(await page.evaluate(`(${step})(document.querySelector('.chat__channel .feed'))`))
}
