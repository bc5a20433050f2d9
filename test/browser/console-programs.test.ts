import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { renderText } from 'express-incoming-webhooks/render'
import { runZabbixScript } from '../support/zabbix-script.js'
import { barriersIn } from './barriers.js'
import { ConsoleSite, type WebhookRecord } from './console-site.js'
import { forSuite } from './site.js'
import { expectSoon } from './windows.js'

const run = promisify(execFile)

describe('the settings for programs', () => {
  const site = forSuite(new ConsoleSite())
  let channelId: string
  let webhook: WebhookRecord
  let folder: string

  before(async () => {
    channelId = await site.addChannel('deploys')
    webhook = await site.addWebhook(channelId, 'Programs')
    folder = await mkdtemp(join(tmpdir(), 'programs-'))
  })

  after(() => rm(folder, { recursive: true }))

  const codeOf = async (page: Page, program: string): Promise<string> => {
    await page.getByRole('tab', { name: program, exact: true }).click()
    const code = page.getByRole('region', { name: `Settings for ${program}`, exact: true })
    return (await code.textContent()) ?? ''
  }

  it('are all shown, in a list that is used by keyboard', async () => {
    const { page, faults } = await site.visit(`hooks/${webhook.id}/connect`)
    const test = await page.getByRole('textbox', { name: 'Message' }).boundingBox()
    expect(test?.y, 'the test message, without scrolling').to.be.below(700)
    await page.getByRole('tab', { name: 'Alertmanager' }).focus()
    await page.keyboard.press('End')
    await page.getByRole('region', { name: 'Settings for cron' }).waitFor()
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await barriersIn(page)).to.deep.equal([])
      const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      expect(over).to.be.at.most(0)
    }
    const tabs = page.getByRole('tablist', { name: 'Program' }).getByRole('tab')
    const titles = (await tabs.allTextContents()).map((text) => text.slice(2))
    expect(titles).to.include.members(['Zabbix', 'Argo CD', 'Flux', 'GitHub', 'n8n', 'Go', 'PHP'])
    expect(await withoutSettings(page)).to.deep.equal([])
    expect(faults).to.deep.equal([])
  })

  it('begin with the program whose format the webhook reads', async () => {
    const { id } = await site.addWebhook(channelId, 'Uptime', { format: 'statuspage' })
    const { page } = await site.visit(`hooks/${id}/connect`)
    const tab = page.getByRole('tab', { name: 'Statuspage', selected: true })
    const list = await page.getByRole('tablist', { name: 'Program' }).boundingBox()
    const box = await tab.boundingBox()
    expect(box?.y, 'in sight, although far down the list').to.be.within(
      list?.y ?? NaN,
      (list?.y ?? NaN) + (list?.height ?? NaN),
    )
    expect(await page.evaluate('scrollY'), 'the page stays where it was').to.equal(0)
  })

  /** The programs whose tab, once chosen, shows nothing. */
  const withoutSettings = (page: Page): Promise<readonly string[]> =>
    page.evaluate(`(async () => {
      const empty = []
      for (const tab of document.querySelectorAll('[aria-label=Program] [role=tab]')) {
        tab.click()
        await new Promise(requestAnimationFrame)
        const title = tab.textContent.slice(2)
        const code = document.querySelector('[aria-label="Settings for ' + title + '"]')
        if (!code?.textContent) empty.push(title)
      }
      return empty
    })()`)

  it('are found by a part of their name', async () => {
    const { page } = await site.visit(`hooks/${webhook.id}/connect`)
    const tabs = page.getByRole('tablist', { name: 'Program' }).getByRole('tab')
    await tabs.filter({ hasText: 'GitLab' }).waitFor()
    await page.getByRole('searchbox', { name: 'Find a program' }).fill(' gitl')
    await expectSoon(async () => (await tabs.count()) === 1)
    await page.getByRole('region', { name: 'Settings for GitLab' }).waitFor()
    for (const sender of ['knative', 'event grid']) {
      await page.getByRole('searchbox', { name: 'Find a program' }).fill(sender)
      await page.getByRole('region', { name: 'Settings for CloudEvents' }).waitFor()
      expect(await tabs.count()).to.equal(1)
    }
    await page.getByRole('searchbox', { name: 'Find a program' }).fill('abacus')
    await page.getByText('No program matches “abacus”').waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
  })

  it('say which events, permissions and secrets they need', async () => {
    const { page } = await site.visit(`hooks/${webhook.id}/connect`)
    const steps: readonly (readonly [program: string, ...texts: readonly string[]])[] = [
      ['Alertmanager', 'send_resolved'],
      ['Grafana', 'Webhook', 'Disable resolved message', 'HMAC Signature › Secret'],
      ['Grafana', 'Timestamp header', 'X-Grafana-Alerting-Timestamp', 'Sender signature'],
      ['Uptime Kuma', 'Webhook'],
      ['Healthchecks', 'Webhook'],
      ['GitHub', 'Branch or tag creation', 'Branch or tag deletion'],
      ['Gitea, Forgejo, Gogs', 'Create', 'Delete'],
      ['Sentry', 'Issue & Event: Read', 'Client Secret'],
      ['PagerDuty', 'Sender signature'],
      ['Jira', 'Sender signature'],
    ]
    for (const [program, ...texts] of steps) {
      await page.getByRole('tab', { name: program, exact: true }).click()
      const panel = page.getByRole('tabpanel', { name: program, exact: true })
      for (const text of texts) await panel.getByText(text, { exact: true }).waitFor()
    }
  })

  it("name a program's own webhooks rather than those for another chat", async () => {
    const { page } = await site.visit(`hooks/${webhook.id}/connect`)
    const settings: readonly (readonly [program: string, ...texts: readonly string[]])[] = [
      ['Alertmanager', `    webhook_configs:\n      - url: '${webhook.url}'`],
      ['Grafana', '        type: webhook\n', `          url: '${webhook.url}'\n`],
      ['Uptime Kuma', webhook.url, 'Preset - application/json'],
      ['Healthchecks', `${webhook.url}/healthchecks`, '$JSON'],
    ]
    for (const [program, ...texts] of settings) {
      const code = await codeOf(page, program)
      for (const text of texts) expect(code).to.include(text)
      const panel = page.getByRole('tabpanel', { name: program, exact: true })
      expect(await panel.textContent(), program).not.to.match(/slack|mattermost/i)
    }
  })

  it('are for formats that the server reads', async () => {
    const { page } = await site.visit('')
    await page.route('**/hooks/incoming/formats', (route) => route.fulfill({ json: [] }))
    await page.goto(`${site.host.url}/admin/hooks/${webhook.id}/connect`)
    await page.getByRole('tab', { name: 'Jenkins' }).waitFor()
    for (const name of ['GitHub', 'Grafana']) {
      await page.getByRole('tab', { name, exact: true }).waitFor({ state: 'detached' })
    }
  })

  it('are followed by the news that the program has reached the webhook', async () => {
    const own = await site.addWebhook(channelId, 'Waiting')
    const { page, faults } = await site.visit(`hooks/${own.id}/connect`, { isEager: true })
    const news = page.getByRole('status').filter({ hasText: 'request' })
    await news.getByText('Waiting for the first request…').waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
    await site.post(own.url, { text: 5, attachments: 'x' })
    await news.getByText(/^Refused: /).waitFor()
    await site.post(own.url, { text: 'a' })
    await news.getByText('A request arrived: posted').waitFor()
    await news.getByText('posted to # ').waitFor()
    await site.post(own.url, { text: 'a', channel: '@admin' })
    await news.getByText('A request arrived: posted to @admin, as the request asked').waitFor()
    await site.post(`${own.url}/discord?except=message`, { content: 'a' })
    await news.getByText('A request from discord (message) arrived and was not shown').waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
    await news.getByRole('link', { name: 'Open the request' }).click()
    await page.getByRole('heading', { name: 'Not shown: message' }).waitFor()
    await page.getByText('The webhook does not show this event').waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
    const settings = page.getByRole('link', { name: 'the settings' })
    expect(await settings.getAttribute('href')).to.equal(`hooks/${own.id}/edit`)
    const facts = page.getByRole('complementary', { name: 'Facts' })
    await facts.getByRole('link', { name: 'Discord' }).waitFor()
    expect(faults).to.deep.equal([])
  })

  it('are followed by the time of the last request, until another one arrives', async () => {
    const own = await site.addWebhook(channelId, 'Second program')
    await site.post(own.url, { text: 'a' })
    const { page } = await site.visit(`hooks/${own.id}/connect`, { isEager: true })
    const news = page.getByRole('status').filter({ hasText: 'request' })
    await news.getByText(/^Last request .*Waiting for the next one…$/).waitFor()
    // The list of requests is empty after a restart, and the time of the last one is not.
    await page.route('**/deliveries?*', (route) => route.fulfill({ json: [] }))
    await page.reload()
    await news.getByText(/^Last request .*Waiting for the next one…$/).waitFor()
    await page.unroute('**/deliveries?*')
    await page.reload()
    await news.getByText(/^Last request /).waitFor()
    const again = { method: 'POST', headers: { 'Idempotency-Key': 'a' }, body: '{"text":"b"}' }
    await fetch(own.url, again)
    await news.getByText('A request arrived: posted').waitFor()
    await fetch(own.url, again)
    await news.getByText('A repeated request arrived and got its first response again').waitFor()
  })

  it('are preceded by a command that a webhook with a format of its own accepts', async () => {
    const own = await site.addWebhook(channelId, 'Only Grafana', { format: 'grafana' })
    const { page } = await site.visit(`hooks/${own.id}/connect`)
    await page.getByText('This webhook reads only grafana').waitFor()
    const command = await page.getByRole('region', { name: 'curl for macOS' }).textContent()
    await run('sh', ['-c', `${command ?? ''} --fail`])
    expect((await site.messages(channelId))[0]).to.equal('Hello from **curl** :wave:')
    expect(await barriersIn(page)).to.deep.equal([])
  })

  it('are preceded by a test message if the webhook refuses unsigned requests', async () => {
    const verification = { scheme: 'grafana', secret: 'the secret of Grafana' }
    const own = await site.addWebhook(channelId, 'Signed', { format: 'grafana', verification })
    const { page } = await site.visit(`hooks/${own.id}/connect`)
    await page.getByText('refuses unsigned requests').waitFor()
    expect(await page.getByRole('region', { name: /^(curl|PowerShell)/ }).count()).to.equal(0)
    expect(await barriersIn(page)).to.deep.equal([])
    await page.getByRole('textbox', { name: 'Message' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Posted to # deploys.').waitFor()
    expect((await site.messages(channelId))[0]).to.include('Hello from Signed :wave:')
  })

  it('post as they are with Node.js', async () => {
    const { page } = await site.visit(`hooks/${webhook.id}/connect`)
    const file = join(folder, 'notify.mjs')
    await writeFile(file, await codeOf(page, 'Node.js'))
    await run(process.execPath, [file], { env: { CHAT_WEBHOOK_URL: webhook.url } })
    expect((await site.messages(channelId))[0]).to.equal('Release **2.14.0** is live :tada:')
  })

  it('show a problem of Zabbix and its recovery as one post, red and then green', async () => {
    const own = await site.addChannel('zabbix')
    const { id, url } = await site.addWebhook(own, 'Zabbix', { together: 'edit' })
    const zoe = await site.person('zoe')
    await site.host.api('POST', `/channels/${own}/members`, { user_id: zoe.id })
    const { page } = await site.visit(`hooks/${id}/connect`)
    const script = await codeOf(page, 'Zabbix')
    const name = 'Load *high* on web_1_a <!channel> @channel @zoe [x](https://evil.test)'
    const run = (Subject: string, Value: string): Promise<unknown> =>
      runZabbixScript(script, { URL: url, Subject, Message: name, Event: '4711', Value })
    const shown = async (): Promise<unknown> => {
      const [post, ...others] = await site.posts(own)
      if (!post) return null
      const [{ color }] = post.props.attachments as [{ color: string }]
      return { text: renderText(post), color, others }
    }
    expect(await run(`Problem: ${name}`, '1')).to.equal('OK')
    const text = `${name}\n\n${name}`
    expect(await shown()).to.deep.equal({ text: `Problem: ${text}`, color: 'danger', others: [] })
    expect(await run(`Resolved: ${name}`, '0')).to.equal('OK')
    const { text: resolved, ...others } = Object(await shown()) as { text: string }
    expect(resolved.startsWith(`Resolved: ${text}\n\nOpened `), resolved).to.equal(true)
    expect(others).to.deep.equal({ color: 'good', others: [] })
    const unread = `/users/${zoe.id}/channels/${own}/unread`
    expect(await site.host.api('GET', unread)).to.include({ msg_count: 1, mention_count: 0 })
    await site.post(url, { text: name })
    expect(await site.host.api('GET', unread)).to.include({ msg_count: 2, mention_count: 1 })
  })

  it('show a test of the media type of Zabbix, whose macros have no values', async () => {
    const own = await site.addChannel('zabbix-test')
    const { id, url } = await site.addWebhook(own, 'Zabbix')
    const { page } = await site.visit(`hooks/${id}/connect`)
    const script = await codeOf(page, 'Zabbix')
    const sent = {
      Subject: 'Test',
      Message: 'of *all*',
      Event: '{EVENT.ID}',
      Value: '{EVENT.VALUE}',
    }
    for (const URL of [url, url]) {
      expect(await runZabbixScript(script, { ...sent, URL })).to.equal('OK')
    }
    const posts = await site.posts(own)
    expect(posts.map((post) => renderText(post))).to.deep.equal([
      'Test\nof *all*',
      'Test\nof *all*',
    ])
    const failed = await runZabbixScript(script, { ...sent, URL: `${url}x` }).catch(String)
    expect(failed).to.match(/responded with 404/)
  })

  it('contain the URL where a program keeps it with its settings', async () => {
    const { page } = await site.visit(`hooks/${webhook.id}/connect`)
    const node: unknown = JSON.parse(await codeOf(page, 'n8n'))
    expect(node).to.have.nested.property('nodes[0].parameters.url', webhook.url)
    expect(await codeOf(page, 'GitHub')).to.include(webhook.url)
    expect(await codeOf(page, 'Healthchecks')).to.include(webhook.url)
    for (const program of ['Zabbix', 'Flux', 'Python', 'cron']) {
      expect(await codeOf(page, program), program).not.to.include(webhook.url)
    }
  })
})
