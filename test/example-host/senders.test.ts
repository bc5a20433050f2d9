import { IncomingWebhook } from '@slack/webhook'
import { expect } from 'chai'
import { type HostHere, startHostHere } from '../support/host-here.js'
import { type HookChannel, makeHookChannel } from '../support/hook-channel.js'

interface Page {
  readonly order: readonly string[]
  readonly posts: Readonly<Record<string, { readonly message: string; readonly props: object }>>
}

describe('the example host and a sender from npm', () => {
  let host: HostHere
  let channel: HookChannel

  before(async () => {
    host = await startHostHere()
    channel = await makeHookChannel(host, 'senders')
  })

  after(() => host.stop())

  async function lastPost(): Promise<{ readonly message: string; readonly props: object }> {
    const page = (await host.api('GET', `/channels/${channel.channelId}/posts`)) as Page
    const post = page.posts[page.order[0] ?? '']
    if (!post) throw new Error('the channel is empty')
    return post
  }

  it('get on with @slack/webhook: text, attachments and blocks arrive, and it takes the answer for success', async () => {
    const webhook = new IncomingWebhook(host.url + channel.hookPath)
    expect(await webhook.send('plain <https://a.example|link>')).to.deep.equal({ text: 'ok' })
    expect((await lastPost()).message).to.equal('plain [link](https://a.example)')
    await webhook.send({ text: 'with', attachments: [{ color: 'good', title: 'Title' }] })
    expect((await lastPost()).props).to.have.deep.nested.property('attachments[0]', {
      color: 'good',
      title: 'Title',
    })
    await webhook.send({
      text: 'fallback',
      blocks: [{ type: 'section', text: { type: 'mrkdwn', text: '*bold*' } }],
    })
    expect((await lastPost()).message).to.equal('**bold**')
  })

  it('tell @slack/webhook of a refusal as of an error', async () => {
    const webhook = new IncomingWebhook(`${host.url}/hooks/${'x'.repeat(32)}`)
    const refused = await webhook.send('lost').then(
      () => null,
      (error: unknown) => error,
    )
    expect(refused).to.be.instanceOf(Error)
    expect(String(refused)).to.include('404')
  })
})
