import { expect } from 'chai'
import { createIncomingWebhooks, type HookLog } from 'express-incoming-webhooks'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
import request from 'supertest'
import { hookHost } from '../support/hook-host.js'
import { levelsOfCodes } from '../support/log-codes.js'
import { blocksOf, page, section } from '../support/markdown.js'

const ERRORS_PAGE = page('errors.md')

describe('docs/errors.md', () => {
  it('names the level of the lines', () => {
    expect(levelsOfCodes()).to.deep.equal(['warn'])
    expect(section(ERRORS_PAGE, '## Log codes')).to.include('Each has the level `warn`')
  })

  it('shows the body of an error as the router sends it', async () => {
    const [shown = ''] = blocksOf(ERRORS_PAGE, 'json')
    const { app, path } = hookHost()
    const shownId = /"request_id": "(.*)"/.exec(shown)?.[1] ?? ''
    const response = await request(app)
      .post(path)
      .set('X-Request-Id', shownId)
      .send({ text: 'a', channel: 'nowhere' })
    expect(response.body).to.deep.equal(JSON.parse(shown))
    expect(response.get('X-Request-Id')).to.equal(shownId)
  })

  it('shows the line that a misspelt option causes', () => {
    const [, shown = ''] = blocksOf(ERRORS_PAGE, 'json')
    const lines: object[] = []
    const log: HookLog = (level, message, fields) => lines.push({ level, message, ...fields })
    const misspelt = {
      adapters: createMemoryAdapters(),
      secret: 'a secret of at least thirty-two bytes',
      siteUrl: 'https://chat.example.org',
      adaptertimeout: 5_000,
      log,
    }
    createIncomingWebhooks(misspelt)
    expect(lines).to.deep.equal([JSON.parse(shown)])
  })
})
