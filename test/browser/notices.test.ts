import { expect } from 'chai'
import { type HostHere, startHostHere } from '../support/host-here.js'
import { usePostgresUrl } from '../support/postgres.js'
import { until } from '../support/until.js'
import { barriersIn } from './barriers.js'
import { ChatSite } from './chat-site.js'

/** As many alerts as are refused by two nodes, one after the other. */
const ALERTS = Array.from({ length: 14 }, (_, at) => `Alert ${at + 1}`)

describe('the message about a webhook that fails on two nodes', () => {
  const url = usePostgresUrl()
  const site = new ChatSite()
  let other: HostHere

  before(async () => {
    const env = { DATABASE_URL: url(), SECRET: 'a secret of at least thirty-two bytes' }
    await site.start({ env })
    other = await startHostHere({ env, adminPassword: site.host.adminPassword })
  })

  after(async () => {
    await other.stop()
    await site.stop()
  })

  it('sends everything again that was refused, once and in order', async () => {
    const admin = await site.admin()
    const channel = await site.channel('pager', admin)
    const nodes = [
      channel,
      { ...channel, hookUrl: channel.hookUrl.replace(site.host.url, other.url) },
    ]
    await site.host.api('DELETE', `/channels/${channel.id}`)
    const early = { channel_id: channel.id, message: 'early' }
    await until('the other node is told', async () =>
      other.api('POST', '/posts', early).then(
        () => false,
        () => true,
      ),
    )
    for (const [at, text] of ALERTS.entries()) {
      expect(await site.hook(nodes[at % 2] ?? channel, { text })).to.equal(404)
      await nextMillisecond()
    }
    const { page } = await site.visit(admin, '/')
    const notice = page.getByRole('article').filter({ hasText: 'keeps failing' })
    await page.getByRole('link', { name: 'admin (you)' }).click()
    await notice.waitFor()
    await page.getByRole('button', { name: 'Replay 14' }).waitFor()
    expect(await notice.innerText())
      .to.include('14 requests')
      .and.include('Restore or join the channel')
    expect(await page.getByRole('article').count()).to.equal(1)
    const link = await page
      .getByRole('link', { name: 'Open its log of requests' })
      .getAttribute('href')
    expect(link).to.match(/\/admin\/hooks\/[a-z0-9]{26}$/)
    expect(await barriersIn(page)).to.deep.equal([])
    await site.host.api('POST', `/channels/${channel.id}/restore`)
    await page.getByRole('button', { name: 'Replay 14' }).click()
    await page.getByText('14 of 14 were sent again.').waitFor()
    await page.getByText('works again since').waitFor()
    await page.getByRole('button', { name: /^Replay/ }).waitFor({ state: 'detached' })
    await page.goto(`${site.host.url}${channel.path}`)
    const shown = (): Promise<string[]> => page.getByText(/^Alert \d+$/).allInnerTexts()
    await until('the alerts', async () => (await shown()).length >= ALERTS.length)
    expect(await shown()).to.deep.equal(ALERTS)
    await site.leave()
  })
})

/** Nodes keep no order of requests that come to them within the same millisecond. */
async function nextMillisecond(): Promise<void> {
  const answered = Date.now()
  await until('the next millisecond', () => Date.now() > answered)
}
