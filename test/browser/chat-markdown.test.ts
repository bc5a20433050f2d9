import { expect } from 'chai'
import { barriersIn } from './barriers.js'
import { type Channel, ChatSite } from './chat-site.js'
import { forSuite, type Person } from './site.js'

describe('in a message', () => {
  const site = forSuite(new ChatSite())
  let ada: Person
  let channel: Channel

  before(async () => {
    ada = await site.person('ada')
    channel = await site.channel('deploys', ada)
  })

  it('hashtags are links to the search, and code, links and numbers are not', async () => {
    await site.say(ada, channel, 'an older one: #Release-2')
    const text =
      '(#release-2), #größe_a. #ab #123 a#none &#none2 `#code` [#inside](https://a.example/#there) #end-.'
    const id = await site.say(ada, channel, text)
    const { page } = await site.visit(ada, channel.path)
    const post = page.locator(`[data-post="${id}"]`)
    const links = post.locator('.md a[href^="?search="]')
    await links.first().waitFor()
    expect(await links.allInnerTexts()).to.deep.equal(['#release-2', '#größe_a', '#end'])
    expect(await barriersIn(page)).to.deep.equal([])
    await links.first().click()
    const dialog = page.getByRole('dialog', { name: 'Search messages' })
    await dialog.getByText('2 messages', { exact: true }).waitFor()
    expect(await dialog.getByRole('searchbox').inputValue()).to.equal('#release-2')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.goto(
      `${site.host.url}${channel.path}${(await links.nth(1).getAttribute('href')) ?? ''}`,
    )
    await dialog.getByText('1 message', { exact: true }).waitFor()
  })
})
