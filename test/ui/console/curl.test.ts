import { expect } from 'chai'
import { curlOf } from '../../../ui/console/pages/webhook/request-words.js'

const URL = 'https://chat.example/hooks/k'

describe('a request as a curl command', () => {
  it('has the headers of the sender and the payload in a file', () => {
    const headers = ['content-type: application/json', "x-note: it's"]
    expect(curlOf({ headers }, URL)).to.equal(
      [
        'curl --data-binary @payload',
        "-H 'content-type: application/json'",
        String.raw`-H 'x-note: it'\''s'`,
        "'https://chat.example/hooks/k'",
      ].join(' \\\n  '),
    )
  })

  for (const header of [
    'host: chat.example',
    'content-length: 12',
    'content-encoding: gzip',
    'idempotency-key: a',
    'x-request-id: r',
    'authorization: [redacted]',
    `x-long: ${'a'.repeat(192)}`,
  ]) {
    it(`has no ${header.slice(0, 40)}`, () => {
      expect(curlOf({ headers: [header, 'x-kept: a'] }, URL))
        .to.include('x-kept: a')
        .and.not.include(header.split(':', 1)[0])
    })
  }

  it('does not label a body that had no type', () => {
    expect(curlOf({ headers: [] }, URL)).to.include("-H 'content-type:'")
  })

  it('has a placeholder for a URL that cannot be shown', () => {
    expect(curlOf({ headers: [] }, null)).to.match(/ URL$/)
  })
})
