import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { call } from '../support/http-client.js'
import { barriersIn } from './barriers.js'
import { type Channel, ChatSite, unique } from './chat-site.js'
import { ConsoleSite } from './console-site.js'
import { forSuite, type Person } from './site.js'

const MINUTE = 60_000

/** An alert of Azure, whose events say when they happened. */
function alert(state: 'Fired' | 'Resolved', at: number): object {
  return {
    schemaId: 'azureMonitorCommonAlertSchema',
    data: {
      essentials: {
        alertId: '/subscriptions/1/alerts/disk',
        alertRule: 'Disk full on db-1',
        severity: 'Sev1',
        signalType: 'Metric',
        monitorCondition: state,
        firedDateTime: new Date(at).toISOString(),
        ...(state === 'Resolved'
          ? { resolvedDateTime: new Date(at + 12 * MINUTE).toISOString() }
          : {}),
      },
      alertContext: {},
    },
  }
}

async function report(url: string, key: string, state: string, text: string): Promise<void> {
  const headers = {
    'Content-Type': 'application/json',
    'Correlation-Key': key,
    'Correlation-State': state,
  }
  const { status } = await call(url, { method: 'POST', headers, body: JSON.stringify({ text }) })
  expect(status).to.equal(200)
}

function isReply(value: unknown): value is object {
  return value instanceof Object && 'root_id' in value && value.root_id !== ''
}

describe('an incident in the chat', () => {
  const site = forSuite(new ChatSite())
  let ada: Person
  let channel: Channel

  before(async () => {
    ada = await site.person('ada')
  })

  beforeEach(async () => {
    channel = await site.channel(unique('alerts'), ada)
  })

  const posts = (page: Page) => page.locator('.chat__channel article[data-post]')

  it('is one post that becomes green, and says how long it lasted', async () => {
    const { page } = await site.visit(ada, channel.path)
    const began = Date.now() - 20 * MINUTE
    expect(await site.hook(channel, alert('Fired', began))).to.equal(200)
    await posts(page).filter({ hasText: 'Disk full on db-1' }).waitFor()
    await page.locator('.incident', { hasText: /Open.*Disk full on db-1 since/ }).waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
    expect(await site.hook(channel, alert('Resolved', began))).to.equal(200)
    const line = page.locator('.chat__channel .incident', { hasText: 'Resolved' })
    await line.waitFor()
    expect(await line.innerText()).to.match(/^Resolved\s+Disk full on db-1\s+after 12 min$/)
    expect(await posts(page).count()).to.equal(1)
    expect(await posts(page).innerText(), 'each once').to.match(/^(?!.*Resolved.*Resolved:.*$)/s)
    expect(await barriersIn(page)).to.deep.equal([])
  })

  it('is told to readers of screens once for each state', async () => {
    const { page } = await site.visit(ada, channel.path)
    await report(channel.hookUrl, 'disk', 'open', 'Disk full')
    await page.locator('.incident').waitFor()
    await report(channel.hookUrl, 'disk', 'closed', 'Disk fine')
    const told = page.locator('[aria-live]', {
      hasText: /^Disk fine: Resolved after less than a minute$/,
    })
    await told.waitFor({ state: 'attached' })
  })

  it('says how bad it is and since when it is open, also once somebody looks after it', async () => {
    const { page } = await site.visit(ada, channel.path, { locale: 'en-US' })
    const event = { routing_key: 'R', dedup_key: 'lag' }
    const send = (more: object) =>
      fetch(`${channel.hookUrl}/v2/enqueue`, {
        method: 'POST',
        body: JSON.stringify({ ...event, ...more }),
      })
    const began = new Date().setHours(0, 7, 0, 0)
    const timestamp = new Date(began).toISOString()
    const payload = { summary: 'Replica lag', severity: 'error', source: 'db-7', timestamp }
    await send({ event_action: 'trigger', payload })
    const head = page.locator('.chat__channel .incident')
    await head.getByText('Open', { exact: true }).waitFor()
    expect(await head.innerText()).to.match(/^Open\s+Error\s+Replica lag\s+since 12:07 AM$/)
    await send({ event_action: 'acknowledge' })
    await head.getByText('Acknowledged').waitFor()
    expect(await head.innerText()).to.match(
      /^Acknowledged\s+Error\s+Replica lag\s+open since 12:07 AM$/,
    )
    expect(await page.locator('.incident__history').innerText()).to.match(
      /^Opened 12:07 AM \(Error\)\s*Acknowledged \d/,
    )
    expect(await barriersIn(page)).to.deep.equal([])
  })

  it('is the name of its post, with who reported it, its state and the time', async () => {
    await report(channel.hookUrl, 'disk', 'open', '**Disk** `db_1` full')
    const { page } = await site.visit(ada, channel.path, { locale: 'en-US' })
    const name = await posts(page).getAttribute('aria-label')
    expect(name).to.match(/^alerts-\w+ \(bot\): Open, Disk db_1 full, \d+:\d\d [AP]M$/)
  })

  it('has a history that no line break tears apart within a change', async () => {
    for (const state of ['open', 'acknowledged', 'closed', 'open', 'acknowledged', 'closed']) {
      await report(channel.hookUrl, 'disk', state, 'Disk')
    }
    const { page } = await site.visit(ada, channel.path, { locale: 'en-US' })
    const changes = page.locator('.chat__channel .incident__history li')
    await changes.nth(5).waitFor()
    for (const width of [330, 350, 370, 390, 410]) {
      await page.setViewportSize({ width, height: 800 })
      const boxes = await page.evaluate<readonly (readonly number[])[]>(
        `Array.from(document.querySelectorAll('.chat__channel .incident__history li'),
          (change) => Array.from(change.getClientRects(), ({ height }) => height))`,
      )
      expect(boxes.map((lines) => lines.length)).to.deep.equal([1, 1, 1, 1, 1, 1])
      expect(Math.max(...boxes.flat()), `${width} px`).to.be.below(30)
    }
  })

  it('is not called resolved where it ended badly', async () => {
    const failed = { text: 'Run failed', attachments: [{ color: 'danger', text: 'Step 3' }] }
    const answer = await fetch(`${channel.hookUrl}?incident=run&state=closed`, {
      method: 'POST',
      body: JSON.stringify(failed),
    })
    expect(answer.status).to.equal(200)
    const { page } = await site.visit(ada, channel.path)
    await page
      .locator('.incident', { hasText: /Ended.*Run failed after less than a min/ })
      .waitFor()
  })

  it('shows its changes also after a reload', async () => {
    for (const state of ['open', 'acknowledged']) {
      await report(channel.hookUrl, 'disk', state, `Disk ${state}`)
    }
    const { page } = await site.visit(ada, channel.path)
    await page.locator('.incident', { hasText: /Acknowledged.*since/ }).waitFor()
    await page.getByText('1 reply').waitFor()
  })

  it('keeps what was reported first, with the times of the reader', async () => {
    for (const [state, text] of [
      ['open', 'The backup failed'],
      ['acknowledged', 'maria looks at it'],
      ['closed', 'The backup is done'],
    ] as const) {
      await report(channel.hookUrl, 'backup', state, text)
    }
    const { page } = await site.visit(ada, channel.path, { locale: 'en-US' })
    const history = page.locator('.chat__channel .incident__history')
    await history.waitFor()
    expect(await history.innerText()).to.match(
      /^Opened \d+:\d\d [AP]M: The backup failed\s*Acknowledged \d+:\d\d [AP]M: maria looks at it\s*Resolved \d+:\d\d [AP]M$/,
    )
    expect(await history.locator('time').count()).to.equal(3)
    const replies = page.getByRole('button', { name: /2 replies/ })
    expect(await replies.locator('.av--hook').count(), 'no person replied').to.equal(1)
    await replies.click()
    const changes = page.locator('.thread .post--change')
    await changes.nth(1).waitFor()
    expect(await changes.locator('.post__time').count()).to.equal(2)
    expect(await changes.nth(0).innerText()).to.include('maria looks at it')
  })

  it('says in its thread what each report with the same text has changed', async () => {
    for (const state of ['open', 'closed', 'open', 'acknowledged']) {
      await report(channel.hookUrl, 'flapping', state, 'Up: the river')
    }
    const { page } = await site.visit(ada, channel.path)
    const head = page.locator('.chat__channel .incident')
    await head.waitFor()
    expect(await head.innerText(), 'all words of the script').to.match(
      /^Acknowledged\s+Up: the river\s+open since/,
    )
    await page.getByRole('button', { name: /3 replies/ }).click()
    const changes = page.locator('.thread .post--change')
    await changes.nth(2).waitFor()
    const texts = await changes.locator('.badge, .md').allInnerTexts()
    expect(texts.map((text) => text.trim())).to.deep.equal([
      'Resolved',
      'Up: the river',
      'Open',
      'Up: the river',
      'Acknowledged',
      'Up: the river',
    ])
    expect(await changes.getByRole('button', { name: 'Show more' }).count()).to.equal(0)
    expect(await barriersIn(page)).to.deep.equal([])
  })

  it('tells several changes that came at once on one line, with the times of the reader', async () => {
    await report(channel.hookUrl, 'burst', 'open', 'Burst')
    await report(channel.hookUrl, 'burst', 'closed', 'Burst')
    const { page } = await site.visit(ada, channel.path, { locale: 'en-US' })
    const at = new Date().setHours(14, 2, 0, 0)
    const webhook_changes = [
      { state: 'acknowledged', at, by: 'maria' },
      { state: 'open', at: at + MINUTE },
      { state: 'closed', at: at + 3 * MINUTE },
    ]
    const message = 'Acknowledged 2026-11-26 14:02 by maria · Reopened 14:03 · Resolved 14:05 (UTC)'
    const props = { from_webhook: 'true', webhook_changes }
    await page.route('**/thread*', async (route) => {
      const text = await (await route.fetch()).text()
      const json: unknown = JSON.parse(text, (_name, value: unknown) =>
        isReply(value) ? { ...value, message, props } : value,
      )
      await route.fulfill({ json })
    })
    await page.getByRole('button', { name: /1 reply/ }).click()
    const change = page.locator('.thread .post--change')
    await change.waitFor()
    expect(await change.locator('.badge').innerText()).to.equal('Resolved')
    expect(await change.locator('.incident__history').innerText()).to.match(
      /^Acknowledged 2:02 PM by maria\s*Reopened 2:03 PM\s*Resolved 2:05 PM$/,
    )
    expect(await change.getByRole('button', { name: 'Show more' }).count()).to.equal(0)
    expect(await barriersIn(page)).to.deep.equal([])
  })

  it('has one line in its thread for a report that is an attachment', async () => {
    for (const state of ['open', 'closed']) {
      const attachments = [{ title: 'Job 7', text: `is *${state}*`, color: 'good' }]
      const answer = await fetch(`${channel.hookUrl}?incident=job&state=${state}`, {
        method: 'POST',
        body: JSON.stringify({ attachments }),
      })
      expect(answer.status).to.equal(200)
    }
    const { page } = await site.visit(ada, channel.path)
    await page.getByRole('button', { name: /1 reply/ }).click()
    const change = page.locator('.thread .post--change')
    await change.getByText('Resolved', { exact: true }).waitFor()
    await change.getByText('Job 7', { exact: true }).waitFor()
    expect(await change.locator('.att').count()).to.equal(0)
    await change.getByRole('button', { name: 'Show more of “Job 7”', expanded: false }).click()
    await change.locator('.att', { hasText: 'is closed' }).waitFor()
  })

  it('shows the faces of those who replied: the webhook, and its owner', async () => {
    await report(channel.hookUrl, 'disk', 'open', 'Disk full')
    await report(channel.hookUrl, 'disk', 'closed', 'Disk fine')
    const { page } = await site.visit(ada, channel.path)
    const faces = page.locator('.replies__faces .av')
    await page.getByRole('button', { name: /1 reply/ }).waitFor()
    expect(await faces.count()).to.equal(1)
    const admin = await site.admin()
    const rootId = await posts(page).getAttribute('data-post')
    await site.say(admin, channel, 'I was there', rootId ?? '')
    for (const when of ['as it arrives', 'as it is stored']) {
      await page.getByRole('button', { name: /2 replies/ }).waitFor()
      const looks = await Promise.all((await faces.all()).map((face) => face.getAttribute('class')))
      const areHooks = looks.map((look) => look?.includes('av--hook'))
      expect(areHooks, when).to.deep.equal([false, true])
      await page.reload()
    }
  })

  it('shows the webhook’s face also where a post has no state', async () => {
    expect(await site.hook(channel, { text: 'Delegated' })).to.equal(200)
    const { page } = await site.visit(ada, channel.path)
    const rootId = await posts(page).getAttribute('data-post')
    expect(await site.hook(channel, { text: 'Noted', root_id: rootId })).to.equal(200)
    const replies = page.getByRole('button', { name: /1 reply/ })
    await replies.waitFor()
    expect(await replies.locator('.av--hook').count()).to.equal(1)
  })

  it('has one line in its thread for each change, and the rest on demand', async () => {
    const began = Date.now() - 20 * MINUTE
    await site.hook(channel, alert('Fired', began))
    await site.hook(channel, alert('Resolved', began))
    const { page } = await site.visit(ada, channel.path)
    await page.getByRole('button', { name: /1 reply/ }).click()
    const change = page.locator('.thread .post--change')
    await change.getByText('Resolved', { exact: true }).waitFor()
    expect(await change.locator('.post__author, .bot, .post__time').count()).to.equal(3)
    expect(await change.getByRole('link', { name: /Disk full/ }).count()).to.equal(0)
    await change.getByRole('button', { name: 'Show more', expanded: false }).click()
    await change.getByRole('link', { name: 'Resolved: Disk full on db-1 (after 12 min)' }).waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
  })
})

describe('the incidents of a webhook in the console', () => {
  const site = forSuite(new ConsoleSite())

  it('are listed with their state, and come by themselves', async () => {
    const { id, url } = await site.addWebhook(await site.addChannel('alarms'), 'Alarms')
    const { page } = await site.visit(`hooks/${id}/incidents`, { isEager: true })
    await page.getByText('No incidents yet').waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
    await report(url, 'disk', 'open', '**Disk** full on `db-1`')
    const incident = page.getByRole('listitem').filter({ hasText: 'Disk full on db-1' })
    await incident.getByText('Open').waitFor()
    await report(url, 'disk', 'closed', '**Disk** fine on `db-1`')
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Disk fine on db-1' })
      .getByText('Resolved', { exact: true })
      .waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
    await report(url, 'load', 'open', 'Load')
    await report(url, 'load', 'acknowledged', 'maria looks at the load')
    await report(url, 'cpu', 'open', 'CPU')
    await page.reload()
    const rows = page.locator('.incidents > li')
    await rows.nth(2).waitFor()
    const lines = (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
    expect(lines[0]).to.match(/^Open CPU since \d/)
    expect(lines[1]).to.match(
      /^Acknowledged maria looks at the load open since .+Opened .+: Load ?Acknowledged \d/,
    )
    expect(lines[2]).to.match(/^Resolved Disk fine on db-1 after less than a minute Opened /)
    await page.getByRole('link', { name: 'Disk fine on db-1' }).click()
    await page.waitForURL(/\/pl\/|\/channels\//)
  })

  it('are kept apart as the form says', async () => {
    const { id, url } = await site.addWebhook(await site.addChannel('apart'), 'Apart')
    const { page } = await site.visit(`hooks/${id}/edit`)
    await page.getByText('Formats of other programs', { exact: true }).click()
    await page.getByLabel('Several events of one incident').selectOption('off')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').first().waitFor()
    await report(url, 'disk', 'open', 'one')
    await report(url, 'disk', 'closed', 'two')
    await page.goto(page.url().replace('/edit', '/incidents'))
    await page.getByText('No incidents yet').waitFor()
  })
})
