import { expect } from 'chai'
import { call } from '../support/http-client.js'
import { barriersIn } from './barriers.js'
import { ConsoleSite } from './console-site.js'
import { forSuite, textOf } from './site.js'
import { expectSoon } from './windows.js'

describe('the console for readers of all kinds', () => {
  const site = forSuite(new ConsoleSite())
  let deploys: string

  before(async () => {
    deploys = await site.addChannel('deploys')
  })

  it('lists webhooks by name or by last use, and the address keeps the order', async () => {
    const { token } = await site.person('sorter')
    const names = ['Node 9', 'Node 10', 'alpha']
    for (const display_name of names) {
      const body = JSON.stringify({ channel_id: deploys, display_name })
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
      const url = `${site.host.url}/api/v4/hooks/incoming`
      const { text } = await call(url, { method: 'POST', headers, body })
      if (display_name === 'Node 9') await site.post(textOf(JSON.parse(text), 'url'), { text: 'a' })
    }
    const { page } = await site.visit('', { token })
    const listed = (): Promise<string[]> => page.locator('.cell-main__name').allTextContents()
    await page.getByRole('link', { name: 'alpha' }).waitFor()
    expect(await listed()).to.deep.equal(['alpha', 'Node 10', 'Node 9'])
    await page.getByLabel('Order').selectOption('By name')
    expect(page.url()).to.match(/\?sort=name$/)
    expect(await listed()).to.deep.equal(['alpha', 'Node 9', 'Node 10'])
    await page.getByLabel('Order').selectOption('Recently used first')
    await page.reload()
    await page.getByRole('link', { name: 'alpha' }).waitFor()
    expect(await listed()).to.deep.equal(['Node 9', 'alpha', 'Node 10'])
    expect(await page.getByLabel('Order').inputValue()).to.equal('used')
  })

  it('is back at the same row of the list, with all rows that were shown', async () => {
    const { token } = await site.person('lister')
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const url = `${site.host.url}/api/v4/hooks/incoming`
    for (let n = 0; n < 120; n++) {
      const body = JSON.stringify({ channel_id: deploys, display_name: `Row ${n}` })
      await call(url, { method: 'POST', headers, body })
    }
    const { page } = await site.visit('', { token })
    await page.getByRole('button', { name: 'Show 20 more webhooks' }).click()
    const row = page.getByRole('link', { name: 'Row 5', exact: true })
    await row.scrollIntoViewIfNeeded()
    const top = await page.evaluate<number>('scrollY')
    expect(top).to.be.above(1_000)
    await row.click()
    await page.getByRole('heading', { name: 'Row 5' }).waitFor()
    await page.goBack()
    await row.waitFor()
    await expectSoon(async () => (await page.evaluate<number>('scrollY')) === top)
  })

  it('finds a channel by the beginnings of its words', async () => {
    await site.addChannel('payments-alerts')
    await site.addChannel('payments')
    const { page } = await site.visit('add')
    await page.getByRole('button', { name: 'Channel' }).click()
    await page.keyboard.type('al pay')
    const options = page.getByRole('listbox', { name: 'Channels' }).getByRole('option')
    await expectSoon(async () => (await options.count()) === 1)
    expect(await options.innerText()).to.include('payments-alerts')
  })

  it('shows whose last request was refused and why, first or alone if asked to, and what program sends', async () => {
    const { token } = await site.person('watcher')
    const urls: string[] = []
    for (const display_name of ['Refused', 'Posted', 'Alerting', 'Unused']) {
      const body = JSON.stringify({ channel_id: deploys, display_name })
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
      const { text } = await call(`${site.host.url}/api/v4/hooks/incoming`, {
        method: 'POST',
        headers,
        body,
      })
      urls.push(textOf(JSON.parse(text), 'url'))
    }
    const [refused = '', posted = '', alerting = ''] = urls
    await site.post(refused, { channel: 'nowhere', text: 'a' })
    await site.post(posted, { text: 'a' })
    const alert = { status: 'firing', labels: { alertname: 'Disk full' }, annotations: {} }
    await site.post(alerting, { version: '4', groupKey: '{}', status: 'firing', alerts: [alert] })
    const { page } = await site.visit('?sort=result', { token })
    const row = (name: string) =>
      page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
    await row('Refused').getByText('There is no channel “').waitFor()
    expect(await row('Refused').getByRole('cell').nth(3).innerText()).to.match(
      /^Refused\s+just now\n/,
    )
    expect(await row('Posted').getByRole('cell').nth(3).innerText()).to.match(/^Posted\s+just now$/)
    await row('Alerting').getByText('Alertmanager').waitFor()
    expect(await row('Unused').getByRole('cell').nth(3).innerText()).to.equal('Never used')
    const listed = (): Promise<string[]> => page.locator('.cell-main__name').allTextContents()
    expect(await listed()).to.deep.equal(['Refused', 'Alerting', 'Posted', 'Unused'])
    expect(await barriersIn(page)).to.deep.equal([])
    const columns = (): Promise<number[]> =>
      page.evaluate(`Array.from(document.querySelectorAll('th'), (th) => th.offsetLeft)`)
    const before = await columns()
    expect(await page.getByRole('button', { name: 'Disabled 0', exact: true }).count()).to.equal(1)
    await page.getByRole('button', { name: 'Failing' }).click()
    expect(await listed()).to.deep.equal(['Refused'])
    expect(page.url()).to.match(/state=failing/)
    expect(await columns(), 'the columns stay where they are').to.deep.equal(before)
    await page.setViewportSize({ width: 390, height: 800 })
    await page.getByRole('button', { name: 'Failing 1', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Refused', exact: true }).click()
    const head = page.locator('.head__meta')
    await head.getByText('There is no channel “').waitFor()
    expect(await head.innerText()).to.match(/Refused\s+just now/)
  })

  it('has filters that end where its list ends', async () => {
    await site.addWebhook(await site.addChannel('edges'), 'Edges')
    const { page } = await site.visit('')
    const endOf = async (selector: string): Promise<number> => {
      const box = await page.locator(selector).last().boundingBox()
      return Math.round((box?.x ?? NaN) + (box?.width ?? NaN))
    }
    for (const width of [1280, 1600]) {
      await page.setViewportSize({ width, height: 800 })
      await page.getByRole('link', { name: 'Edges' }).waitFor()
      expect(await endOf('.toolbar .select'), `${width} px`).to.equal(await endOf('main .card'))
    }
  })

  it('shows the initials of webhooks that the chat shows', async () => {
    const { id } = await site.addWebhook(deploys, 'Grafana alerts')
    const { page } = await site.visit('?q=Grafana')
    const picture = page.locator('main .av--hook').first()
    await picture.waitFor()
    expect(await picture.innerText()).to.equal('GA')
    await page.goto(`${site.host.url}/admin/hooks/${id}`)
    await picture.waitFor()
    expect(await picture.innerText()).to.equal('GA')
    await page.goto(`${site.host.url}/admin/add`)
    await page.getByLabel('Name', { exact: true }).fill('Disk space')
    await expectSoon(async () => (await picture.innerText()) === 'DS')
    await page.getByText('with the initials of this webhook').waitFor()
  })

  it('shows a private channel as one, wherever its webhooks are', async () => {
    const team_id = textOf(await site.host.api('GET', '/teams/name/main'), 'id')
    const channel = { team_id, name: 'plans', display_name: 'Plans', type: 'P' }
    const channelId = textOf(await site.host.api('POST', '/channels', channel), 'id')
    const { id } = await site.addWebhook(channelId, 'Secretive')
    const { page } = await site.visit('?q=Secretive')
    for (const path of ['?q=Secretive', `hooks/${id}`, `hooks/${id}/connect`]) {
      await page.goto(`${site.host.url}/admin/${path}`)
      const tags = page.locator('main .tag', { hasText: 'Plans' })
      await tags.first().waitFor()
      for (const tag of await tags.all()) expect(await tag.innerText()).to.match(/^Private:/)
    }
  })

  it('gives the focus back to the menu whose question was not answered', async () => {
    const { id } = await site.addWebhook(deploys, 'Asked about')
    const { page } = await site.visit(`hooks/${id}`)
    const more = page.getByRole('button', { name: 'More actions' })
    for (const [item, role] of [
      ['Delete', 'alertdialog'],
      ['Regenerate URL', 'dialog'],
    ] as const) {
      await more.click()
      await page.locator('#more').getByRole('button', { name: item }).click()
      await page.getByRole(role).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole(role).waitFor({ state: 'detached' })
      await expectSoon(() =>
        page.evaluate(`document.activeElement?.getAttribute('aria-label') === 'More actions'`),
      )
    }
  })

  it('writes all times as the reader does', async () => {
    const { id, url } = await site.addWebhook(deploys, 'In the evening')
    await site.change('LogSettings', { EnableWebhookDebugging: true, ConsoleLevel: 'DEBUG' })
    await site.post(url, { text: 'a' })
    const { page } = await site.visit(`hooks/${id}`, { locale: 'en-US' })
    const request = page.locator('.req__time').first()
    await request.waitFor()
    expect(await request.textContent()).to.match(/^\d{1,2}:\d\d:\d\d\s[AP]M$/)
    await page.goto(`${site.host.url}/admin/console/logs`)
    const line = page.locator('.log time').first()
    await line.waitFor()
    expect(await line.textContent()).to.match(/^\d{1,2}:\d\d:\d\d\s[AP]M$/)
    const fits = `(({ scrollWidth, clientWidth, parentElement }) =>
      scrollWidth <= clientWidth && parentElement.scrollWidth <= parentElement.clientWidth)(
      document.querySelector('.log time'))`
    expect(await page.evaluate(fits)).to.equal(true)
  })

  it('says On or Off beside switches on phones too', async () => {
    const { page } = await site.visit('console/integrations', {
      viewport: { width: 390, height: 800 },
    })
    await page.locator('.setting__state', { hasText: 'On' }).first().waitFor()
    await page.locator('.setting__state', { hasText: 'Off' }).first().waitFor()
  })

  it('shows which filter is chosen in forced colours', async () => {
    const { page } = await site.visit('?state=disabled', { forcedColors: 'active' })
    const chosen = page.getByRole('button', { name: 'Disabled' })
    await chosen.waitFor()
    const colour = 'getComputedStyle(document.querySelector(SELECTOR)).backgroundColor'
    const of = (pressed: boolean) =>
      page.evaluate(colour.replace('SELECTOR', `'.segment__item[aria-pressed=${pressed}]'`))
    expect(await of(true)).not.to.equal(await of(false))
    // Else the browser paints the plain background behind the text, which is of its colour.
    const adjusted = `getComputedStyle(document.querySelector('.segment__item[aria-pressed=true]')).forcedColorAdjust`
    expect(await page.evaluate(adjusted)).to.equal('none')
  })

  it('shows the knob of switches in forced colours', async () => {
    const { page } = await site.visit('console/integrations', { forcedColors: 'active' })
    await page.getByRole('switch').first().waitFor()
    const knobs = `[...document.querySelectorAll('.switch__input')].map((each) => {
      const knob = getComputedStyle(each, '::after').backgroundColor
      return knob !== getComputedStyle(each).backgroundColor && knob !== getComputedStyle(document.body).backgroundColor
    })`
    const seen = await page.evaluate<boolean[]>(knobs)
    expect(seen).to.have.lengthOf.above(3)
    expect(seen).not.to.include(false)
  })

  it('has its first heading at the top of the page', async () => {
    const { page } = await site.visit('')
    expect(await page.getByRole('heading').first().textContent()).to.equal('Incoming Webhooks')
  })
})
