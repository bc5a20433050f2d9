import { expect } from 'chai'
import { ConsoleSite } from './console-site.js'
import { forSuite } from './site.js'

describe('the signing secret in the console', () => {
  const site = forSuite(new ConsoleSite())

  it('is shown on demand and can be replaced', async () => {
    const { id } = await site.addWebhook(await site.addChannel('deploys'), 'Signed')
    const { page } = await site.visit(`hooks/${id}`)
    await page.getByRole('button', { name: 'Show the signing secret' }).click()
    const field = page.getByRole('textbox', { name: 'Signing secret' })
    const before = await field.inputValue()
    expect(before).to.match(/^whsec_[\w+/]{43}=$/)
    await page.getByRole('button', { name: 'Replace', exact: true }).click()
    await page.getByText('Signing secret replaced').waitFor()
    expect(await field.inputValue()).to.equal('whsec_••••••••')
    await page.getByRole('button', { name: 'Show the signing secret' }).click()
    expect(await field.inputValue())
      .to.match(/^whsec_/)
      .and.not.equal(before)
  })
})
