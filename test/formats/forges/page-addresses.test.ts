import { expect } from 'chai'
import { type Format } from 'express-incoming-webhooks/formats'
import { azuredevops } from '../../../lib/formats/forges/azuredevops/index.js'
import { github } from '../../../lib/formats/forges/github/index.js'
import { gitlab } from '../../../lib/formats/forges/gitlab/index.js'
import { jira } from '../../../lib/formats/operations/jira/index.js'
import { shownBy } from './shown.js'

interface Place {
  readonly page: string
  readonly format: Format
  readonly headers: Readonly<Record<string, string>>
  readonly body: (address: string) => object
}

/** Each with a page whose address is made from the address of something else. */
const places: readonly Place[] = [
  {
    page: '/tree/main',
    format: github,
    headers: { 'x-github-event': 'create' },
    body: (html_url) => ({
      ref: 'main',
      ref_type: 'branch',
      repository: { full_name: 'a/b', html_url },
    }),
  },
  {
    page: '/-/tree/main',
    format: gitlab,
    headers: {},
    body: (web_url) => ({ object_kind: 'push', ref: 'refs/heads/main', project: { web_url } }),
  },
  {
    page: '/pullrequest/7',
    format: azuredevops,
    headers: {},
    body: (webUrl) => ({
      eventType: 'git.pullrequest.created',
      publisherId: 'tfs',
      resource: { pullRequestId: 7, title: 'x', repository: { name: 'b', webUrl } },
    }),
  },
  {
    page: '/browse/AB-1',
    format: jira,
    headers: {},
    body: (address) => ({
      webhookEvent: 'jira:issue_created',
      timestamp: 1_700_000_000_000,
      issue: { id: '1', key: 'AB-1', self: `${address}/rest/api/2/issue/1`, fields: {} },
    }),
  },
]

const addresses: readonly (readonly [address: string, isLinked: boolean])[] = [
  ['https://git.example/a/b', true],
  ['http:/', false],
  ['https://', false],
  ['javascript:alert(1)//', false],
]

for (const { page, format, headers, body } of places) {
  describe(`the page ${page} of ${format.name}`, () => {
    for (const [address, isLinked] of addresses) {
      it(`is ${isLinked ? '' : 'no '}link behind ${address}`, () => {
        const value = body(address)
        const reading = format.read({ headers, query: {}, body: { kind: 'json', value, text: '' } })
        expect(reading).to.not.equal(null)
        expect(JSON.stringify(reading).includes(page)).to.equal(isLinked)
      })
    }
  })
}

describe('the page of an issue, a discussion or a comment', () => {
  const API = 'https://api.github.com/repos/a/b/discussions/3'
  const PAGE = 'https://github.com/a/b/discussions/3'
  const rows: readonly (readonly [
    what: string,
    discussion: object,
    comment: object,
    shown: string,
  ])[] = [
    ['its own', { url: API, html_url: PAGE }, { html_url: `${PAGE}#c1` }, `${PAGE}#c1`],
    ['that of the discussion', { url: API, html_url: PAGE }, { url: `${API}/comments/1` }, PAGE],
    ['none but one for programs', { url: API }, { url: `${API}/comments/1` }, ''],
  ]
  for (const [what, discussion, comment, shown] of rows) {
    it(`is ${what}`, () => {
      const value = {
        action: 'created',
        sender: { login: 'ann' },
        repository: { full_name: 'a/b', html_url: 'https://github.com/a/b' },
        discussion: { number: 3, title: 'How?', ...discussion },
        comment: { body: 'So.', ...comment },
      }
      const headers = { 'x-github-event': 'discussion_comment' }
      const { title } = shownBy(github, value, headers)
      expect(title).to.equal(
        `[a/b] ann commented on discussion ${shown === '' ? '#3 How?' : `[#3 How?](${shown})`}`,
      )
    })
  }
})
