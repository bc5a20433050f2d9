import { expect } from 'chai'
import { transform } from 'esbuild'
import request from 'supertest'
import { openDatabase } from '../../example-host/over-sql/database.js'
import { hookHost } from '../support/hook-host.js'
import { blocksOf, page } from '../support/markdown.js'

describe('blocks of the documents that are no programs', () => {
  it('show a message with buttons that is taken whole', async () => {
    const [payload = ''] = blocksOf(page('buttons.md'), 'json')
    const { app, path } = hookHost()
    const answer = await request(app)
      .post(`${path}?wait=true`)
      .set('Content-Type', 'application/json')
      .send(payload)
      .expect(200)
    expect(answer.body).to.include({ ok: true })
    expect(answer.body).to.deep.include({ warnings: [], ignored: [] })
  })

  it('show a receipt as it is', async () => {
    const shown =
      blocksOf(page('sending.md'), 'json').find((block) => block.includes('permalink')) ?? ''
    const { app, path } = hookHost()
    const sent = { text: 'Hello', username: 'ci', unfurl_links: true }
    const answer = await request(app).post(`${path}?wait=true`).send(sent).expect(200)
    expect(shapeOf(answer.body)).to.deep.equal(shapeOf(JSON.parse(shown)))
  })

  it('show SQL that a database takes', async () => {
    const statements = blocksOf(page('rendering.md'), 'sql')
    expect(statements).to.have.lengthOf(2)
    const users = 'CREATE TABLE users (id integer PRIMARY KEY, name text, password_hash text);'
    const messages = 'CREATE TABLE messages (id integer PRIMARY KEY);'
    const db = await openDatabase([users, messages, ...statements].join('\n'))
    expect(db.all('SELECT * FROM webhook_posts')).to.deep.equal([])
    db.close()
  })

  it('show style sheets without mistakes', async () => {
    const sheets = blocksOf(page('rendering.md'), 'css')
    expect(sheets).to.have.lengthOf(1)
    for (const sheet of sheets) {
      expect((await transform(sheet, { loader: 'css' })).warnings).to.deep.equal([])
    }
  })
})

/** The same, without the ids and URLs of a post. */
function shapeOf(receipt: unknown): unknown {
  return JSON.parse(
    JSON.stringify(receipt, (name, value: unknown) =>
      ['id', 'channel_id', 'permalink'].includes(name) ? '…' : value,
    ),
  )
}
