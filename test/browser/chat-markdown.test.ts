import { expect } from 'chai'
import { namedEntities } from '../../ui/bundling/entities.js'
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
    await page.keyboard.press('Escape')
    await page.waitForURL(({ search }) => search === '')
  })

  it('numbered lists begin with their first number, also in cards and in each other', async () => {
    const text = '1. one\n   1. inner\n2. two\n\nthen\n\n7. seven\n\n0) none'
    expect(await site.hook(channel, { text, attachments: [{ text: '1. in a card' }] })).to.equal(
      200,
    )
    const { page } = await site.visit(ada, channel.path)
    const lists = page.getByRole('article').filter({ hasText: 'in a card' }).locator('ol')
    await lists.nth(4).waitFor()
    const starts = 'Array.from(document.querySelectorAll("article ol"), ({ start }) => start)'
    expect(await page.evaluate(starts)).to.deep.equal([1, 1, 7, 0, 1])
  })

  it('entities are the characters that HTML means by them', async () => {
    const text =
      '&eacute;&copy;&#8364;&#x2713;&semi;&notin;&amp;lt; &notit; &unknown; &constructor; &copy'
    const id = await site.say(ada, channel, text)
    const { page } = await site.visit(ada, channel.path)
    const line = page.locator(`[data-post="${id}"] .md p`)
    await line.waitFor()
    expect(await line.textContent()).to.equal(
      '\u00e9\u00a9\u20ac\u2713;\u2209&lt; &notit; &unknown; &constructor; &copy',
    )
  })

  it('every named entity is what the browser itself makes of it', async () => {
    const entities = namedEntities().flatMap(([, ...names]) => names.map((name) => `&${name};`))
    const half = Math.ceil(entities.length / 2)
    const texts = [entities.slice(0, half), entities.slice(half)].map((part) => part.join('.'))
    const ids = await Promise.all(texts.map((text) => site.say(ada, channel, text)))
    const { page } = await site.visit(ada, channel.path)
    const plain = await page.context().newPage()
    for (const [at, id] of ids.entries()) {
      const line = page.locator(`[data-post="${id}"] .md p`)
      await line.waitFor()
      await plain.setContent(`<pre>.${texts[at] ?? ''}</pre>`)
      expect(`.${(await line.textContent()) ?? ''}`).to.equal(
        await plain.locator('pre').textContent(),
      )
    }
  })

  it('footnotes have a number where they are mentioned and before their text', async () => {
    const text = 'Restored[^a] in 4 minutes[^b].\n\n[^a]: from the **second** copy\n[^b]: 41 GB'
    const id = await site.say(ada, channel, text)
    const { page } = await site.visit(ada, channel.path)
    const post = page.locator(`[data-post="${id}"]`)
    const lines = post.locator('.md p')
    await lines.nth(2).waitFor()
    expect(await lines.allTextContents()).to.deep.equal([
      'RestoredNote 1 in 4 minutesNote 2.',
      'Note 1 from the second copy',
      'Note 2 41 GB',
    ])
    expect(await barriersIn(page)).to.deep.equal([])
  })

  it('code of a known language has colours, from a script that is loaded for it', async () => {
    const plain = await site.say(ada, channel, '```\nconst plain = 1\n```')
    const { page } = await site.visit(ada, channel.path)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const code = (id: string) => page.locator(`[data-post="${id}"] pre code`)
    await code(plain).waitFor()
    await site.say(ada, channel, '```klingon\nif (x) y\n```')
    const long = await site.say(ada, channel, `\`\`\`js\nlet x = '${'a'.repeat(500)}'\n\`\`\``)
    await code(long).waitFor()
    expect(asked.filter((path) => path.includes('/highlight.'))).to.deep.equal([])
    const text = 'if (a < 1 && b) { // why <b>\n  return `x${"&amp;"}` + 12\n}'
    const known = await site.say(ada, channel, `\`\`\`TS title="a"\n${text}\n\`\`\``)
    const diff = await site.say(ada, channel, '```diff\n-old\n+new\n same\n```')
    await code(known).locator('.tk').first().waitFor()
    expect(await code(known).innerText()).to.equal(text)
    expect(await code(known).locator('.tk').allInnerTexts()).to.deep.equal(['if', 'return'])
    expect(await code(known).locator('.tc').allInnerTexts()).to.deep.equal(['// why <b>'])
    expect(await code(known).locator('.tn').allInnerTexts()).to.deep.equal(['1', '12'])
    await code(diff).locator('.tr').getByText('-old').waitFor()
    expect(await code(diff).locator('.ts').allInnerTexts()).to.deep.equal(['+new'])
    expect(await page.locator('pre code span').count()).to.be.above(0)
    for (const each of [plain, long]) expect(await code(each).locator('span').count()).to.equal(0)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await barriersIn(page), colorScheme).to.deep.equal([])
    }
    expect(asked.filter((path) => path.includes('/highlight.'))).to.have.lengthOf(1)
  })
})
