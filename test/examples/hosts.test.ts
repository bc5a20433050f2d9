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

describe('the examples of hosts', () => {
  let host: RunningExample
  afterEach(() => host.stop())

  describe('five-minute-host.mjs', () => {
    it('lists a message that is posted to the URL that it prints', async () => {
      host = await startExample('five-minute-host.mjs')
      await request(host.hookUrl).post('').send({ text: 'Hello' }).expect(200, 'ok')
      const page = await request(host.url).get('/').expect(200)
      expect(page.body).to.have.nested.property('[0].message', 'Hello')
    })
  })

  describe('text-only-host.mjs', () => {
    const lines = async (): Promise<readonly string[]> => {
      const { text } = await request(host.url)
        .get('/')
        .expect(200)
        .expect('Content-Type', /^text\/plain/)
      return text.split('\n').map((line) => line.replace(/^\d{4}-\S+Z /, ''))
    }

    it('shows attachments and Markdown as plain text', async () => {
      host = await startExample('text-only-host.mjs')
      await request(host.hookUrl).post('').send(ALERT).expect(200, 'ok')
      await request(host.hookUrl).post('').type('form').send({ text: '**Hello**' }).expect(200)
      expect(await lines()).to.deep.equal([
        'webhook: Disk almost full (https://monitor.example.test/7)',
        'Host: db-1',
        'webhook: Hello',
        '',
      ])
    })

    it('stores a text that is longer than a message as several, and a repeated one once', async () => {
      host = await startExample('text-only-host.mjs')
      const text = 'word '.repeat(200).trim()
      for (const attempt of ['first', 'second']) {
        await request(host.hookUrl)
          .post('')
          .set('Idempotency-Key', 'one')
          .set('X-Request-Id', attempt)
          .send({ text })
          .expect(200, 'ok')
      }
      const messages = (await lines()).filter((line) => line !== '')
      expect(messages).to.have.lengthOf.above(1)
      expect(messages.join(' ').match(/word/g)).to.have.lengthOf(200)
    })

    it('changes the text when a program reports about the same thing again', async () => {
      host = await startExample('text-only-host.mjs')
      for (const text of ['db-1 is down', 'db-1 is up again']) {
        await request(host.hookUrl)
          .post('')
          .set('Correlation-Key', 'db-1')
          .send({ text })
          .expect(200)
      }
      expect(await lines()).to.deep.equal(['webhook: db-1 is up again', ''])
    })
  })
})
