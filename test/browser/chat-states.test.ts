import { expect } from 'chai'
import type { Route } from 'playwright-core'
import { barriersIn } from './barriers.js'
import { type Channel, ChatSite, unique } from './chat-site.js'
import { forSuite, type Person } from './site.js'
import { expectSoon } from './windows.js'

const ATTACHMENT = {
  text: 'Error rate above 5%',
  actions: [{ id: 'ack', name: 'Acknowledge', integration: { url: 'https://robot.example/ack' } }],
}

describe('states of the chat', () => {
  const site = forSuite(new ChatSite())
  let ada: Person
  let channel: Channel

  before(async () => {
    ada = await site.person('ada')
  })

  beforeEach(async () => {
    channel = await site.channel(unique('room'), ada)
  })

  it('say that older messages are on their way', async () => {
    for (let n = 0; n < 70; n++) await site.say(ada, channel, `message ${n}.`)
    const { page } = await site.visit(ada, channel.path)
    await page.getByText('message 69.').waitFor()
    const held: Route[] = []
    await page.route('**/posts?*before=*', (route) => held.push(route))
    await page.evaluate(`document.querySelector('.feed').scrollTop = 0`)
    await page.getByText('Loading older messages').waitFor()
    await expectSoon(() => Promise.resolve(held.length > 0))
    for (const route of held) await route.continue()
    await page.getByText('message 0.', { exact: true }).waitFor({ state: 'attached' })
    await page.getByText('Loading older messages').waitFor({ state: 'detached' })
  })

  it('load older messages also when the pages are short, as those of large messages are', async () => {
    for (let n = 0; n < 20; n++) await site.say(ada, channel, `message ${n}.`)
    const { page } = await site.visit(ada, channel.path)
    await page.route('**/posts?*per_page=60*', async (route) => {
      const url = route.request().url().replace('per_page=60', 'per_page=9')
      await route.continue({ url })
    })
    await page.reload()
    await page.getByText('message 0.', { exact: true }).waitFor({ state: 'attached' })
  })

  it('offer another try at a message that the server could not look up', async () => {
    const id = await site.say(ada, channel, 'the message')
    const { page } = await site.visit(ada, channel.path)
    const path = `**/api/v4/posts/${id}`
    await page.route(path, (route) => route.fulfill({ status: 503, json: {} }))
    await page.goto(`${site.host.url}/main/pl/${id}`)
    await page.getByRole('heading', { name: 'The messages could not be loaded' }).waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
    await page.unroute(path)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('.post--target', { hasText: 'the message' }).waitFor()
  })

  it('show that a button is pressed, until its program has answered', async () => {
    await site.hook(channel, { attachments: [ATTACHMENT] })
    const { page } = await site.visit(ada, channel.path)
    const held: Route[] = []
    await page.route('**/actions/*', (route) => held.push(route))
    const button = page.getByRole('button', { name: 'Acknowledge' })
    await button.click()
    await expectSoon(async () => (await button.getAttribute('aria-busy')) === 'true')
    await expectSoon(() => Promise.resolve(held.length === 1))
    await held[0]?.fulfill({ json: { status: 'OK' } })
    await expectSoon(async () => (await button.getAttribute('aria-busy')) === 'false')
    expect(await page.getByRole('alert').count()).to.equal(0)
  })

  it('show under a post what only the reader is told, until it is dismissed', async () => {
    await site.hook(channel, { attachments: [ATTACHMENT] })
    await site.hook(channel, { text: 'another' })
    const { page, faults } = await site.visit(ada, channel.path)
    const answer = { status: 'OK', trigger_id: 't', ephemeral_text: 'You are **on** it' }
    await page.route('**/actions/*', (route) => route.fulfill({ json: answer }))
    const post = page.getByRole('article').filter({ hasText: 'Error rate above 5%' })
    await post.getByRole('button', { name: 'Acknowledge' }).click()
    await post.getByText('Only visible to you').waitFor()
    expect(await post.locator('strong').innerText()).to.equal('on')
    expect(await barriersIn(page)).to.deep.equal([])
    await post.getByRole('button', { name: 'Dismiss' }).click()
    await post.getByText('Only visible to you').waitFor({ state: 'detached' })
    expect(faults).to.deep.equal([])
  })
})
