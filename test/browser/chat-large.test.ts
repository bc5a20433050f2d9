import { expect } from 'chai'
import { KNOWN } from '../support/cost/shown.js'
import { type Channel, ChatSite } from './chat-site.js'
import { forSuite, type Person } from './site.js'

/** Elements of a page, of which one post has at most 2,500. */
const ELEMENTS = 3_500
const NOTE = 'Some of this message is shown without formatting'

describe('a post that would become much larger than it is', () => {
  const site = forSuite(new ChatSite())
  let ada: Person

  before(async () => {
    ada = await site.person('ada')
  })

  async function shown(channel: Channel, payload: object) {
    const { page, faults } = await site.visit(ada, channel.path)
    await page.getByText('This is the start of').waitFor()
    expect(await site.hook(channel, payload)).to.equal(200)
    await page.getByRole('article').waitFor()
    expect(faults).to.deep.equal([])
    return page
  }

  it('is few elements of the page, and says so once', async () => {
    const known = KNOWN.filter(({ name }) => /fields|emoji|250/.test(name))
    expect(known).to.have.lengthOf(4)
    for (const [index, { name, payload }] of known.entries()) {
      const page = await shown(await site.channel(`large-${index}`, ada), payload)
      await page.getByText(NOTE).waitFor()
      expect(await page.getByText(NOTE).count(), name).to.equal(1)
      expect(await page.locator('body *').count(), name).to.be.below(ELEMENTS)
      await site.leave()
    }
  })

  it('shows the beginning of a text that is much too long, and the rest when asked', async () => {
    const text = `${'one two '.repeat(10_000)}end`
    const page = await shown(await site.channel('long', ada), { attachments: [{ text }] })
    await page.getByText(NOTE).waitFor()
    expect((await page.getByRole('article').innerText()).length).to.be.below(1_000)
    await page.getByRole('button', { name: 'Show 79,803 more characters' }).click()
    await page.getByText('two end').waitFor()
    expect((await page.getByRole('article').innerText()).length).to.be.above(80_000)
  })

  it('shows nested quotes that the parser would leave out', async () => {
    const page = await shown(await site.channel('deep', ada), { text: `${'> '.repeat(80)}deepest` })
    await page.getByText('deepest').waitFor()
  })
})
