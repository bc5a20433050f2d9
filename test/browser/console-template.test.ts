import { expect } from 'chai'
import type { Page } from 'playwright-core'
import type { Template } from '../../lib/model/template.js'
import { barriersIn } from './barriers.js'
import { ConsoleSite, type VisitOptions, saveForm } from './console-site.js'
import { forSuite } from './site.js'
import { expectSoon } from './windows.js'

const NARROW = { viewport: { width: 390, height: 800 } }
const FULL: Template = {
  title: 'Order {{id}} of {{customer.name}}',
  link: 'https://shop.example.test/orders/{{id}}',
  color: '{{#if paid}}good{{else}}warning{{/if}}',
  body: '{{#each items}}\n- {{this.name}}\n{{/each}}',
  fields: [
    { title: 'Total', value: '{{total}} EUR' },
    { title: 'Coupon', value: '{{coupon}}' },
  ],
  incident: '{{id}}',
  state: '{{#if sent}}closed{{else}}open{{/if}}',
}

describe('the template of a webhook in the console', () => {
  const site = forSuite(new ConsoleSite())
  let channelId: string

  before(async () => {
    channelId = await site.addChannel('orders')
  })

  async function openForm(more: object, options: VisitOptions = {}) {
    const { id, url } = await site.addWebhook(channelId, 'Shop', more)
    const { page } = await site.visit(`hooks/${id}/edit`, options)
    return { page, id, url }
  }

  const editor = (page: Page) => page.getByRole('group', { name: 'Template' })
  const savedTemplate = async (id: string): Promise<unknown> =>
    Reflect.get(Object(await site.host.api('GET', `/hooks/incoming/${id}`)), 'template')

  it('is chosen as the format, written and saved, and shows what is sent then', async () => {
    const { page, id, url } = await openForm({})
    await page.getByText('Formats of other programs').click()
    expect(await editor(page).count()).to.equal(0)
    await page.getByLabel('Format', { exact: true }).selectOption('Template')
    await editor(page)
      .getByLabel('Title', { exact: true })
      .fill('Order {{id}} of {{customer.name}}')
    await editor(page)
      .getByLabel('Text', { exact: true })
      .fill('{{#each items}}- {{this}}\n{{/each}}')
    await saveForm(page)
    expect(await savedTemplate(id)).to.deep.equal({
      title: 'Order {{id}} of {{customer.name}}',
      body: '{{#each items}}- {{this}}\n{{/each}}',
    })
    const order = { id: 7, customer: { name: 'Nora' }, items: ['a chair', 'a table'] }
    expect(await site.post(url, order)).to.equal(200)
    const [post] = await site.posts(channelId)
    expect(JSON.stringify(post)).to.match(/Order 7 of Nora.*a chair.*a table/)
    await page.goto(page.url().replace('/edit', ''))
    await page.getByText('template message').waitFor()
  })

  it('is written with the keyboard alone, and its rows keep the focus', async () => {
    const { page, id } = await openForm({ format: 'template', template: { title: 'Sold' } })
    await editor(page).getByRole('button', { name: 'Add a row' }).focus()
    for (const row of ['a', 'b']) {
      await page.keyboard.press('Enter')
      await page.keyboard.type(row)
      await page.keyboard.press('Tab')
      await page.keyboard.type(`{{${row}}}`)
      await page.keyboard.press('Tab')
      if (row === 'a') await page.keyboard.press('Tab')
    }
    // On the button that removes the second row.
    await page.keyboard.press('Enter')
    await editor(page).getByText('Row 2 removed').waitFor({ state: 'attached' })
    await expectSoon(() => page.evaluate(`document.activeElement.id === 'template.fields.0.title'`))
    await saveForm(page)
    const fields = [{ title: 'a', value: '{{a}}' }]
    expect(await savedTemplate(id)).to.deep.equal({ title: 'Sold', fields })
  })

  it('says at a slot what is missing, and what the server refuses, with line and column', async () => {
    const { page } = await openForm({})
    await page.getByText('Formats of other programs').click()
    await page.getByLabel('Format', { exact: true }).selectOption('Template')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Template is empty' }).click()
    await expectSoon(() => page.evaluate(`document.activeElement.id === 'template.title'`))
    await editor(page).getByLabel('Title', { exact: true }).fill('Sold')
    await editor(page).getByLabel('Text', { exact: true }).fill('one\ntwo {{a | teleport}}')
    await editor(page).getByRole('button', { name: 'Add a row' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Row 1 of the table is incomplete' }).waitFor()
    await editor(page).getByLabel('Value').fill('{{b')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Text was rejected' }).click()
    await expectSoon(() => page.evaluate(`document.activeElement.id === 'template.body'`))
    const body = editor(page).getByLabel('Text', { exact: true })
    expect(await body.getAttribute('aria-describedby')).to.include('template.body-fault')
    await editor(page)
      .getByText(/line 2, column \d+: /)
      .waitFor()
    await body.fill('two')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Row 1 of the table was rejected' }).click()
    const focused = `document.activeElement.id === 'template.fields.0.value'`
    await expectSoon(() => page.evaluate(focused))
    expect(await barriersIn(page)).to.deep.equal([])
  })

  it('stays where another format is chosen, until it is emptied', async () => {
    const { page, id } = await openForm({ format: 'template', template: { title: 'Sold' } })
    await page.getByLabel('Format', { exact: true }).selectOption('Any')
    await editor(page).getByText('Only used where the URL ends with /template').waitFor()
    await saveForm(page)
    expect(await savedTemplate(id)).to.deep.equal({ title: 'Sold' })
    await editor(page).getByLabel('Title', { exact: true }).fill('')
    await saveForm(page)
    expect(await savedTemplate(id)).to.equal(null)
  })

  it('fits a phone, in the dark too, without a barrier', async () => {
    const filled = { format: 'template', template: FULL }
    const { page } = await openForm(filled, { ...NARROW, colorScheme: 'dark' })
    await editor(page).getByRole('group', { name: 'Row 2' }).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).to.equal(true)
    expect(await barriersIn(page)).to.deep.equal([])
  })
})
