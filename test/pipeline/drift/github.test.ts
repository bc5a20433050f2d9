import { expect } from 'chai'
import { github } from '../../../lib/formats/forges/github/index.js'
import { textAt } from '../../../lib/formats/json-members.js'
import { githubExamples } from '../../support/github-examples.js'

/** Events that are told in GitHub's own words, which name the thing and the action: `Repository transferred`. */
const PLAIN: readonly string[] = [
  'branch_protection_rule.created',
  'branch_protection_rule.deleted',
  'branch_protection_rule.edited',
  'deploy_key.created',
  'milestone.closed',
  'milestone.created',
  'organization.member_added',
  'organization.member_invited',
  'organization.renamed',
  'package.published',
  'repository.created',
  'repository.privatized',
  'repository.publicized',
  'repository.renamed',
  'repository.transferred',
  'sponsorship.created',
  'sponsorship.pending_tier_change',
]

describe('the events that GitHub gives examples of', () => {
  it('have words of their own, are skipped unless somebody wants them, or are listed', () => {
    const plain = new Set<string>()
    for (const { name, examples } of githubExamples()) {
      for (const value of examples) {
        const action = textAt(value, 'action')
        const headers = { 'x-github-event': name }
        const reading = github.read({ headers, query: {}, body: { kind: 'json', value, text: '' } })
        const isKnown = reading.kind !== 'message' || reading.event.isKnown !== false
        if (!isKnown) plain.add(action === '' ? name : `${name}.${action}`)
      }
    }
    expect([...plain].sort()).to.deep.equal(PLAIN)
  })
})
