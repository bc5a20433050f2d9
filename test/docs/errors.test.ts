import { expect } from 'chai'
import { createIncomingWebhooks, type Log } from 'express-incoming-webhooks'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
import request from 'supertest'
import { ERRORS } from '../../lib/model/errors.js'
import { hookHost } from '../support/hook-host.js'
import { levelsOfCodes, LOG_CODES, toldFields } from '../support/log-codes.js'
import { blocksOf, namesIn, page, section, tableIn } from '../support/markdown.js'
import { blockFaults } from './program.js'

const ERRORS_PAGE = page('errors.md')
const SECTIONS = [
  '## Errors of deliveries',
  '## Errors of management',
  '## Errors of message buttons',
  '## Errors of sign-in',
] as const

function preambleOf(text: string): string {
  const made = text.includes('const webhooks =') ? '' : 'declare const webhooks: IncomingWebhooks\n'
  return `
import { createIncomingWebhooks, WebhookError } from 'express-incoming-webhooks'
import type { Adapters, IncomingWebhooks, Log } from 'express-incoming-webhooks'
declare const adapters: Adapters
declare const secret: string
declare const siteUrl: string
declare const key: string
${made}`
}

describe('docs/errors.md', () => {
  it('lists every error with its status, id, message and code', () => {
    expect(tableIn(ERRORS_PAGE, 'status', 'id', 'message', 'code')).to.deep.equal(
      Object.entries(ERRORS).map(([code, { status, id, message }]) => [
        String(status),
        `\`${id}\``,
        message,
        `\`${code}\``,
      ]),
    )
  })

  it('lists errors of deliveries that id and status tell apart', () => {
    const rows = tableIn(section(ERRORS_PAGE, SECTIONS[0]), 'status', 'code')
    const wire = rows.map(([status, code]) => `${status} ${idOf(namesIn(code)[0])}`)
    expect([...new Set(wire)]).to.deep.equal(wire)
  })

  it('explains every error once, in the order of the code', () => {
    const rows = SECTIONS.flatMap((heading) =>
      tableIn(section(ERRORS_PAGE, heading), 'status', 'code', 'when', 'what to do'),
    )
    expect(rows.map(([status, code]) => [status, ...namesIn(code)])).to.have.deep.members(
      Object.entries(ERRORS).map(([code, { status }]) => [String(status), code]),
    )
    for (const [, code, ...explained] of rows) {
      expect(explained, code).to.have.lengthOf(2)
      expect(explained, code).to.not.include('')
    }
  })

  it('lists every log code with the fields that the code passes', () => {
    const rows = tableIn(ERRORS_PAGE, 'code', 'cause', 'fix', 'fields')
    expect(rows.flatMap(([code]) => namesIn(code))).to.deep.equal(LOG_CODES)
    const told = toldFields()
    for (const [code = '', , , fields] of rows) {
      const passed = told.get(namesIn(code)[0] ?? '')
      expect([...namesIn(fields)].sort(), code).to.deep.equal([...(passed ?? [])].sort())
    }
  })

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
      .send({ text: 'a', channel: 'none' })
    expect(response.body).to.deep.equal(JSON.parse(shown))
    expect(response.get('X-Request-Id')).to.equal(shownId)
  })

  it('shows the line that a misspelt option causes', () => {
    const [, shown = ''] = blocksOf(ERRORS_PAGE, 'json')
    const lines: object[] = []
    const log: Log = (level, message, fields) => lines.push({ level, message, ...fields })
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

  it('shows code that compiles', () => {
    const sources = blocksOf(ERRORS_PAGE, 'ts')
    expect(sources).to.have.lengthOf(2)
    expect(blockFaults(sources, preambleOf)).to.deep.equal([])
  })
})

function idOf(code: string | undefined): string {
  const [, error] = Object.entries(ERRORS).find(([name]) => name === code) ?? []
  if (!error) throw new Error(`there is no error ${code}`)
  return error.id
}
