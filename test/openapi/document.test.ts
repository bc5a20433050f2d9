import { Validator } from '@seriousme/openapi-schema-validator'
import { expect } from 'chai'
import request from 'supertest'
import { allFormats } from '../../lib/formats/all.js'
import { ERRORS } from '../../lib/model/errors.js'
import { MANAGEMENT_EXAMPLES, MESSAGE_EXAMPLES } from '../../lib/openapi/examples.js'
import { FORMAT_ANSWERS } from '../../lib/openapi/format-answers.js'
import { openApiDocument } from '../../lib/openapi/index.js'
import { comparable, readMessage } from '../support/exchanges.js'
import { hookHost } from '../support/hook-host.js'
import { blocksOf, page } from '../support/markdown.js'

describe('the OpenAPI document', () => {
  const document = openApiDocument()

  it('is one by the schema of OpenAPI 3.1', async () => {
    const found = await new Validator().validate({ ...document })
    expect(found.errors ?? []).to.deep.equal([])
    expect(found.valid).to.equal(true)
  })

  it('has an operation id once', () => {
    const ids = idsOf(document)
    expect(ids).to.have.lengthOf.above(30)
    expect(new Set(ids).size).to.equal(ids.length)
  })

  it('leaves out routers that a host does not mount', () => {
    const only = openApiDocument({ paths: { admin: null, buttons: null, auth: null } })
    expect(Object.keys(only.paths).every((path) => path.startsWith('/hooks/'))).to.equal(true)
    expect(openApiDocument({ paths: { hooks: '/in' } }).paths).to.include.keys('/in/{key}')
  })

  it('describes what formats with an answer of their own answer', () => {
    const answering = allFormats.filter(({ answer }) => answer).map(({ name }) => name)
    expect(Object.keys(FORMAT_ANSWERS).sort()).to.deep.equal([...answering].sort())
  })

  it('prefers operations of the host', () => {
    const { paths } = openApiDocument({
      operations: [
        {
          id: 'mine',
          tag: 'Chat',
          method: 'get',
          path: '/api/v4/users/me',
          summary: 'Mine',
          answers: [],
          errors: [],
        },
      ],
    })
    expect(paths['/api/v4/users/me']).to.have.nested.property('get.operationId', 'mine')
  })

  it('has an example of every error', () => {
    expect(document.components['examples']).to.include.keys(Object.keys(ERRORS))
  })

  it('has the examples of the page on management, which were sent to a server', () => {
    const messages = blocksOf(page('management-api.md'), 'http').map(readMessage)
    const shown = messages.flatMap((asked, at) => {
      const answer = messages[at + 1]?.body
      return asked.line.startsWith('HTTP') || answer === undefined ? [] : [{ asked, answer }]
    })
    for (const [id, { request: sent, answer }] of Object.entries(MANAGEMENT_EXAMPLES)) {
      const same = shown.find(
        (one) => JSON.stringify(comparable(one.answer)) === comparableText(answer),
      )
      expect(same, id).to.not.equal(undefined)
      const body = same?.asked.body ?? ''
      expect(body === '' ? undefined : JSON.parse(body), id).to.deep.equal(sent)
    }
  })

  for (const [name, body] of Object.entries(MESSAGE_EXAMPLES)) {
    it(`has an example of a message that is shown: ${name}`, async () => {
      const { app, path, posts } = hookHost()
      await request(app).post(path).send(Object(body)).expect(200, 'ok')
      expect(posts()).to.have.lengthOf(1)
    })
  }
})

function comparableText(answer: unknown): string {
  return JSON.stringify(comparable(JSON.stringify(answer)))
}

function idsOf({ paths }: ReturnType<typeof openApiDocument>): readonly unknown[] {
  return Object.values(paths)
    .flatMap((item) => Object.values(item))
    .map((operation) =>
      operation instanceof Object && 'operationId' in operation ? operation.operationId : null,
    )
}
