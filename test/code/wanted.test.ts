import { expect } from 'chai'
import { readJson } from '../../lib/code/json-source.js'
import { wantedIn } from '../../lib/code/wanted.js'
import { blocksOf, page } from '../support/markdown.js'

const CI = { slug: 'ci', channel: 'alerts', display_name: 'CI' }

describe('the webhooks of a file', () => {
  const reasons = (value: unknown): readonly string[] =>
    wantedIn(readJson(JSON.stringify(value))).mistakes.map(({ reason }) => reason)

  it('are read with all their members', () => {
    const rules = [{ when: {}, then: { channel: 'ops' } }]
    const verification = { scheme: 'hmac', header: 'X-Signature', timestamp_header: 'X-Time' }
    const more = { rules, verification, events: ['push'], rate_limit: null, template: null }
    const { webhooks, mistakes } = wantedIn(
      readJson(JSON.stringify({ webhooks: [CI, { ...CI, slug: 'ops', owner: 'bob', ...more }] })),
    )
    expect(mistakes).to.deep.equal([])
    expect(webhooks).to.deep.equal([
      {
        slug: 'ci',
        channel: 'alerts',
        owner: '',
        members: { display_name: 'CI' },
        path: ['webhooks', 0],
      },
      {
        slug: 'ops',
        channel: 'alerts',
        owner: 'bob',
        members: { display_name: 'CI', ...more },
        path: ['webhooks', 1],
      },
    ])
  })

  it('are those of the documentation', () => {
    const [example = ''] = blocksOf(page('hooks-as-code.md'), 'json')
    const { webhooks, mistakes } = wantedIn(readJson(example))
    expect(mistakes).to.deep.equal([])
    expect(webhooks.map(({ slug }) => slug)).to.deep.equal(['ci', 'on-call'])
  })

  const cases: readonly (readonly [what: string, value: unknown, said: readonly RegExp[]])[] = [
    ['a list', [CI], [/^expected an object with webhooks/]],
    ['no list', { webhooks: {} }, [/^expected an object with webhooks/]],
    ['a text for a webhook', { webhooks: ['ci'] }, [/^expected an object$/]],
    [
      'another member beside the list',
      { webhooks: [], hooks: [] },
      [/^"hooks" .*did you mean webhooks\?/],
    ],
    [
      'nothing',
      { webhooks: [{}] },
      [/^slug is missing/, /^channel is missing/, /^display_name is/],
    ],
    [
      'members that only the server writes',
      { webhooks: [{ ...CI, key: 'x', id: 'y' }] },
      [/^"key" /, /^"id" /],
    ],
    [
      'a slug of another shape',
      { webhooks: [{ ...CI, slug: 'A b' }] },
      [/^slug: expected 1 to 64/],
    ],
    ['two of one slug', { webhooks: [CI, CI, { ...CI, channel: 'x/alerts' }] }, [/^slug: another/]],
    [
      'several faults of one list',
      { webhooks: [{ ...CI, events: [5, 'push', 6] }] },
      [/^events\.0: /, /^events\.2: /],
    ],
    [
      'too long a list',
      { webhooks: [{ ...CI, events: Array(51).fill('a') }] },
      [/^events: at most 50/],
    ],
    [
      'rules, each with a fault',
      {
        webhooks: [
          {
            ...CI,
            rules: [
              { when: {}, then: {} },
              { when: { odd: 1 }, then: { skip: true } },
            ],
          },
        ],
      },
      [/^rules\.0\.then: /, /^rules\.1\.when: odd/],
    ],
    [
      'a template that cannot work',
      { webhooks: [{ ...CI, template: { title: '{{#if a}}' } }] },
      [/^template\.title: line 1/],
    ],
    [
      'secrets',
      {
        webhooks: [
          { ...CI, verification: { scheme: 'github', secret: 'hush', previous_secret: 'hush' } },
        ],
      },
      [/^secrets are set/, /^secrets are set/],
    ],
    [
      'an unknown member of signatures',
      { webhooks: [{ ...CI, verification: { scheme: 'github', headers: 'x' } }] },
      [/^"headers" .*mean header/],
    ],
    [
      'a scheme that there is not',
      { webhooks: [{ ...CI, verification: { scheme: 'odd' } }] },
      [/^verification\.scheme: /],
    ],
  ]
  for (const [what, value, said] of cases) {
    it(`are refused with ${what}`, () => {
      const found = reasons(value)
      expect(found).to.have.lengthOf(said.length)
      said.forEach((pattern, at) => expect(found[at]).to.match(pattern))
      expect(found.join()).not.to.include('hush')
    })
  }

  it('are refused with the first 200 mistakes of more', () => {
    const webhooks = Array.from({ length: 20_000 }, () => ({ ...CI, odd: 1 }))
    expect(reasons({ webhooks })).to.have.lengthOf(200)
  })
})
