import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { ChatSite } from './chat-site.js'
import { forSuite } from './site.js'

describe('the appearance', () => {
  const site = forSuite(new ChatSite())

  const choose = async (page: Page, name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Main Menu' }).click()
    await page.getByRole('group', { name: 'Appearance' }).getByRole('button', { name }).click()
  }
  const theme = (page: Page): Promise<string | null> =>
    page.evaluate<string | null>('document.documentElement.dataset.theme ?? null')

  it('is chosen once for the chat and the console', async () => {
    const admin = await site.admin()
    const { page } = await site.visit(admin, '/main/channels/town-square', { colorScheme: 'dark' })
    expect(await theme(page)).to.equal(null)
    await choose(page, 'Light')
    expect(await theme(page)).to.equal('light')
    await page.goto(`${site.host.url}/admin/`)
    await page.locator('h1').waitFor()
    expect(await theme(page)).to.equal('light')
    await choose(page, 'System')
    await page.goto(`${site.host.url}/main/channels/town-square`)
    await page.locator('h1').first().waitFor()
    expect(await theme(page)).to.equal(null)
  })

  for (const path of ['/main/channels/town-square', '/admin/']) {
    it(`follows the system until another one is chosen: ${path}`, async () => {
      const { page } = await site.visit(await site.admin(), path, { colorScheme: 'dark' })
      await page.locator('h1').first().waitFor()
      const colour = (): Promise<string> =>
        page.evaluate<string>("getComputedStyle(document.querySelector('h1')).color")
      const seen = async (scheme: 'dark' | 'light', choice: string): Promise<string> => {
        await page.emulateMedia({ colorScheme: scheme })
        await choose(page, choice)
        await page.keyboard.press('Escape')
        return colour()
      }
      const [dark, light] = [await seen('dark', 'System'), await seen('light', 'System')]
      expect(dark).not.to.equal(light)
      expect([await seen('dark', 'Light'), await seen('light', 'Dark')]).to.deep.equal([
        light,
        dark,
      ])
      expect(await seen('dark', 'System')).to.equal(dark)
    })
  }

  for (const [kept, shown] of [
    ['dark', 'dark'],
    ['system', null],
    ['pink', null],
  ] as const) {
    it(`is ${shown ?? "the system's"} where ${kept} was kept`, async () => {
      const scripts = [`localStorage.setItem('eiw-appearance', '${kept}')`]
      const { page } = await site.visit(await site.admin(), '/admin/', { scripts })
      await page.locator('h1').waitFor()
      expect(await theme(page)).to.equal(shown)
    })
  }
})
