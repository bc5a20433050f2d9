import { expect } from 'chai'
import type { BrowserContextOptions, Page, Route } from 'playwright-core'
import { barriersIn } from './barriers.js'
import { type Channel, ChatSite } from './chat-site.js'
import { forSuite, type Person } from './site.js'
import { expectSoon } from './windows.js'

const SIZES: Readonly<Record<string, BrowserContextOptions>> = {
  '1280 px, light': { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  '1280 px, dark': { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  '390 px': { viewport: { width: 390, height: 844 }, colorScheme: 'light', hasTouch: true },
  '320 px, dark': { viewport: { width: 320, height: 640 }, colorScheme: 'dark', hasTouch: true },
}

describe('the chat pages', () => {
  const site = forSuite(new ChatSite())
  let ada: Person
  let channel: Channel

  before(async () => {
    ada = await site.person('ada')
    const bea = await site.person('bea')
    channel = await site.channel('deploys', ada, bea)
    await site.channel('nightly-checks-of-everything', ada)
    const root = await site.say(bea, channel, '# Title\n\n@ada see `code` and https://a.example/x')
    await site.say(ada, channel, 'a reply', root)
    for (const payload of PAYLOADS) expect(await site.hook(channel, payload)).to.equal(200)
  })

  for (const [size, options] of Object.entries(SIZES)) {
    it(`have no barriers at ${size}`, async () => {
      const login = await site.visit(null, '/login', options)
      await login.page.getByRole('heading', { level: 1 }).waitFor()
      await check(login.page, 'sign-in')
      const { page, faults } = await site.visit(ada, channel.path, options)
      await page.getByText('Error rate').first().waitFor()
      await page.getByRole('button', { name: 'Main Menu' }).click()
      await check(page, 'channel and menu', true)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /1 reply/ }).click()
      await page.getByRole('region', { name: 'Thread' }).getByText('a reply').waitFor()
      await check(page, 'thread')
      expect(faults).to.deep.equal([])
    })
  }

  it('have no barriers while a drawer, the switcher, a list of shortcuts or nothing is shown', async () => {
    const { page } = await site.visit(ada, '/main/channels/nightly-checks-of-everything', {
      ...SIZES['390 px'],
    })
    await page.getByText('This is the start of').waitFor()
    await check(page, 'empty')
    await page.getByRole('button', { name: 'Open navigation' }).click()
    await check(page, 'drawer')
    await page.getByRole('button', { name: 'Close navigation' }).click()
    await page.keyboard.press('?')
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor()
    await check(page, 'shortcuts')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
    await check(page, 'switcher')
  })

  it('lead by Tab first to a link that skips to the message field', async () => {
    const { page } = await site.visit(ada, channel.path)
    await page.getByText('Error rate').first().waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expectSoon(() => page.evaluate(`document.activeElement.id === 'compose'`))
  })

  it('show a skeleton for what takes longer than half a second', async () => {
    const { page } = await site.visit(ada, '/login')
    const held: Route[] = []
    await page.route('**/api/v4/channels/*/posts?*', (route) => held.push(route))
    await page.goto(site.host.url + channel.path)
    await page.locator('.skel').first().waitFor()
    for (const route of held) await route.continue()
    await page.getByText('Error rate').first().waitFor()
    await page.locator('.skel').first().waitFor({ state: 'detached' })
  })

  it('offer another try when messages could not be loaded', async () => {
    const { page } = await site.visit(ada, '/login')
    await page.route('**/api/v4/channels/*/posts?*', (route) => route.abort())
    await page.goto(site.host.url + channel.path)
    await page.getByRole('heading', { name: 'The messages could not be loaded' }).waitFor()
    await page.unroute('**/api/v4/channels/*/posts?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Error rate').first().waitFor()
  })
})

async function check(page: Page, state: string, covered = false): Promise<void> {
  expect(await barriersIn(page, { covered }), state).to.deep.equal([])
  const beyond = `(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return [...document.querySelectorAll('.feed, .chat__main, .chat')]
      .filter((box) => box.scrollWidth > box.clientWidth)
      .map((box) => box.className)
      .concat(scrollWidth > clientWidth ? ['page'] : [])
  })()`
  expect(await page.evaluate(beyond), `${state}: wider than its window`).to.deep.equal([])
}

const integration = { url: 'https://robot.example/press' }
const PAYLOADS: readonly object[] = [
  {
    text: '| Suite | Passed | Failed | Time | Note |\n|--|--:|--:|--:|--|\n| a very long name of a suite | 1 | 2 | 3 | ok |\n\n| x | y |\n|--|--|\n| 1 | 2 |\n\n```\nnpm test -- --suite payments --grep "expired card" --reporter verbose --bail\n```',
    priority: { priority: 'important' },
  },
  { text: `${'w'.repeat(300)} ![graph](https://elsewhere.example/g.png)` },
  {
    text: 'deploy',
    type: 'custom_deploy',
    props: {
      deploy: {
        title: 'checkout 2.14.0',
        target: 'production',
        by: 'bea',
        state: 'running',
        status: 'Rolling out, 60%',
        progress: 60,
        stages: [
          { name: 'Build', state: 'done' },
          { name: 'Roll out', state: 'now' },
          { name: 'Verify', state: 'wait' },
        ],
        facts: [{ kind: 'commit', text: '9f2c41e' }, { text: '12 of 20 instances' }],
      },
      card: 'about it',
    },
  },
  {
    attachments: [
      {
        color: 'danger',
        author_name: 'Alertmanager',
        title: 'checkout error rate above 5%',
        title_link: 'https://alerts.example/',
        text: 'fails since `09:38`',
        fields: [
          { title: 'Severity', value: 'critical', short: true },
          { title: 'Runbook', value: '[errors](https://runbook.example/)' },
        ],
        image_url: 'https://elsewhere.example/graph.png',
        actions: [
          { id: 'ack', name: 'Acknowledge', style: 'primary', integration },
          { id: 'back', name: 'Roll back', style: 'danger', integration },
          { id: 'fine', name: 'Fine', style: 'good', integration },
          { id: 'off', name: 'Off' },
          { id: 'who', name: 'Assign to…', type: 'select', data_source: 'users', integration },
        ],
        footer: 'Alertmanager',
        ts: 1_772_000_000,
      },
    ],
  },
]
