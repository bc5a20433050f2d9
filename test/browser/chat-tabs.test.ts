import { expect } from 'chai'
import { type Channel, ChatSite } from './chat-site.js'
import { forSuite, PASSWORD, type Person } from './site.js'

describe('several tabs of the chat', () => {
  const site = forSuite(new ChatSite())
  let ada: Person
  let channel: Channel

  before(async () => {
    ada = await site.person('ada')
    await site.person('bea')
    channel = await site.channel('deploys', ada)
  })

  const beside = (visit: Awaited<ReturnType<typeof site.visit>>, path: string) =>
    site.windows.beside(visit, site.host.url + path)

  it('are signed in together: a message, a channel and the console', async () => {
    const id = await site.say(ada, channel, 'a message with a permalink')
    const first = await site.visit(null, '/login')
    await first.page.getByLabel('Username or email').fill('ada')
    await first.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await first.page.getByRole('button', { name: 'Sign in' }).click()
    await first.page.getByRole('navigation', { name: 'Channels' }).waitFor()
    const second = await beside(first, `/main/pl/${id}`)
    await second.page.getByText('a message with a permalink').waitFor()
    await site.say(ada, channel, 'comes live')
    await second.page.getByText('comes live').waitFor()
    const third = await beside(first, '/admin/')
    await third.page.getByRole('heading', { level: 1, name: 'Incoming Webhooks' }).waitFor()
    for (const { faults } of [first, second, third]) expect(faults).to.deep.equal([])
  })

  it('are signed out together, by the chat or by the console', async () => {
    for (const path of [channel.path, '/admin/']) {
      const person = { ...ada, token: await site.signIn('ada') }
      const first = await site.visit(person, channel.path)
      await first.page.getByRole('heading', { level: 1, name: 'deploys' }).waitFor()
      const second = await beside(first, path)
      // A page that has loaded takes the focus, which closes a menu.
      await second.page.getByRole('heading', { level: 1 }).first().waitFor()
      await second.page.getByRole('button', { name: 'Main Menu' }).click()
      await second.page.getByRole('button', { name: 'Sign out' }).click()
      await second.page.getByRole('heading', { name: 'Sign in to Main' }).waitFor()
      await first.page.getByText('You have been signed out.').waitFor()
      expect(await first.page.context().cookies()).to.deep.equal([])
    }
  })

  it('begin again when another tab has signed somebody else in', async () => {
    const token = await site.signIn('ada')
    const { page } = await site.visit({ ...ada, token }, channel.path)
    await page.locator('.me__name', { hasText: 'ada' }).waitFor()
    const name = `chat-session-${site.host.port}`
    const value = await site.signIn('bea')
    await page.context().addCookies([{ name, value, url: site.host.url }])
    // The page connects again, and has the new cookie.
    await site.as(token, 'POST', '/users/logout', {})
    await page.locator('.me__name', { hasText: 'bea' }).waitFor()
  })
})
