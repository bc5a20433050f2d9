import { expect } from 'chai'
import { barriersIn } from './barriers.js'
import { ConsoleSite } from './console-site.js'
import { forSuite } from './site.js'

describe('the signing secret in the console', () => {
  const site = forSuite(new ConsoleSite())

  it('is shown on demand, and replaced after a question while the old one still signs', async () => {
    const { id } = await site.addWebhook(await site.addChannel('deploys'), 'Signed')
    const { page } = await site.visit(`hooks/${id}`)
    await page.getByRole('heading', { name: 'Signing secret for buttons' }).waitFor()
    await page.getByRole('button', { name: 'Show the signing secret' }).click()
    const field = page.getByRole('textbox', { name: 'Signing secret' })
    const before = await field.inputValue()
    expect(before).to.match(/^whsec_[\w+/]{43}=$/)
    await page.getByRole('button', { name: 'Replace', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Replace the signing secret?' })
    await dialog.getByText('button presses are signed with both').waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await field.inputValue()).to.equal(before)
    await page.getByRole('button', { name: 'Replace', exact: true }).click()
    await dialog.getByLabel('Keep it for 1 hour').check()
    await dialog.getByRole('button', { name: 'Replace signing secret' }).click()
    await page.getByText('Signing secret replaced').waitFor()
    await page.getByText(/^Two secrets sign until/).waitFor()
    expect(await field.inputValue()).to.equal('whsec_••••••••')
    await page.getByRole('button', { name: 'Show the signing secret' }).click()
    expect(await field.inputValue())
      .to.match(/^whsec_/)
      .and.not.equal(before)
    await page.getByRole('button', { name: 'Replace', exact: true }).click()
    await dialog.getByText('The secret that was replaced earlier').waitFor()
    await dialog.getByLabel('Stop using it now').check()
    await dialog.getByRole('button', { name: 'Replace signing secret' }).click()
    await page.getByText(/^Two secrets sign until/).waitFor({ state: 'detached' })
  })
})
