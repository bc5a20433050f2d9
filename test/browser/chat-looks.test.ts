import { expect } from 'chai'
import type { Locator, Page } from 'playwright-core'
import { barriersIn } from './barriers.js'
import { type Channel, ChatSite, unique } from './chat-site.js'
import { PICTURE_HOST, pictureOf, servePictures } from './picture.js'
import { forSuite, type Person } from './site.js'
import { expectSoon } from './windows.js'

const ELSEWHERE = 'https://elsewhere.example'

describe('how a message looks', () => {
  const site = forSuite(new ChatSite(), { env: { IMAGE_HOSTS: PICTURE_HOST } })
  let ada: Person

  before(async () => {
    ada = await site.person('ada')
    await site.setting('EnablePostUsernameOverride', true)
  })

  interface Shown {
    readonly page: Page
    readonly channel: Channel
    readonly post: Locator
  }

  async function show(payload: object, width = 1280): Promise<Shown> {
    const channel = await site.channel(unique('room'), ada)
    const { page } = await site.visit(ada, channel.path, { viewport: { width, height: 800 } })
    await page.getByText('This is the start of').waitFor()
    await servePictures(page)
    expect(await site.hook(channel, payload)).to.equal(200)
    const post = page.getByRole('article').first()
    await post.waitFor()
    return { page, channel, post }
  }

  const sizeOf = async (picture: Locator): Promise<[width: number, height: number]> => {
    const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {}
    return [Math.round(width), Math.round(height)]
  }

  it('has pictures in their own size, never larger, and no larger than fits', async () => {
    const sizes: [width: number, height: number, shown: [number, number]][] = [
      [90, 20, [90, 20]],
      [300, 200, [300, 200]],
      [960, 320, [480, 160]],
      [300, 2000, [128, 320]],
    ]
    const text = sizes.map(([width, height]) => `![p](${pictureOf(width, height)})`).join('\n\n')
    const { post } = await show({ text })
    for (const [at, [, , shown]] of sizes.entries()) {
      const picture = post.locator('img').nth(at)
      await expectSoon(async () => String(await sizeOf(picture)) === String(shown))
    }
    const links = post.getByRole('link', { name: 'p', exact: true })
    expect(await links.count(), 'links to those that are shown smaller').to.equal(2)
  })

  it('keeps small pictures in their sentence, in one line', async () => {
    const [build, tests] = [pictureOf(90, 20), pictureOf(110, 20)]
    const { post } = await show({ text: `in ![build](${build}) and ![tests](${tests}) words` })
    await expectSoon(async () => (await sizeOf(post.locator('img').nth(1)))[0] === 110)
    const tops = await Promise.all(
      [0, 1].map(async (at) => (await post.locator('img').nth(at).boundingBox())?.y),
    )
    expect(tops[0]).to.equal(tops[1])
    expect((await sizeOf(post.locator('p')))[1]).to.be.below(30)
  })

  it('says why a picture is not loaded, and of what it is', async () => {
    const text = `![Memory of web-3](${ELSEWHERE}/a.png)\n\nwith ![badge](${ELSEWHERE}/b.svg) words`
    const { post } = await show({ text })
    const reason = 'Images from elsewhere.example are not loaded in this chat.'
    const box = post.locator('.blocked').first()
    expect(await box.innerText()).to.match(new RegExp(`Memory of web-3\\s+${reason}`))
    const link = box.getByRole('link', { name: /^Open in new tab/ })
    expect(await link.getAttribute('href')).to.equal(`${ELSEWHERE}/a.png`)
    const badge = post.getByRole('link', { name: /badge/ })
    expect(await badge.getAttribute('title')).to.equal(reason)
    expect((await sizeOf(post.locator('p').last()))[1]).to.be.below(30)
  })

  it('has no link in a link for a picture in one', async () => {
    const { post } = await show({ text: `[![b](${ELSEWHERE}/b.svg)](https://ci.example/)` })
    await post.getByRole('link', { name: /b \(not loaded\)/ }).waitFor()
    expect(await post.locator('a a').count()).to.equal(0)
  })

  const section = (image_url: string, text = 'A robot of the shop') => ({
    type: 'section',
    text: { type: 'mrkdwn', text },
    accessory: { type: 'image', image_url, alt_text: 'the robot' },
  })
  const context = (image_url: string) => ({
    type: 'context',
    elements: [
      { type: 'image', image_url, alt_text: 'build_7' },
      { type: 'mrkdwn', text: 'has approved' },
    ],
  })

  for (const width of [1280, 390]) {
    it(`has the picture of a section at its right, small ones beside their words, at ${width} px`, async () => {
      const image = pictureOf(300, 300)
      const { post, page } = await show({ blocks: [section(image), context(image)] }, width)
      const picture = post.getByRole('img', { name: 'the robot' })
      await expectSoon(async () => String(await sizeOf(picture)) === '88,88')
      const text = await post.getByText('A robot of the shop').boundingBox()
      const box = await picture.boundingBox()
      expect(box?.x).to.be.at.least((text?.x ?? 0) + (text?.width ?? 0))
      expect(box?.y).to.be.below((text?.y ?? 0) + (text?.height ?? 0))
      const icon = post.getByRole('img', { name: 'build_7' })
      await expectSoon(async () => (await sizeOf(icon))[0] > 0)
      expect((await sizeOf(icon))[0]).to.be.within(16, 20)
      expect((await sizeOf(post.locator('p', { hasText: 'has approved' })))[1]).to.be.below(30)
      expect(await barriersIn(page)).to.deep.equal([])
    })
  }

  for (const width of [1280, 390]) {
    it(`shows a card for another chat as one card, in its order, at ${width} px`, async () => {
      const image = pictureOf(300, 100)
      const body = [
        { type: 'TextBlock', text: 'first' },
        { type: 'Image', url: image, altText: 'Load' },
        { type: 'TextBlock', text: 'last' },
        { type: 'Image', url: image },
      ]
      const actions = [{ type: 'Action.OpenUrl', title: 'Log', url: 'https://ci.example/' }]
      const content = { type: 'AdaptiveCard', body, actions }
      const contentType = 'application/vnd.microsoft.card.adaptive'
      const { post, page } = await show({ attachments: [{ contentType, content }] }, width)
      await expectSoon(async () => (await sizeOf(post.locator('.picture').last()))[1] > 0)
      const parts = [
        'text=first',
        '.picture',
        'text=Load',
        'text=last',
        '.picture >> nth=1',
        'text=Log',
      ]
      const tops = await Promise.all(
        parts.map(async (each) => (await post.locator(each).first().boundingBox())?.y ?? 0),
      )
      expect(tops).to.deep.equal([...tops].sort((one, other) => one - other))
      expect(await post.locator('.att').count()).to.equal(1)
      expect(await barriersIn(page)).to.deep.equal([])
    })
  }

  it('shows no header of a table where it says nothing', async () => {
    const table = (head: string) => `| ${head} | |\n| --- | --- |\n| a | b |`
    const { post } = await show({ text: [table(''), table('c')].join('\n\nand\n\n') })
    const heads = [0, 1].map((at) => post.locator('thead').nth(at).isVisible())
    expect(await Promise.all(heads)).to.deep.equal([false, true])
  })

  it('keeps the places of small pictures that are not loaded, with their words and the reason', async () => {
    const image = `${ELSEWHERE}/robot.png`
    const { post, page } = await show({ blocks: [section(image), context(image)] }, 390)
    const reason = 'Images from elsewhere.example are not loaded in this chat.'
    for (const name of ['the robot', 'build_7']) {
      const link = post.getByRole('link', { name })
      expect(await link.getAttribute('title')).to.equal(reason)
      expect(await link.getAttribute('href')).to.equal(image)
      expect(await link.innerText()).to.include(name)
    }
    expect(await sizeOf(post.locator('.blocked--thumb'))).to.deep.equal([88, 88])
    expect((await sizeOf(post.locator('p', { hasText: 'has approved' })))[1]).to.be.below(30)
    expect(await barriersIn(page)).to.deep.equal([])
  })

  it('says as a tooltip why the picture beside an author or a footer is not loaded', async () => {
    const icons = { author_icon: `${ELSEWHERE}/a.png`, footer_icon: pictureOf(16, 16) }
    const { post } = await show({ attachments: [{ author_name: 'Ada', footer: 'CI', ...icons }] })
    const reason = 'Images from elsewhere.example are not loaded in this chat.'
    expect(await post.locator('.att__author').getAttribute('title')).to.equal(reason)
    expect(await post.locator('.att__foot').getAttribute('title')).to.equal(null)
  })

  it('shows entities and emoji in names that are not Markdown', async () => {
    const integration = { url: 'https://robot.example/press' }
    const { post } = await show({
      attachments: [
        {
          author_name: 'Tom &amp; Jerry',
          title: '#3 Totals &lt; 0 :warning:',
          fields: [{ title: 'A &gt; B', value: '1' }],
          actions: [
            { name: ':green_book: Runbook', type: 'button', url: 'https://wiki.example/' },
            {
              name: ':rocket: Where',
              type: 'select',
              options: [{ text: ':tada: here', value: 'h' }],
              integration,
            },
          ],
        },
      ],
    })
    expect(await post.locator('.att__author').innerText()).to.equal('Tom & Jerry')
    expect(await post.locator('.att__title').innerText()).to.equal('#3 Totals < 0 ⚠️')
    expect(await post.locator('dt').innerText()).to.equal('A > B')
    await post.getByRole('link', { name: '📗 Runbook' }).waitFor()
    await post.getByRole('button', { name: '🚀 Where' }).click()
    await post.getByRole('option', { name: '🎉 here' }).waitFor()
  })

  it('keeps buttons and menus within its card, however long their names are', async () => {
    const integration = { url: 'https://robot.example/press' }
    const name = `Acknowledge${'e'.repeat(90)}`
    const actions = [
      { name, integration },
      { name, type: 'select', options: [{ text: name, value: 'n' }], integration },
    ]
    const { post } = await show({ attachments: [{ text: 'alert', actions }] }, 390)
    const card = await post.locator('.att').boundingBox()
    const end = (card?.x ?? 0) + (card?.width ?? 0)
    for (const button of await post.locator('.act').all()) {
      const { x = Infinity, width = 0 } = (await button.boundingBox()) ?? {}
      expect(x + width).to.be.at.most(end)
    }
    expect(await post.locator('.act').count()).to.equal(2)
  })

  it('shows the skin tones of emoji, and a few emoji without words larger', async () => {
    const { post, page, channel } = await show({ text: ':+1::skin-tone-4: :thumbsup_tone3: x' })
    expect(await post.locator('p').innerText()).to.equal('👍🏽 👍🏽 x')
    await site.hook(channel, { text: ':tada: 🚀' })
    await site.hook(channel, { text: 'words :tada:' })
    await page.getByText('words').waitFor()
    const heights = await eachOf(page, '.post [role=img]', HEIGHT)
    expect(heights).to.have.lengthOf(4)
    const [, , large = 0, small = 0] = heights.map(Number)
    expect(large).to.be.above(small * 1.5)
  })

  it('has text, lists and quotes from right to left where their letters are', async () => {
    const { page } = await show({ text: 'שלום!\n\n- ראשון\n\n> ציטוט\n\nEnglish' })
    const directions = await eachOf(page, '.post p, .post ul, .post li, .post blockquote', STYLE)
    expect(directions).to.deep.equal(['rtl', 'rtl', 'rtl', 'rtl', 'rtl', 'ltr'])
  })

  it('names the language of code above it, where the button covers nothing', async () => {
    const { post } = await show({ text: `\`\`\`json\n${'x'.repeat(500)}\n\`\`\`` }, 390)
    expect(await post.locator('.code__language').innerText()).to.equal('json')
    const copy = await post.getByRole('button', { name: 'Copy', exact: true }).boundingBox()
    const code = await post.locator('pre').boundingBox()
    expect((copy?.y ?? 0) + (copy?.height ?? 0)).to.be.at.most(code?.y ?? 0)
  })

  for (const [where, width] of [
    ['a narrow channel', 390],
    ['a thread', 1280],
  ] as const) {
    it(`has its time in ${where} also while its tools are shown`, async () => {
      const { page, channel, post } = await show({ text: 'a', username: 'PagerDuty Europe' }, width)
      const rootId = await post.getAttribute('data-post')
      await site.hook(channel, { text: 'b', username: 'PagerDuty Europe', root_id: rootId })
      if (width > 390) await page.getByRole('button', { name: /1 reply/ }).click()
      const place = width > 390 ? page.locator('.thread') : page.locator('.chat__channel')
      for (const each of await place.getByRole('article').all()) {
        await each.hover()
        const time = await each.locator('.post__time').boundingBox()
        const tools = await each.locator('.post__tools').boundingBox()
        expect((tools?.y ?? 0) + (tools?.height ?? 0)).to.be.at.most(time?.y ?? 0)
        const feed = await place.locator('.feed').boundingBox()
        expect(tools?.y, 'in sight').to.be.at.least(feed?.y ?? Infinity)
      }
    })
  }

  describe('that is long', () => {
    const code = `\`\`\`\n${'line\n'.repeat(60)}\`\`\``
    const heightOf = async (post: Locator) => (await sizeOf(post))[1]

    for (const [what, payload, beginning] of [
      ['code', { text: `# Code\n\n${code}` }, 'Code'],
      ['a table', { text: `| a |\n| --- |\n${'| b |\n'.repeat(60)}` }, 'a'],
      [
        'the text of an attachment',
        { attachments: [{ text: 'a *line*\n\n'.repeat(60) }] },
        'a line',
      ],
    ] as const) {
      it(`is folded until asked for: ${what}`, async () => {
        const { page, post } = await show(payload)
        const more = post.getByRole('button', {
          name: `Show more of “${beginning}”`,
          exact: true,
        })
        await more.waitFor()
        expect(await heightOf(post)).to.be.within(600, 720)
        await more.focus()
        await page.keyboard.press('Enter')
        await expectSoon(async () => (await heightOf(post)) > 1_200)
        await post.getByRole('button', { name: 'Show less' }).click()
        await expectSoon(async () => (await heightOf(post)) < 720)
      })
    }

    it('is whole if it is only a little longer', async () => {
      const { post } = await show({ text: `\`\`\`\n${'line\n'.repeat(28)}\`\`\`` })
      expect(await heightOf(post)).to.be.within(600, 720)
      expect(await post.getByRole('button', { name: 'Show more' }).count()).to.equal(0)
    })

    it('is whole, marked and in focus where a permalink led to it', async () => {
      const { channel, post } = await show({ text: code })
      await site.hook(channel, { text: 'next' })
      const id = (await post.getAttribute('data-post')) ?? ''
      const { page } = await site.visit(ada, `/main/pl/${id}`)
      const target = page.locator(`[data-post="${id}"]`)
      await target.getByRole('button', { name: 'Show less' }).waitFor()
      await expectSoon(async () => String(await eachOf(page, ':focus', POST)) === id)
      expect(await eachOf(page, '.post--target', POST)).to.deep.equal([id])
      const [shadow] = await eachOf(page, '.post--target', 'getComputedStyle(each).boxShadow')
      expect(shadow).to.include('inset')
    })
  })

  it('in a thread is marked there by its permalink', async () => {
    const channel = await site.channel(unique('room'), ada)
    const root = await site.say(ada, channel, 'root')
    await site.say(ada, channel, 'first', root)
    const reply = await site.say(ada, channel, 'second', root)
    const { page } = await site.visit(ada, `/main/pl/${reply}`)
    const mark = page.locator('.post--target')
    await mark.waitFor()
    expect(await mark.count()).to.equal(1)
    expect(await mark.innerText()).to.include('second')
  })

  it('shows boxes of tasks, and links to channels that the reader is in', async () => {
    const other = await site.channel(unique('other'), ada)
    const text = `- [x] built\n- [ ] rolled out\n\nsee ~${other.name}, not ~nowhere`
    const { page, post } = await show({ text })
    await post.getByRole('img', { name: 'Done:' }).waitFor()
    await post.getByRole('img', { name: 'To do:' }).waitFor()
    expect(await post.locator('li').allInnerTexts()).to.deep.equal(['built', 'rolled out'])
    expect(await post.locator('p').innerText()).to.match(/, not ~nowhere$/)
    await post.getByRole('link', { name: `~${other.name}` }).click()
    await page.getByRole('heading', { level: 1, name: other.name }).waitFor()
  })

  it('of blocks is one card: fields two by two, an accessory at the right', async () => {
    const mrkdwn = (text: string) => ({ type: 'mrkdwn', text })
    const button = (text: string) => ({
      type: 'button',
      text: { type: 'plain_text', text },
      integration: { url: 'https://robot.example/press' },
    })
    const { post } = await show({
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: 'Deployment' } },
        { type: 'section', text: mrkdwn('waits for an approval'), accessory: button('Look') },
        { type: 'section', fields: [mrkdwn('*Version*\n2.14.0'), mrkdwn('*Stage*\nlive')] },
        { type: 'actions', elements: [button('Approve')] },
        { type: 'context', elements: [mrkdwn('until noon')] },
      ],
    })
    expect(await post.locator('.att').count()).to.equal(1)
    const place = async (text: string) => {
      const { x = 0, y = 0 } = (await post.getByText(text, { exact: true }).boundingBox()) ?? {}
      return { x, y }
    }
    const [text, look, approve, end] = await Promise.all(
      ['waits for an approval', 'Look', 'Approve', 'until noon'].map(place),
    )
    expect(look?.x).to.be.above((text?.x ?? 0) + 300)
    expect(approve?.x).to.be.below(look?.x ?? 0)
    expect(end?.y).to.be.above(approve?.y ?? Infinity)
    const [version, stage] = await Promise.all(['Version', 'Stage'].map(place))
    expect(stage?.y).to.equal(version?.y)
    expect(stage?.x).to.be.above(version?.x ?? Infinity)
  })

  it('is no barrier: tasks, code, text from right to left, pictures that are not loaded', async () => {
    const { page } = await show({
      text: `- [x] done\n- [ ] open\n\n\`\`\`json\n{}\n\`\`\`\n\nשלום ![b](${ELSEWHERE}/b.png)\n\n![c](${ELSEWHERE}/c.png)`,
      props: { card: 'more' },
    })
    expect(await barriersIn(page)).to.deep.equal([])
  })

  it('has an avatar of the webhook that sent it, by the name that is shown', async () => {
    const { post, page, channel } = await show({ text: 'one', username: 'Uptime Kuma' })
    expect(await post.locator('.av--hook').innerText()).to.equal('UK')
    await site.hook(channel, { text: 'two', username: 'Grafana' })
    const second = page.getByRole('article').nth(1)
    expect(await second.locator('.av--hook').innerText()).to.equal('GR')
  })
})

const STYLE = 'getComputedStyle(each).direction'
const HEIGHT = 'each.getBoundingClientRect().height'
const POST = 'each.dataset.post'

async function eachOf(page: Page, selector: string, what: string): Promise<readonly unknown[]> {
  const found: unknown = await page.evaluate(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].map((each) => ${what})`,
  )
  return Array.isArray(found) ? found.map((each: unknown) => each) : []
}
