import { Validator } from '@seriousme/openapi-schema-validator'
import { expect } from 'chai'
import request from 'supertest'
import { allFormats } from '../../lib/formats/all.js'
import { ERRORS } from '../../lib/model/errors.js'
import { MANAGEMENT_EXAMPLES, MESSAGE_EXAMPLES } from '../../lib/openapi/examples.js'
import { FORMAT_ANSWERS } from '../../lib/openapi/format-answers.js'
import { openApiDocument } from '../../lib/openapi/index.js'
import { comparable, exchangesIn } from '../support/exchanges.js'
import { hookHost, id } from '../support/hook-host.js'
import { page } from '../support/markdown.js'

const HOOKS = '/api/v4/hooks/incoming'

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

  it('has the examples of the documents, which were sent to a server', () => {
    const shown = exchangesIn(page('examples/management-api.http'))
    for (const [id, { request: sent, answer }] of Object.entries(MANAGEMENT_EXAMPLES)) {
      if (['list', 'update', 'regenerate'].includes(id)) continue
      const same = shown.find(
        ({ answered }) => JSON.stringify(comparable(answered.body)) === comparableText(answer),
      )
      expect(same, id).to.not.equal(undefined)
      const body = same?.asked.body ?? ''
      expect(body === '' ? undefined : JSON.parse(body), id).to.deep.equal(sent)
    }
  })

  it('has examples with the members that a server answers where the page shows none', async () => {
    const host = hookHost({
      options: { currentUser: () => host.adapters.host.users.get(id('admin')) ?? null },
    })
    const app = host.app.use('/api/v4', host.webhooks.adminRouter)
    const { list, update, regenerate } = MANAGEMENT_EXAMPLES
    const place = { channel_id: id('alerts') }
    const made = await request(app)
      .post(HOOKS)
      .send({ ...Object(update?.request), ...place })
    const path = `${HOOKS}/${String(Reflect.get(Object(made.body), 'id'))}`
    const answers = {
      list: await request(app).get(`${HOOKS}?include_total_count=true`),
      update: await request(app)
        .put(path)
        .send({ ...Object(update?.request), ...place }),
      regenerate: await request(app).post(`${path}/regen_key`).send(Object(regenerate?.request)),
    }
    expect(membersOf(list?.answer)).to.deep.equal(membersOf(answers.list.body))
    expect(membersOf(update?.answer)).to.deep.equal(membersOf(answers.update.body))
    expect(membersOf(regenerate?.answer)).to.deep.equal(membersOf(answers.regenerate.body))
  })

  for (const [name, body] of Object.entries(MESSAGE_EXAMPLES)) {
    it(`has an example of a message that is shown: ${name}`, async () => {
      const { app, path, posts } = hookHost()
      await request(app).post(path).send(Object(body)).expect(200, 'ok')
      expect(posts()).to.have.lengthOf(1)
    })
  }
})

/** The members of an object, and of those in it, of lists of their first elements. */
function membersOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(membersOf)
  if (!(value instanceof Object)) return typeof value
  const members = Object.entries(value).map(([name, each]): [string, unknown] => [
    name,
    membersOf(each),
  ])
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)))
}

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
