import { expect } from 'chai'
import type { Page } from 'playwright-core'
import type { Template } from '../../lib/model/template.js'
import { type CallerField, CALLER_FIELDS } from '../../lib/model/webhook-fields.js'
import { ConsoleSite, saveForm } from './console-site.js'
import { forSuite } from './site.js'

const FIELDS: readonly CallerField[] = Object.values(CALLER_FIELDS)
const DATE = '2096-10-02'
const RULE = 'If branch is main or release/* and body.draft is not true, mention @ops.'

describe('the form of a webhook', () => {
  const site = forSuite(new ConsoleSite())
  let channelId: string

  before(async () => {
    channelId = await site.addChannel('deploys')
    await site.change('ServiceSettings', {
      EnablePostUsernameOverride: true,
      EnablePostIconOverride: true,
    })
  })

  async function openForm(): Promise<{ page: Page; id: string }> {
    const { id } = await site.addWebhook(channelId, 'Edited')
    const { page } = await site.visit(`hooks/${id}/edit`)
    await unfold(page)
    return { page, id }
  }

  async function unfold(page: Page): Promise<void> {
    await page.getByText('For administrators').click()
    await page.getByText('Formats of other programs').click()
  }

  it('sends each field as it was filled in, and shows it again', async () => {
    const { page, id } = await openForm()
    for (const field of FIELDS) await fill(page, field)
    await saveForm(page)
    const saved = await site.host.api('GET', `/hooks/incoming/${id}`)
    await page.reload()
    // The other section is open, because its fields are set.
    await page.getByText('For administrators').click()
    for (const field of FIELDS) {
      if (field.kind !== 'time') {
        expect(saved, field.wire).to.have.deep.property(field.wire, sampleOf(field))
      }
      expect(await shown(page, field), field.wire).to.deep.equal(wanted(field))
    }
    await saveForm(page)
    const again = await site.host.api('GET', `/hooks/incoming/${id}`)
    for (const { wire } of FIELDS) {
      expect(Reflect.get(Object(again), wire), wire).to.deep.equal(Reflect.get(Object(saved), wire))
    }
    await page.getByText('0.5 per second, burst 20').waitFor()
  })

  it('shows the fields of formats only where one of them is set', async () => {
    const { id } = await site.addWebhook(channelId, 'Filtered', { events: ['push'] })
    const { page } = await site.visit(`hooks/${id}/edit`)
    await page.getByLabel('Include only').waitFor()
    const plain = await site.addWebhook(channelId, 'Unfiltered')
    await page.goto(page.url().replace(id, plain.id))
    await page.getByText('Formats of other programs').waitFor()
    expect(await page.getByLabel('Include only').isVisible()).to.equal(false)
  })

  it('says what is wrong with dates, rates and long names before anything is sent', async () => {
    const { page } = await openForm()
    await page.getByLabel('Expires').selectOption('On a specific date…')
    await page.getByLabel('Messages per second').fill('5')
    await page.getByLabel('Display name').fill('é'.repeat(65))
    await page.getByRole('button', { name: 'Save' }).click()
    const summary = page.getByRole('alert')
    await summary.getByRole('link', { name: 'The date is not in the future' }).waitFor()
    await summary.getByRole('link', { name: 'Rate limit is incomplete' }).waitFor()
    await summary.getByRole('link', { name: 'Display name is too long' }).waitFor()
    await page.getByText('Shorten the display name to 64 characters. It has 65.').waitFor()
  })

  it('shows what the server does not accept at its field', async () => {
    const { page } = await openForm()
    await page.getByLabel('Name', { exact: true }).fill('\u3164')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByRole('link', { name: 'Name was rejected' }).waitFor()
    await page.getByText('“Invalid title.” expected 1 to 256 characters').waitFor()
  })

  it('takes a period that is none of the choices in minutes, and says which are possible', async () => {
    const { page, id } = await openForm()
    await page.getByLabel('Expect a request every').selectOption('Other…')
    await page.getByLabel('Minutes').fill('0.5')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Enter 1 to 44,640 minutes.').waitFor()
    await page.getByLabel('Minutes').fill('1.5')
    await saveForm(page)
    expect(await site.host.api('GET', `/hooks/incoming/${id}`)).to.have.property('expect_every', 90)
    await page.reload()
    expect(await page.getByLabel('Minutes').inputValue()).to.equal('1.5')
  })

  it('finds a date again that another choice has displaced', async () => {
    const { page } = await openForm()
    const expires = page.getByLabel('Expires')
    await expires.selectOption('On a specific date…')
    await page.getByLabel('Date', { exact: true }).fill(DATE)
    await expires.selectOption('Never')
    await expires.selectOption('On a specific date…')
    expect(await page.getByLabel('Date', { exact: true }).inputValue()).to.equal(DATE)
  })
})

function sampleOf(field: CallerField): unknown {
  return field.kind === 'rate' ? field.toWire(field.sample) : field.sample
}

function wanted(field: CallerField): unknown {
  if (field.kind === 'time') return DATE
  if (field.kind === 'names') return field.sample.join(', ')
  if (field.kind === 'period') return `${field.sample}`
  if (field.kind === 'rules') return RULE
  if (field.kind === 'template') return field.sample
  return field.kind === 'rate' ? ['0.5', '20'] : field.sample
}

async function fill(page: Page, field: CallerField): Promise<void> {
  const control = page.locator(`#${field.wire}`)
  switch (field.kind) {
    case 'text':
      if (field.wire !== 'format') return control.fill(field.sample)
      await control.selectOption(field.sample)
      return
    case 'flag':
      return control.check()
    case 'choice':
      await control.selectOption(field.sample)
      return
    case 'time':
      await control.selectOption('On a specific date…')
      return page.getByLabel('Date', { exact: true }).fill(DATE)
    case 'names':
      return control.fill(field.sample.join(', '))
    case 'period':
      await control.selectOption(`${field.sample}`)
      return
    case 'rules':
      return fillRule(page)
    case 'template':
      return fillTemplate(page, field.sample)
    case 'rate':
      await page.getByLabel('Messages per second').fill('0.5')
      return page.getByLabel('Burst size in messages').fill('20')
  }
}

async function fillRule(page: Page): Promise<void> {
  await page.getByText('Rules', { exact: true }).click()
  await page.getByRole('button', { name: 'Add a rule' }).click()
  await page.getByRole('combobox', { name: 'Fact' }).selectOption('branch')
  await page.getByLabel('Values').fill('main, release/*')
  await page.getByRole('button', { name: 'and …' }).click()
  await page.getByRole('combobox', { name: 'Fact' }).last().selectOption('body …')
  await page.getByLabel('Path in the body').fill('draft')
  await page.getByLabel('Relation').last().selectOption('is not')
  await page.getByLabel('Values').last().fill('true')
  await page.getByLabel('What happens').selectOption('mention')
  await page.getByLabel('Whom').fill('ops')
}

/** Once it says something, it stays whatever the format is. */
async function fillTemplate(page: Page, template: Template | null): Promise<void> {
  const format = page.getByLabel('Format', { exact: true })
  const before = await format.inputValue()
  await format.selectOption('template')
  for (const [slot, text] of Object.entries(template ?? {})) {
    if (typeof text === 'string') await page.locator(`[id="template.${slot}"]`).fill(text)
  }
  for (const [at, { title, value }] of (template?.fields ?? []).entries()) {
    await page.getByRole('button', { name: 'Add a row' }).click()
    const row = page.getByRole('group', { name: `Row ${at + 1}` })
    await row.getByLabel('Label').fill(title)
    await row.getByLabel('Value').fill(value)
  }
  await format.selectOption(before)
}

async function shownTemplate(page: Page): Promise<Template> {
  const text = (slot: string): Promise<string> =>
    page.locator(`[id="template.${slot}"]`).inputValue()
  return {
    title: await text('title'),
    body: await text('body'),
    fields: [{ title: await text('fields.0.title'), value: await text('fields.0.value') }],
  }
}

async function shown(page: Page, field: CallerField): Promise<unknown> {
  const control = page.locator(`#${field.wire}`)
  switch (field.kind) {
    case 'text':
    case 'choice':
    case 'names':
    case 'period':
      return control.inputValue()
    case 'rules':
      return page.getByRole('region', { name: 'Rules' }).getByRole('listitem').innerText()
    case 'template':
      return shownTemplate(page)
    case 'flag':
      return control.isChecked()
    case 'time':
      return page.getByLabel('Date', { exact: true }).inputValue()
    case 'rate':
      return [
        await page.getByLabel('Messages per second').inputValue(),
        await page.getByLabel('Burst size in messages').inputValue(),
      ]
  }
}
