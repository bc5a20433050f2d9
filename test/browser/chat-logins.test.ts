import { expect } from 'chai'
import { barriersIn } from './barriers.js'
import { ChatSite } from './chat-site.js'
import { forSuite, type Person } from './site.js'

describe('logins at forges', () => {
  const site = forSuite(new ChatSite())
  let ada: Person
  let bea: Person

  before(async () => {
    ada = await site.person('ada')
    bea = await site.person('bea')
    await site.as(bea.token, 'POST', '/users/me/logins', { login: 'github.com/octo-bea' })
  })

  for (const width of [1280, 390]) {
    it(`are claimed and released with the keyboard, at ${width} pixels`, async () => {
      const { page } = await site.visit(ada, '/', { viewport: { width, height: 800 } })
      const menu = page.getByRole('button', { name: 'Main Menu' })
      await menu.click()
      await page.getByRole('button', { name: 'Logins at forges' }).click()
      const dialog = page.getByRole('dialog', { name: 'Your logins at forges' })
      const status = dialog.getByRole('status')
      await page.keyboard.type('https://github.com/Octo-Ada')
      await page.keyboard.press('Enter')
      await dialog.getByText('github.com/octo-ada', { exact: true }).waitFor()
      expect(await status.textContent()).to.equal('The login is yours.')
      expect(await dialog.getByLabel('Login').inputValue()).to.equal('')
      await page.keyboard.type('github.com/octo-bea')
      await page.keyboard.press('Enter')
      await dialog.getByRole('alert').getByText('@bea has claimed it').waitFor()
      expect(await barriersIn(page)).to.deep.equal([])
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await dialog.getByText('github.com/octo-ada', { exact: true }).waitFor({ state: 'detached' })
      expect(await status.textContent()).to.equal('github.com/octo-ada was released.')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    })
  }
})
