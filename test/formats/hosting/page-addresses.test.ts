import { expect } from 'chai'
import { github, gitlab } from 'express-incoming-webhooks/formats'

describe('the page of a branch', () => {
  for (const [address, isLinked] of [
    ['https://git.example/a/b', true],
    ['http:/', false],
    ['https://', false],
    ['javascript:alert(1)//', false],
  ] as const) {
    it(`is ${isLinked ? '' : 'no '}link behind ${address}`, () => {
      const created = {
        ref: 'main',
        ref_type: 'branch',
        repository: { full_name: 'a/b', html_url: address },
      }
      const pushed = { object_kind: 'push', ref: 'refs/heads/main', project: { web_url: address } }
      for (const [format, headers, value] of [
        [github, { 'x-github-event': 'create' }, created],
        [gitlab, {}, pushed],
      ] as const) {
        const reading = format.read({ headers, query: {}, body: { kind: 'json', value, text: '' } })
        expect(JSON.stringify(reading).includes('/tree/main'), format.name).to.equal(isLinked)
      }
    })
  }
})
