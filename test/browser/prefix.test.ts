import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { mountChat, type MountedChat, type Mounting } from './mounted-chat.js'
import { PASSWORD } from './site.js'
import { Windows } from './windows.js'

const MOUNTINGS: Readonly<Record<Mounting, string>> = {
  mounted: 'that is mounted below a prefix',
  proxied: 'whose prefix a proxy takes off',
}

for (const mounting of ['mounted', 'proxied'] as const) {
  describe(`a chat ${MOUNTINGS[mounting]}`, () => {
    let windows: Windows
    let chat: MountedChat
    let postId: string

    before(async () => {
      ;[windows, chat] = await Promise.all([Windows.start(), mountChat(mounting)])
      postId = await chat.post({ text: 'the first post' })
    })

    afterEach(() => windows.close())

    after(async () => {
      await windows.stop()
      await chat.stop()
    })

    const signIn = async (page: Page): Promise<void> => {
      await page.getByLabel('Username or email').fill('root')
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign in' }).click()
    }

    it('shows a reference of its API, in which the signed-in user can try calls', async () => {
      const { page, faults } = await windows.open(`${chat.url}/login`)
      await signIn(page)
      await page.getByText('the first post').waitFor()
      await page.goto(`${chat.url}/reference`)
      const operation = page.locator('#operations-Management-getMe')
      await operation.locator('.opblock-summary-control').click()
      await operation.getByRole('button', { name: 'Try it out' }).click()
      await operation.getByRole('button', { name: 'Execute' }).click()
      const answer = operation.locator('.live-responses-table')
      await answer.getByText('"username": "root"').waitFor()
      expect(faults).to.deep.equal([])
    })

    it('leads from its first address to signing in, the messages, the console and out', async () => {
      // Without the slash a proxy would not know the address.
      const { page, faults } = await windows.open(chat.url + (mounting === 'proxied' ? '/' : ''))
      await signIn(page)
      await page.getByText('the first post').waitFor()
      expect(page.url()).to.equal(`${chat.url}/main/channels/deploys`)
      await chat.post({ text: 'comes live' })
      await page.getByText('comes live').waitFor()
      await page.getByPlaceholder('Write to # deploys').fill('by a person')
      await page.keyboard.press('Enter')
      await page.locator('article[data-post]').filter({ hasText: 'by a person' }).waitFor()
      await page.locator(`[data-post="${postId}"] .post__time`).click()
      await page.waitForURL(`${chat.url}/main/pl/${postId}`)
      await page.reload()
      await page.getByText('the first post').waitFor()

      await page.getByRole('button', { name: 'Main Menu' }).click()
      await page.getByRole('link', { name: 'Integrations' }).click()
      await page.getByRole('link', { name: 'Deploys', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'Deploys' }).waitFor()
      expect(page.url()).to.equal(`${chat.url}/admin/hooks/${chat.webhookId}`)
      await page.getByRole('button', { name: 'Show the full URL' }).click()
      expect(await page.getByRole('textbox', { name: 'Webhook URL' }).inputValue()).to.equal(
        chat.hookUrl,
      )
      await page.getByRole('button', { name: 'Main Menu' }).click()
      await page.getByRole('link', { name: 'Messages', exact: true }).click()
      await page.getByText('comes live').waitFor()
      await page.getByRole('button', { name: 'Main Menu' }).click()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('heading', { name: 'Sign in to Main' }).waitFor()
      expect(page.url()).to.equal(`${chat.url}/login`)
      expect(faults).to.deep.equal([])
    })

    it('shows every page at its address, clean', async () => {
      const { page, faults } = await windows.open(`${chat.url}/login`)
      await signIn(page)
      await page.getByText('the first post').waitFor()
      for (const path of [
        '/main/channels/deploys',
        `/main/channels/deploys?thread=${postId}`,
        `/main/pl/${postId}`,
        '/admin',
        '/admin/',
        '/admin/add',
        `/admin/hooks/${chat.webhookId}`,
        `/admin/hooks/${chat.webhookId}/edit`,
        `/admin/hooks/${chat.webhookId}/connect`,
        '/admin/console/integrations',
        '/admin/console/logging',
        '/admin/console/logs',
      ]) {
        await page.goto(chat.url + path)
        const content = path.startsWith('/admin') ? 'main :is(.card, .empty, .logs)' : 'article'
        await page.locator(content).first().waitFor()
      }
      expect(faults).to.deep.equal([])
    })
  })
}
