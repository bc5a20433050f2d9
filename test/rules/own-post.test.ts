import { expect } from 'chai'
import { hasMade } from '../../lib/rules/own-post.js'

const NOW = 1_700_000_000_000

describe('a post', () => {
  const cases: readonly (readonly [
    what: string,
    webhook: { slug: string | null },
    post: { webhookId: string; createAt: number },
    expected: boolean,
  ])[] = [
    ['of another webhook', { slug: null }, { webhookId: 'other', createAt: NOW }, false],
    ['of a webhook without a slug', { slug: null }, { webhookId: 'id', createAt: 1 }, true],
    ['of a webhook with a slug', { slug: 'ci' }, { webhookId: 'id', createAt: NOW + 1 }, true],
    ['of one with a slow clock', { slug: 'ci' }, { webhookId: 'id', createAt: NOW - 60_000 }, true],
    ['of a deleted one', { slug: 'ci' }, { webhookId: 'id', createAt: NOW - 60_001 }, false],
  ]
  for (const [what, webhook, post, expected] of cases) {
    it(`${what} is ${expected ? 'its own' : 'not its own'}`, () => {
      expect(hasMade({ id: 'id', createAt: NOW, ...webhook }, post)).to.equal(expected)
    })
  }
})
