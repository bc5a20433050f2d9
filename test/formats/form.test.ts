import { expect } from 'chai'
import { looksLikeForm, payloadCandidates } from '../../lib/formats/form.js'

describe('the payload of a form', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['payload=%7B%22a%22%3A1%7D', ['{"a":1}', '%7B%22a%22%3A1%7D']],
    ['payload=abc', ['abc']],
    ['token=x&payload=%7B%7D', ['{}', '%7B%7D']],
    ['payload=%7B%7D&x=1', ['{}', '%7B%7D&x=1']],
    ['payload={"a":"b+c"}', ['{"a":"b c"}', '{"a":"b+c"}']],
    ['payload={"text":"100% & more"}', ['{"text":"100% ', '{"text":"100% & more"}']],
    ['payload=', ['']],
    ['%70ayload=%7B%7D', ['{}']],
    ['xpayload=1', []],
    ['text=a', []],
    ['', []],
  ]
  for (const [form, candidates] of cases) {
    it(`of ${JSON.stringify(form)} is ${JSON.stringify(candidates)}`, () => {
      expect(payloadCandidates(form)).to.deep.equal(candidates)
    })
  }
})

describe('a body without a reliable type', () => {
  it('is a form when it begins like one', () => {
    for (const text of ['payload=', 'payload={', 'a=b&payload=%7B', 'a%5B%5D=b&payload=x']) {
      expect(looksLikeForm(text), text).to.equal(true)
    }
  })

  it('is none when it is JSON or words', () => {
    for (const text of [
      '{"a":"&payload="}',
      '{"payload=":1}',
      '["a=&payload="]',
      'a=b',
      'hello',
      '',
    ]) {
      expect(looksLikeForm(text), text).to.equal(false)
    }
  })
})
