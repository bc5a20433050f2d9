import { expect } from 'chai'
import request from 'supertest'
import { type RunningExample, startExample } from './running-example.js'

const ALERT = {
  attachments: [
    {
      color: 'danger',
      title: 'Disk almost full',
      title_link: 'https://monitor.example.test/7',
      fields: [{ title: 'Host', value: '**db-1**', short: true }],
    },
  ],
}

// The five-minute host is run by the test of the README, which shows it.
describe('text-only-host.mjs', () => {
  let host: RunningExample
  /** How many lines other tests have left. */
  let earlier = 0

  before(async () => {
    host = await startExample('text-only-host.mjs')
  })
  beforeEach(async () => {
    earlier = (await allLines()).length
  })
  after(() => host.stop())

  const allLines = async (): Promise<readonly string[]> => {
    const { text } = await request(host.url)
      .get('/')
      .expect(200)
      .expect('Content-Type', /^text\/plain/)
    const lines = text.split('\n').map((line) => line.replace(/^\d{4}-\S+Z /, ''))
    expect(lines.pop(), 'what follows the last line').to.equal('')
    return lines
  }
  const lines = async (): Promise<readonly string[]> => (await allLines()).slice(earlier)

  it('shows attachments and Markdown as plain text', async () => {
    await request(host.hookUrl).post('').send(ALERT).expect(200, 'ok')
    await request(host.hookUrl).post('').type('form').send({ text: '**Hello**' }).expect(200)
    expect(await lines()).to.deep.equal([
      'webhook: Disk almost full (https://monitor.example.test/7)',
      'Host: db-1',
      'webhook: Hello',
    ])
  })

  it('stores a text that is longer than a message as several, and a repeated one once', async () => {
    const text = 'word '.repeat(200).trim()
    for (const attempt of ['first', 'second']) {
      await request(host.hookUrl)
        .post('')
        .set('Idempotency-Key', 'one')
        .set('X-Request-Id', attempt)
        .send({ text })
        .expect(200, 'ok')
    }
    const messages = await lines()
    expect(messages).to.have.lengthOf.above(1)
    expect(messages.join(' ').match(/word/g)).to.have.lengthOf(200)
  })

  it('changes the text when a program reports about the same incident again', async () => {
    for (const text of ['db-1 is down', 'db-1 is up again']) {
      await request(host.hookUrl).post('').set('Correlation-Key', 'db-1').send({ text }).expect(200)
    }
    const [text, ...history] = await lines()
    expect(text).to.equal('webhook: db-1 is up again')
    expect(history.join('')).to.match(/^Opened .*: db-1 is down · Updated .* \(UTC\)$/)
  })
})
