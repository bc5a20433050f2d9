import { expect } from 'chai'
import request from 'supertest'
import type { HookSettings } from 'express-incoming-webhooks'
import { type HookHost, id, KEY } from '../support/hook-host.js'
import { deliveriesOf, failingStore, observed, post } from './observed-host.js'

async function logOf({ app }: HookHost): Promise<string> {
  return (await request(app).get('/api/v4/logs').expect(200)).text
}

interface Line {
  readonly level: string
  readonly msg: string
  readonly fields: Readonly<Record<string, unknown>>
}

async function linesOf(host: HookHost): Promise<readonly Line[]> {
  const lines = JSON.parse(await logOf(host)) as readonly string[]
  return lines.map((line) => JSON.parse(line) as Line)
}

describe('the debug log', () => {
  const DEBUG: Partial<HookSettings> = { enableWebhookDebugging: true, consoleLevel: 'DEBUG' }

  it('shows what was received and what was understood', async () => {
    const host = observed(DEBUG)
    await post(host, { text: 'see <https://a.example|A>', attachments: [{ text: 'x' }] }).expect(
      200,
    )
    const log = await logOf(host)
    expect(log)
      .to.include('incoming webhook delivered')
      .and.to.include('see [A](https://a.example)')
    expect(log).to.include('sender/1').and.to.include('n1')
  })

  it('names the request id of the answer and what was ignored', async () => {
    const host = observed(DEBUG)
    const answer = await post(host, { text: 't', mrkdwn: true }).expect(200)
    const id = String(answer.headers['x-request-id'])
    expect(await logOf(host)).to.include(`\\"requestId\\":\\"${id}\\"`)
    expect(await logOf(host)).to.include('\\"ignored\\":[\\"mrkdwn\\"]')
  })

  it('names the webhook and the channel beside their ids', async () => {
    const host = observed(DEBUG)
    await post(host, { text: 't' }).expect(200)
    await post(host, { text: '' }).expect(400)
    const [delivered, refused] = await linesOf(host)
    expect(delivered?.fields).to.include({
      webhook: id('hook'),
      webhookName: 'Deploy bot',
      channel: host.posts()[0]?.channel_id,
      channelName: 'ALERTS',
    })
    expect(refused?.fields).to.include({ webhookName: 'Deploy bot' })
  })

  it('marks refusals as warnings, and names their error', async () => {
    const host = observed(DEBUG)
    await post(host, { text: 't' }).expect(200)
    await post(host, { text: '' }).expect(400)
    expect((await linesOf(host)).map(({ level, msg }) => [level, msg])).to.deep.equal([
      ['debug', 'incoming webhook delivered'],
      ['warn', 'incoming webhook refused: No text specified'],
    ])
  })

  it('shows no key that was sent as a request id', async () => {
    const host = observed(DEBUG)
    await post(host, { text: 't' }).set('X-Request-Id', KEY).expect(200)
    expect(await logOf(host)).not.to.include(KEY)
    expect(JSON.stringify(await deliveriesOf(host))).not.to.include(KEY)
  })

  it('shows why a request was refused', async () => {
    const host = observed(DEBUG)
    await post(host, '{"text":').expect(400)
    expect(await logOf(host))
      .to.include('incoming webhook refused')
      .and.to.include('parse_data')
  })

  it('shows that the host failed, under the request id of its own response', async () => {
    const host = observed(DEBUG, failingStore)
    const answer = await post(host, { text: 't' }).expect(500)
    const log = await logOf(host)
    expect(log).to.include('incoming webhook failed').and.not.to.include('secret')
    expect(log).to.include(String(answer.headers['x-request-id']))
  })

  it('holds no key, wherever a sender puts it', async () => {
    const host = observed(DEBUG)
    await post(host, { text: `${KEY} https://chat.example/hooks/${KEY}` }).set('User-Agent', KEY)
    await request(host.app).post(host.path).type('text').send(`payload={"text":"${KEY}"`)
    expect(await logOf(host)).not.to.include(KEY)
  })

  it('is empty unless debugging is on and the level is DEBUG', async () => {
    for (const settings of [
      {},
      { enableWebhookDebugging: true },
      { consoleLevel: 'DEBUG' as const },
    ]) {
      const host = observed(settings)
      await post(host, { text: 't' }).expect(200)
      expect(await logOf(host)).to.equal('[]')
    }
  })
})
