import { expect } from 'chai'
import { openApiDocument } from '../../lib/openapi/index.js'
import { MANAGEMENT_EXAMPLES } from '../../lib/openapi/examples.js'
import { type Answer, AnswerChecker } from './check-answer.js'

const checker = new AnswerChecker(openApiDocument())

const CREATED = membersOf(MANAGEMENT_EXAMPLES['create']?.answer)

function membersOf(value: unknown): object {
  return value instanceof Object ? value : {}
}

function answered(body: unknown, changed: Partial<Answer> = {}): Answer {
  return {
    method: 'POST',
    path: '/api/v4/hooks/incoming',
    status: 201,
    type: 'application/json; charset=utf-8',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...changed,
  }
}

const NOT_FOUND = {
  id: 'api.context.404.app_error',
  message: 'Sorry, we could not find the page.',
  detailed_error: '',
  request_id: 'r',
  status_code: 404,
}

describe('a check of answers against the document', () => {
  it('finds nothing in an answer that a server gave', () => {
    expect(checker.knows(answered(CREATED))).to.equal(true)
    expect(checker.mistakeIn(answered(CREATED))).to.equal(null)
    const key = `whk${'y'.repeat(29)}`
    expect(checker.mistakeIn(answered('ok', { path: `/hooks/${key}`, status: 404 }))).to.equal(null)
  })

  it('knows a path without parameters before one with them, whatever its methods', () => {
    const operation = { responses: { 200: {} } }
    const of = new AnswerChecker({
      paths: { '/users/{id}': { get: operation }, '/users/login': { post: operation } },
    })
    const knows = (method: string, path: string): boolean =>
      of.knows(answered('', { method, path }))
    expect(knows('GET', '/users/ada')).to.equal(true)
    expect(knows('POST', '/users/login')).to.equal(true)
    expect(knows('GET', '/users/login')).to.equal(false)
  })

  const mutations: readonly [string, Answer, RegExp][] = [
    ['a member too many', answered({ ...CREATED, more: 1 }), /additional properties/],
    ['a member too few', answered({ ...CREATED, enabled: undefined }), /'enabled'/],
    ['a member of another type', answered({ ...CREATED, enabled: 'yes' }), /must be boolean/],
    ['a choice that is none', answered({ ...CREATED, channel_type: 'X' }), /allowed values/],
    ['a time before 1970', answered({ ...CREATED, create_at: -1 }), /must be >= 0/],
    ['another status', answered(CREATED, { status: 200 }), /no such status/],
    ['another type', answered(CREATED, { type: 'text/html' }), /no such type/],
    ['no body', answered(''), /empty/],
    ['what is no JSON', answered('{'), /must be object/],
    ['the body of another answer', answered({ status: 'OK' }), /required property/],
    [
      'an error of another operation',
      answered(NOT_FOUND, { method: 'GET', path: '/api/v4/config', status: 404 }),
      /no such status/,
    ],
    [
      'an error with another id',
      answered(
        { ...NOT_FOUND, id: 'none' },
        { method: 'GET', path: '/api/v4/hooks/incoming/x', status: 404 },
      ),
      /allowed values/,
    ],
    [
      'a status in the body that is not that of the answer',
      answered(
        { ...NOT_FOUND, id: 'web.incoming_webhook.invalid.app_error', status_code: 400 },
        { path: '/hooks/whkyyenycnykbo8byrownacbw8y5isfr', status: 404 },
      ),
      /must be equal to constant/,
    ],
    [
      'an answer to senders that is not ok',
      answered('OK', {
        path: '/hooks/whkyyenycnykbo8byrownacbw8y5isfr',
        status: 200,
        type: 'text/plain',
      }),
      /allowed values/,
    ],
  ]
  for (const [what, answer, mistake] of mutations) {
    it(`finds ${what}`, () => {
      expect(checker.mistakeIn(answer)).to.match(mistake)
    })
  }
})
