import { expect } from 'chai'
import { type CaseResult, expectedFailures, groupsOf, verdict } from '../support/suite-run.js'

describe('the list of expected failures', () => {
  const result = (name: string, ok: boolean): CaseResult => ({
    suite: 'cases',
    group: 'split',
    name,
    ok,
    failures: ok ? [] : ['expected one post, came two'],
  })
  const entry = (name: string) => ({ suite: 'cases', name, reason: 'not built yet' })

  it('lets a listed failure pass, and no other', () => {
    const list = { groups: [], names: [entry('a')] }
    expect(verdict([result('a', false)], list)).to.deep.equal([])
    expect(verdict([result('b', false)], list)).to.have.lengthOf(1)
  })

  it('can only shrink', () => {
    expect(verdict([result('a', true)], { groups: [], names: [entry('a')] })).to.have.lengthOf(1)
    const groups = { groups: [entry('split')], names: [] }
    expect(verdict([result('a', true), result('b', true)], groups)).to.have.lengthOf(1)
    expect(verdict([result('a', true), result('b', false)], groups)).to.deep.equal([])
  })

  it('gives a reason for each of its entries', () => {
    const { groups, names } = expectedFailures()
    for (const { reason } of [...groups, ...names]) expect(reason).to.not.be.empty
  })

  it('names groups that exist', () => {
    const { groups } = expectedFailures()
    const here = groups.filter(({ suite }) => suite === 'cases')
    expect(here).to.have.lengthOf(groups.length)
    expect(groupsOf('cases')).to.include.members(here.map(({ name }) => name))
  })
})
