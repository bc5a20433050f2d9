import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import { openReceiver, type Receiver } from '../support/receiver.js'
import { type Channel, ChatSite } from './chat-site.js'
import type { Person } from './site.js'
import { barriersIn } from './barriers.js'

interface WebhookRecord {
  readonly id: string
  readonly channel_id: string
}

describe('buttons and menus of a message', () => {
  const site = new ChatSite()
  let receiver: Receiver
  /** Until when the answer to a postponement is withheld. */
  let postponing = Promise.resolve()
  let ada: Person
  let bea: Person
  let channel: Channel

  before(async () => {
    receiver = await openReceiver((_req, res) => {
      const last = receiver.received.at(-1)?.body ?? ''
      const until = last.includes('"postpone"') ? postponing : Promise.resolve()
      void until.then(() => res.end(JSON.stringify(answerTo(last))))
    })
    await site.start({ env: { INTEGRATION_HOSTS: receiver.host } })
    ada = await site.person('ada')
    bea = await site.person('bea')
    channel = await site.channel('releases', ada, bea)
  })

  after(async () => {
    await site.stop()
    await receiver.close()
  })

  afterEach(() => site.leave())

  it('change the message for everybody at once, and tell the presser alone', async () => {
    await site.hook(channel, { attachments: [attachment(receiver.url)] })
    const [{ page: hers }, { page: other }] = await Promise.all([
      site.visit(ada, channel.path),
      site.visit(bea, channel.path),
    ])
    const frames: string[] = []
    other.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => frames.push(String(payload)))
    })
    await other.reload()
    await other.getByRole('button', { name: 'Approve' }).waitFor()
    await hers.getByRole('button', { name: 'Approve' }).click()
    for (const page of [hers, other]) {
      await page.getByText('Approved by @ada').waitFor()
      await page.getByRole('button', { name: 'Approve' }).waitFor({ state: 'detached' })
    }
    await hers.getByText('Only visible to you').waitFor()
    expect(await hers.locator('[role=status] strong').innerText()).to.equal('You')
    expect(await other.getByText('Only visible to you').count()).to.equal(0)
    expect(await barriersIn(hers)).to.deep.equal([])
    const edited = frames.filter((frame) => frame.includes('post_edited'))
    expect(edited).to.have.length(1)
    expect(frames.join('')).to.not.include('integration').and.not.include(receiver.host)
  })

  it('are signed with the secret of the webhook, which another one replaces', async () => {
    const signed = await site.channel('signed', ada)
    await site.hook(signed, { attachments: [attachment(receiver.url)] })
    const { page } = await site.visit(ada, signed.path)
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Approved by @ada').waitFor()
    const hooks = (await site.host.api('GET', '/hooks/incoming')) as readonly WebhookRecord[]
    const id = hooks.find(({ channel_id }) => channel_id === signed.id)?.id ?? ''
    const secret = secretOf(await site.host.api('GET', `/hooks/incoming/${id}`))
    const { body, headers } = receiver.received.at(-1) ?? { body: '', headers: {} }
    const sent = Object.fromEntries(Object.entries(headers).map(([k, v]) => [k, String(v)]))
    expect(new Webhook(secret).verify(body, sent)).to.include({ user_name: 'ada' })
    const path = `/hooks/incoming/${id}/regen_signing_secret`
    const replaced = secretOf(await site.host.api('POST', path))
    expect(replaced)
      .to.match(/^whsec_/)
      .and.not.equal(secret)
    expect(() => new Webhook(replaced).verify(body, sent)).to.throw()
    expect(JSON.stringify(await site.host.api('GET', '/hooks/incoming'))).to.not.include('whsec_')
  })

  it('are signed with the replaced secret too while it is kept', async () => {
    const kept = await site.channel('kept', ada)
    await site.hook(kept, { attachments: [attachment(receiver.url)] })
    const hooks = (await site.host.api('GET', '/hooks/incoming')) as readonly WebhookRecord[]
    const id = hooks.find(({ channel_id }) => channel_id === kept.id)?.id ?? ''
    const before = secretOf(await site.host.api('GET', `/hooks/incoming/${id}`))
    const path = `/hooks/incoming/${id}/regen_signing_secret`
    const after = secretOf(await site.host.api('POST', path, { overlap_seconds: 60 }))
    const { page } = await site.visit(ada, kept.path)
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Approved by @ada').waitFor()
    const { body, headers } = receiver.received.at(-1) ?? { body: '', headers: {} }
    const sent = Object.fromEntries(Object.entries(headers).map(([k, v]) => [k, String(v)]))
    for (const secret of [before, after]) {
      expect(new Webhook(secret).verify(body, sent)).to.include({ user_name: 'ada' })
    }
  })

  it('are reached and chosen from by keyboard', async () => {
    const own = await site.channel('keyboard', ada)
    await site.hook(own, { attachments: [attachment(receiver.url)] })
    const { page } = await site.visit(ada, own.path)
    const menu = page.getByRole('button', { name: 'Postpone until' })
    await menu.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Postpone until' }).fill('mon')
    await page.keyboard.press('Enter')
    await page.getByText('Postponed until monday').waitFor()
    const approve = page.getByRole('button', { name: 'Reject' })
    await approve.focus()
    await page.keyboard.press('Space')
    await page.getByRole('alert').getByText('Only release managers reject.').waitFor()
  })

  it('are pressed while another one still waits for its answer', async () => {
    const own = await site.channel('waiting', ada)
    await site.hook(own, { attachments: [attachment(receiver.url)] })
    const { page } = await site.visit(ada, own.path)
    let answer = (): void => undefined
    postponing = new Promise((resolve) => (answer = resolve))
    await page.getByRole('button', { name: 'Postpone until' }).click()
    await page.getByRole('option', { name: 'Monday' }).click()
    await page.getByRole('button', { name: 'Reject' }).click()
    const fault = page.getByRole('alert').getByText('Only release managers reject.')
    await fault.waitFor()
    answer()
    await page.getByText('Noted.').waitFor()
    expect(await fault.isVisible()).to.equal(true)
  })

  it('that ask first are pressed only after a yes', async () => {
    const own = await site.channel('questions', ada)
    const title = 'Delete the backup?'
    const text = 'It cannot\nbe restored :warning:'
    const confirm = { title, text, confirm: 'Delete', deny: 'Keep', style: 'danger' }
    const asking = asked(attachment(receiver.url), confirm)
    await site.hook(own, { attachments: [asking] })
    const { page } = await site.visit(ada, own.path)
    const before = receiver.received.length
    const approve = page.getByRole('button', { name: 'Approve' })
    const dialog = page.getByRole('alertdialog', { name: title })
    await approve.click()
    await dialog.getByText('be restored ⚠️').waitFor()
    expect(await barriersIn(page)).to.deep.equal([])
    expect(await page.evaluate('document.activeElement.textContent')).to.equal('Keep')
    await dialog.getByRole('button', { name: 'Keep' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Postpone until' }).click()
    await page.getByRole('option', { name: 'Monday' }).click()
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Postpone until', exact: true }).waitFor()
    expect(receiver.received).to.have.length(before)
    await approve.click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Approved by @ada').waitFor()
    expect(receiver.received).to.have.length(before + 1)
  })

  it('ask in words of the page where their sender has none', async () => {
    const own = await site.channel('wordless', ada)
    await site.hook(own, { attachments: [asked(attachment(receiver.url), {})] })
    const { page } = await site.visit(ada, own.path)
    await page.getByRole('button', { name: 'Reject' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Are you sure?' })
    await dialog.getByText('This presses “Reject”.').waitFor()
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await page.getByRole('alert').getByText('Only release managers reject.').waitFor()
  })
})

/** An attachment whose buttons ask first. */
function asked({ actions, ...rest }: ReturnType<typeof attachment>, confirm: object): object {
  return { ...rest, actions: actions.map((action) => ({ ...action, confirm })) }
}

function attachment(url: string): { readonly text: string; readonly actions: readonly object[] } {
  const integration = (decision: string): object => ({ url, context: { decision } })
  const days = ['Monday', 'Tuesday'].map((text) => ({ text, value: text.toLowerCase() }))
  return {
    text: 'Release 2.15.0?',
    actions: [
      { id: 'yes', name: 'Approve', style: 'primary', integration: integration('approve') },
      { id: 'no', name: 'Reject', style: 'danger', integration: integration('reject') },
      {
        id: 'when',
        name: 'Postpone until',
        type: 'select',
        options: days,
        integration: integration('postpone'),
      },
    ],
  }
}

function answerTo(body: string): object {
  if (body.includes('"approve"')) {
    return {
      update: { message: 'Approved by @ada', props: {} },
      ephemeral_text: '**You** have approved it.',
    }
  }
  if (body.includes('"reject"')) return { error: { message: 'Only release managers reject.' } }
  const day = /"selected_option":"(\w+)"/.exec(body)?.[1] ?? ''
  return { update: { message: `Postponed until ${day}` }, ephemeral_text: 'Noted.' }
}

function secretOf(record: unknown): string {
  const secret: unknown = record instanceof Object ? Reflect.get(record, 'signing_secret') : ''
  return String(secret)
}
