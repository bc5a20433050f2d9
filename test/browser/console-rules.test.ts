import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { barriersIn } from './barriers.js'
import { ConsoleSite, type VisitOptions, saveForm } from './console-site.js'
import { forSuite } from './site.js'
import { expectSoon } from './windows.js'

const NARROW = { viewport: { width: 390, height: 800 } }

describe('the rules of a webhook in the console', () => {
  const site = forSuite(new ConsoleSite())
  let channelId: string
  let releasesId: string

  before(async () => {
    channelId = await site.addChannel('deploys')
    releasesId = await site.addChannel('releases')
  })

  async function openRules(rules: readonly object[], options: VisitOptions = {}) {
    const { id, url } = await site.addWebhook(channelId, 'Ruled', { rules })
    const { page } = await site.visit(`hooks/${id}/edit`, options)
    return { page, id, url }
  }

  const rule = (page: Page, number: number) =>
    page.getByRole('group', { name: `Rule ${number} of` })
  const savedRules = async (id: string): Promise<unknown> =>
    Reflect.get(Object(await site.host.api('GET', `/hooks/incoming/${id}`)), 'rules')

  async function push(url: string, branch: string): Promise<void> {
    const page = 'https://git.example/ada/shop'
    const body = {
      object_kind: 'push',
      ref: `refs/heads/${branch}`,
      project: { name: 'shop', path_with_namespace: 'ada/shop', web_url: page },
      user_username: 'ada',
      total_commits_count: 1,
      commits: [{ id: 'a1b2c3d4', message: 'Fix it', url: `${page}/a1` }],
    }
    expect(await site.post(`${url}/gitlab?events=*`, body)).to.equal(200)
  }

  it('are written with the keyboard alone, saved, and shown again', async () => {
    const { page, id } = await openRules([])
    await page.getByText('Rules', { exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    for (const keys of ['branch', 'Tab', 'ArrowDown', 'Tab', 'main, release/*']) {
      if (/^(?:Tab|Arrow)/.test(keys)) await page.keyboard.press(keys)
      else await page.keyboard.type(keys)
    }
    await page.keyboard.press('Enter')
    await page.locator('.toast', { hasText: 'Saved' }).waitFor()
    expect(await savedRules(id)).to.deep.equal([
      { when: { branch: { not: ['main', 'release/*'] } }, then: { skip: true } },
    ])
    await page.getByText('If branch is not main or release/*, skip.').waitFor()
    await page.reload()
    expect(await rule(page, 1).getByLabel('Values').inputValue()).to.equal('main, release/*')
  })

  it('say to how many of the last requests each would have applied', async () => {
    const { url, id } = await site.addWebhook(channelId, 'Tried')
    for (const branch of ['main', 'try', 'main']) await push(url, branch)
    const { page } = await site.visit(`hooks/${id}/edit`)
    await page.getByText('Rules', { exact: true }).click()
    await page.getByRole('button', { name: 'Add a rule' }).click()
    const first = rule(page, 1)
    await first.getByLabel('Fact').selectOption('branch')
    await first.getByLabel('Values').fill('main')
    await first.getByText('Would have applied to 2 of the last 3 requests.').waitFor()
    const offered = first.locator('datalist option')
    expect(await offered.count()).to.equal(2)
    expect(await offered.first().getAttribute('value')).to.equal('main')
    await first.getByLabel('Values').fill('m*,')
    expect(await offered.first().getAttribute('value')).to.equal('m*, main')
    await page.getByRole('button', { name: 'Add a rule' }).click()
    const second = rule(page, 2)
    await second.getByRole('button', { name: 'Remove Condition 1' }).click()
    await second.getByText('Would have applied to 1 of the last 3 requests.').waitFor()
    await second.getByRole('button', { name: 'Add a condition' }).click()
    await second.getByLabel('Fact').selectOption('body …')
    await second.getByText('Past requests cannot tell, as their bodies are not kept.').waitFor()
  })

  it('name channels, which are picked, and say the rest of what happens', async () => {
    const { page, id } = await openRules([{ when: {}, then: { skip: true } }])
    const first = rule(page, 1)
    await first.getByLabel('What happens').selectOption('post in')
    await first.getByRole('button', { name: 'Channel of the rule' }).click()
    await first.getByRole('option', { name: 'releases' }).click()
    for (const [place, what] of [
      [1, 'mention'],
      [2, 'mark as'],
      [3, 'post'],
    ] as const) {
      await first.getByRole('button', { name: 'and …' }).last().click()
      await first.getByLabel('What happens').nth(place).selectOption(what)
    }
    await first.getByLabel('Whom').fill('here')
    await first.getByLabel('How').first().selectOption('urgent')
    await saveForm(page)
    expect(await savedRules(id)).to.deep.equal([
      {
        when: {},
        then: { channel: releasesId, mention: 'here', priority: 'urgent', silent: true },
      },
    ])
    await page.reload()
    await page
      .getByText('Always post in ~releases and mention @here and mark as urgent and post silently.')
      .waitFor()
    await first.getByRole('button', { name: 'Channel of the rule: releases' }).waitFor()
  })

  it('say at a rule what is missing, and what the server refuses', async () => {
    const { page } = await openRules([
      { when: { event: 'push' }, then: { skip: true } },
      { when: { event: 'release' }, then: { mention: '@ada' } },
    ])
    await rule(page, 1).getByLabel('Values').fill(' ,')
    await rule(page, 2).getByLabel('Whom').fill('two people')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Rule 1 is incomplete' }).waitFor()
    await rule(page, 1).getByText('Enter a value for event.').waitFor()
    await rule(page, 1).getByLabel('Values').fill('push')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Rule 2 was rejected' }).click()
    await expectSoon(() => page.evaluate(`document.activeElement.id === 'rules.1'`))
    await rule(page, 2).getByText('expected @ and a name').waitFor()
    await rule(page, 2).getByRole('button', { name: 'Move Rule 2 up' }).click()
    await rule(page, 1).getByText('expected @ and a name').waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
  })

  it('move with the focus, and go', async () => {
    const rules = ['a', 'b', 'c'].map((event) => ({ when: { event }, then: { skip: true } }))
    const { page, id } = await openRules(rules)
    await rule(page, 1).getByRole('button', { name: 'Move Rule 1 down' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Now rule 2 of 3').waitFor({ state: 'attached' })
    await page.keyboard.press('Enter')
    await expectSoon(() => page.evaluate(`document.activeElement.id === 'rules.2.down'`))
    await rule(page, 1).getByRole('button', { name: 'Remove Rule 1' }).click()
    await saveForm(page)
    expect(await savedRules(id)).to.deep.equal([rules[2], rules[0]])
  })

  it('fit a phone, in the dark too, without a barrier', async () => {
    const rules = [
      {
        when: { branch: ['main', 'release/*'], severity: { at_least: 'warning' } },
        then: { channel: releasesId, mention: '@oncall' },
      },
      { when: { 'body.alert.team': 'shop' }, then: { priority: 'urgent', silent: false } },
    ]
    const { page } = await openRules(rules, { ...NARROW, colorScheme: 'dark' })
    await rule(page, 1).getByRole('button', { name: 'Channel of the rule: releases' }).waitFor()
    const isWithin = 'document.documentElement.scrollWidth <= innerWidth'
    expect(await page.evaluate(isWithin)).to.equal(true)
    await rule(page, 1).getByRole('button', { name: 'Channel of the rule' }).click()
    await page.getByRole('option', { name: 'deploys' }).waitFor()
    expect(await page.evaluate(isWithin)).to.equal(true)
    await page.keyboard.press('Escape')
    expect(await barriersIn(page)).to.deep.equal([])
  })

  it('are all loaded later than the list of webhooks, and tell if that fails', async () => {
    const { page } = await site.visit('')
    await page.route('**/assets/forms.*.js', (route) => route.abort())
    await page.getByRole('link', { name: 'Add', exact: false }).first().click()
    await page.getByRole('heading', { name: 'The server did not respond' }).waitFor()
    await page.unroute('**/assets/forms.*.js')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Add Incoming Webhook' }).waitFor()
  })
})
