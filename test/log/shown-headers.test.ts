import { expect } from 'chai'
import { createShownHeaders } from '../../lib/log/delivery-record.js'

const shownHeaders = createShownHeaders((line) => line)

describe('the headers that recent requests show', () => {
  it('are those that arrived, repeated ones joined', () => {
    const headers = { 'user-agent': 'curl/8', 'set-other': ['a', 'b'], absent: undefined }
    expect(shownHeaders(headers)).to.deep.equal(['user-agent: curl/8', 'set-other: a,b'])
  })

  for (const name of [
    'authorization',
    'proxy-authorization',
    'cookie',
    'x-api-key',
    'x-gitlab-token',
    'x-hub-signature-256',
    'x-webhook-secret',
    'x-amz-credential',
    'x-session-id',
    'x-password',
  ]) {
    it(`hide the value of ${name}`, () => {
      expect(shownHeaders({ [name]: 'hidden' })).to.deep.equal([`${name}: [redacted]`])
    })
  }

  for (const name of ['forwarded', 'x-forwarded-for', 'x-real-ip', 'cf-connecting-ip', 'via']) {
    it(`leave out ${name}, which names addresses`, () => {
      expect(shownHeaders({ [name]: '192.0.2.1' })).to.deep.equal([])
    })
  }

  for (const name of ['idempotency-key', 'x-event-key']) {
    it(`include ${name}, which is not a credential`, () => {
      expect(shownHeaders({ [name]: 'a' })).to.deep.equal([`${name}: a`])
    })
  }

  it('are shortened and redacted', () => {
    const shown = createShownHeaders((line) => line.replace('secret', '…').slice(0, 10))
    expect(shown({ a: 'secret', b: 'x'.repeat(20), c: 'kept' })).to.deep.equal([
      'a: …',
      `b: ${'x'.repeat(7)}`,
      'c: kept',
    ])
  })

  it('are at most 30', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`x-${at}`, 'v']))
    expect(shownHeaders(many)).to.have.length(30)
  })
})
