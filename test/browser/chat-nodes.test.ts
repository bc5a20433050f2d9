import { type HostHere, startHostHere } from '../support/host-here.js'
import { usePostgresUrl } from '../support/postgres.js'
import { ChatSite } from './chat-site.js'
import { expectSoon } from './windows.js'

describe('a browser on one node', () => {
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

  it('shows what is posted, edited and deleted through another', async () => {
    const ada = await site.person('ada')
    const channel = await site.channel('shared', ada)
    const { page } = await site.visit(ada, channel.path)
    await page.getByText('This is the start of # shared').waitFor()
    const hookUrl = channel.hookUrl.replace(site.host.url, other.url)
    await site.hook({ ...channel, hookUrl }, { text: 'The build is red' })
    const post = page.getByRole('article').filter({ hasText: 'The build is red' })
    await post.waitFor()
    const id = await post.getAttribute('data-post')
    await other.api('PUT', `/posts/${id}/patch`, { message: 'The build is green' })
    await page.getByText('The build is green').waitFor()
    await other.api('DELETE', `/posts/${id}`)
    await expectSoon(async () => (await page.getByText('The build is green').count()) === 0)
    await site.leave()
  })
})
