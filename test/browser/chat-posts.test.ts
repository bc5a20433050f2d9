import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { barriersIn } from './barriers.js'
import { type Channel, ChatSite, unique } from './chat-site.js'
import { forSuite, type Person } from './site.js'
import { expectSoon } from './windows.js'

describe('a post', () => {
  const site = forSuite(new ChatSite())
  let ada: Person
  let bea: Person

  before(async () => {
    ada = await site.person('ada')
    bea = await site.person('bea')
  })

  async function show(...payloads: readonly object[]): Promise<{ page: Page; channel: Channel }> {
    const channel = await site.channel(unique('room'), ada, bea)
    for (const payload of payloads) expect(await site.hook(channel, payload)).to.equal(200)
    const { page } = await site.visit(ada, channel.path)
    await page.getByRole('article').first().waitFor()
    return { page, channel }
  }

  it('shows Markdown: tables, code, lists, links, emoji', async () => {
    const text = [
      '# One\n###### Six',
      '| a | b |\n| --- | --: |\n| 1 | 2 |',
      '```\nx < y\n```',
      '- item\n\n1. first',
      '[site](https://example.test/a) ~~old~~ `code` :tada: :nothing:',
    ].join('\n\n')
    const { page } = await show({ text })
    const post = page.getByRole('article')
    expect(await post.locator('h3.md-h1').innerText()).to.equal('One')
    expect(await post.locator('h3.md-h6').innerText()).to.equal('Six')
    expect(await post.locator('td.r').innerText()).to.equal('2')
    expect(await post.locator('pre').innerText()).to.equal('x < y')
    expect(await post.locator('ul li').innerText()).to.equal('item')
    expect(await post.locator('ol li').innerText()).to.equal('first')
    const link = post.getByRole('link', { name: 'site' })
    expect(await link.getAttribute('rel')).to.equal('noopener noreferrer nofollow')
    expect(await post.locator('p').last().innerText()).to.equal('site old code 🎉 :nothing:')
  })

  it('says where a link leads whose label names another host', async () => {
    const { page } = await show({
      text: '[https://bank.example](https://evil.example/x) [https://bank.example@evil.example/](https://bank.example@evil.example/)',
    })
    const text = await page.getByRole('article').locator('p').innerText()
    expect(text.match(/\(evil\.example\)/g)).to.have.lengthOf(2)
  })

  it('is named by its author, its beginning and its time', async () => {
    const { page, channel } = await show({ attachments: [{ title: 'Build 7 :tada:', text: 'b' }] })
    await site.say(bea, channel, 'Is `main`\n- red?')
    await page.getByText('red?').waitFor()
    const posts = await page.getByRole('article').all()
    const names = await Promise.all(posts.map((post) => post.getAttribute('aria-label')))
    expect(names[0]).to.match(/^room-\w+ \(bot\): Build 7 🎉, \d{1,2}:\d\d$/)
    expect(names[1]).to.match(/^bea: Is main, \d{1,2}:\d\d$/)
  })

  it('shows all of an attachment', async () => {
    const { page } = await show({
      attachments: [
        {
          color: '#8e6bbf',
          pretext: 'before',
          author_name: 'Uptime',
          author_link: 'https://status.example.net/',
          title: 'Response time',
          title_link: 'https://status.example.net/t',
          text: 'slow **now**',
          fields: [
            { title: 'Region', value: 'eu', short: true },
            { title: 'Note', value: '[run](https://run.example/)', short: false },
          ],
          image_url: 'https://status.example.net/graph.png',
          footer: 'Kuma',
          ts: 1_772_000_000,
          actions: [{ name: 'Open', url: 'https://status.example.net/open' }],
        },
      ],
    })
    const box = page.locator('.att')
    expect(await page.locator('.att__pretext').innerText()).to.equal('before')
    expect(await page.evaluate(BAR)).to.equal('#8e6bbf')
    expect(await box.getByRole('heading', { level: 3 }).innerText()).to.equal('Response time')
    expect(await box.locator('.att__text').innerText()).to.equal('slow now')
    expect(await box.locator('dt').allInnerTexts()).to.deep.equal(['Region', 'Note'])
    expect(await box.locator('dd').allInnerTexts()).to.deep.equal(['eu', 'run'])
    await box.getByText('Images from status.example.net are not loaded in this chat.').waitFor()
    const graph = box.getByRole('link', { name: /^Open in new tab/ })
    expect(await graph.getAttribute('href')).to.equal('https://status.example.net/graph.png')
    expect(await box.locator('.att__foot').innerText()).to.match(/^Kuma\s*·\s*25 February/)
    const open = box.getByRole('link', { name: 'Open', exact: true })
    expect(await open.getAttribute('href')).to.equal('https://status.example.net/open')
  })

  it("shows Mattermost's blocks: columns side by side, and folded what is collapsed", async () => {
    const text = (words: string): object => ({ type: 'text', text: words })
    const { page } = await show({
      props: {
        mm_blocks: [
          {
            type: 'container',
            accent_color: 'rebeccapurple',
            content: [
              { type: 'collapsible', header: 'Hosts', collapsed: true, content: [text('web-01')] },
              {
                type: 'column_set',
                columns: [{ items: [text('left')] }, { items: [text('right')] }],
              },
              { type: 'button', text: 'Wait', action_id: 'none', style: '#7a3ec8' },
            ],
          },
        ],
      },
    })
    const card = page.locator('.att')
    const bar = "getComputedStyle(document.querySelector('.att'), '::before').backgroundColor"
    expect(await page.evaluate<string>(bar)).to.equal('rgb(102, 51, 153)')
    const [left, right] = await Promise.all(
      ['left', 'right'].map((words) => card.getByText(words).boundingBox()),
    )
    expect(left?.y).to.equal(right?.y)
    expect(left?.x).to.be.lessThan(right?.x ?? 0)
    const button = card.getByRole('button', { name: 'Wait' })
    expect(await button.isDisabled()).to.equal(true)
    expect(await button.getAttribute('style')).to.include('rgb(122, 62, 200)')
    expect(await card.getByText('web-01').isVisible()).to.equal(false)
    await card.getByText('Hosts').click()
    expect(await card.getByText('web-01').isVisible()).to.equal(true)
    expect(await barriersIn(page)).to.deep.equal([])
  })

  it('with buttons and menus says that a press failed, and why if the program does', async () => {
    const integration = { url: 'https://robot.example/press' }
    const { page } = await show({
      attachments: [
        {
          text: 'Deploy?',
          actions: [
            { id: 'go', name: 'Go', integration },
            { id: 'who', name: 'Who', type: 'select', data_source: 'users', integration },
          ],
        },
      ],
    })
    await page.route('**/api/v4/posts/*/actions/*', (route) =>
      route.fulfill({ status: 400, json: { id: 'a', message: 'Action integration error.' } }),
    )
    await page.getByRole('button', { name: 'Go', exact: true }).click()
    await page.getByRole('alert').getByText('did not respond. Try again later.').waitFor()
    await page.getByRole('button', { name: 'Who' }).click()
    await page.getByRole('combobox', { name: 'Who' }).fill('be')
    const pressed = page.waitForRequest('**/actions/who')
    await page.keyboard.press('Enter')
    expect((await pressed).postDataJSON()).to.deep.equal({ selected_option: bea.id })
    await page.getByRole('button', { name: 'bea (Who)' }).waitFor()
  })

  it('that continues another is as compact with AM and PM as without', async () => {
    const { channel } = await show({ text: 'first' }, { text: 'second' })
    const heights = await Promise.all(
      ['en-US', 'de-DE'].map(async (locale) => {
        const { page } = await site.visit(ada, channel.path, { locale })
        const second = page.locator('.post--same')
        await second.waitFor()
        const time = await second.locator('.post__gutter').innerText()
        return { time, height: (await second.boundingBox())?.height }
      }),
    )
    const [us, german] = heights
    expect(us?.time).to.match(/[AP]M$/)
    expect(german?.time).to.match(/^\d{1,2}:\d\d$/)
    expect(us?.height).to.equal(german?.height)
  })

  it('says again who wrote it after five of the same author, and at each card', async () => {
    const texts = Array.from({ length: 7 }, (_each, at) => ({ text: `tick ${at}` }))
    const { page } = await show(...texts, {
      attachments: [{ fields: [{ title: 'a', value: 'b' }] }],
    })
    await page.locator('.att').waitFor()
    const heads = await page.evaluate(HEADS)
    expect(heads).to.deep.equal([true, false, false, false, false, true, false, true])
    const inner = await page.evaluate(GAP)
    expect(inner, 'no gap above what comes first').to.be.below(16)
  })

  it('of the type custom_deploy is drawn by its renderer, of another type as its text', async () => {
    const { page } = await show(
      {
        text: 'plain deploy',
        type: 'custom_deploy',
        props: {
          deploy: {
            title: 'checkout 2.14.0',
            target: 'production',
            status: 'Rolling out',
            stages: [
              { name: 'Build', state: 'done' },
              { name: 'Roll out', state: 'now' },
            ],
            facts: [{ kind: 'commit', text: '9f2c41e' }],
          },
        },
      },
      { text: 'text of another type', type: 'custom_unknown' },
      { text: 'deploy without props', type: 'custom_deploy' },
    )
    await page.getByRole('heading', { level: 3, name: 'checkout 2.14.0' }).waitFor()
    expect(await page.locator('[aria-current="step"]').innerText()).to.include('Roll out')
    expect(await page.getByText('plain deploy').count()).to.equal(0)
    await page.getByText('text of another type').waitFor()
    await page.getByText('deploy without props').waitFor()
  })

  it('in parts says which part it is, cut after 20 lines until asked for', async () => {
    const line = `${'word '.repeat(40)}\n\n`
    const { page } = await show({ text: `start ${line.repeat(120)} end` })
    const posts = page.getByRole('article')
    await posts.nth(1).waitFor()
    expect(await posts.nth(1).locator('.part').innerText()).to.equal('continued, part 2 of 2')
    expect(await posts.nth(1).getAttribute('class')).to.include('post--same')
    const more = posts.nth(0).getByRole('button', { name: 'Show more' })
    const height = async () => (await posts.nth(0).boundingBox())?.height ?? 0
    expect(await height()).to.be.below(560)
    await more.click()
    await expectSoon(async () => (await height()) > 2_000)
    expect(await posts.nth(0).getByRole('button', { expanded: true }).count()).to.equal(1)
  })

  it('names its priority and opens its card', async () => {
    const { page } = await show({
      text: 'look',
      priority: { priority: 'urgent' },
      props: { card: '### More\n\nabout it' },
    })
    const post = page.getByRole('article')
    expect(await post.locator('.badge').innerText()).to.equal('Urgent')
    const details = post.locator('.post__head').getByRole('button', { name: 'Show details' })
    await details.click()
    const card = page.getByRole('region', { name: 'Message details', exact: true })
    await card.getByRole('heading', { name: 'More' }).waitFor()
    await page.getByRole('button', { name: 'Close details' }).click()
    await card.waitFor({ state: 'detached' })
  })
})

const HEADS = `[...document.querySelectorAll('article')].map((post) => !post.matches('.post--same'))`
const GAP = `document.querySelector('.att dt').getBoundingClientRect().top
  - document.querySelector('.att').getBoundingClientRect().top`
const BAR = `getComputedStyle(document.querySelector('.att')).getPropertyValue('--bar')`
