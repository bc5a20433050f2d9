import { expect } from 'chai'
import { type HostHere, startHostHere } from '../support/host-here.js'
import {
  type CaseResult,
  expectedFailures,
  groupsOf,
  runSuite,
  type SuiteRun,
  verdict,
} from './suite-run.js'

const EXPECTED = expectedFailures()
const SUITES = ['cases', 'senders', 'bad-inputs'] as const

describe('the example host', () => {
  let host: HostHere

  before(async () => {
    host = await startHostHere()
  })

  after(() => host.stop())

  for (const suite of SUITES) {
    describe(`passes ${suite}`, () => {
      let run: SuiteRun

      before(async () => {
        run = await runSuite(host.url, host.adminPassword, suite)
      })

      for (const group of groupsOf(suite)) {
        it(group, () => {
          const results = run.results.filter((result) => result.group === group)
          expect(results, `cases of ${group}`).to.not.be.empty
          expect(verdict(results, EXPECTED)).to.deep.equal([])
        })
      }

      it('with nothing on the list of expected failures that does not exist', () => {
        const here = ({ suite: name }: { suite: string }) => name === suite
        const names = run.results.map(({ name }) => name)
        expect(names).to.include.members(EXPECTED.names.filter(here).map(({ name }) => name))
        const groups = EXPECTED.groups.filter(here).map(({ name }) => name)
        expect(groupsOf(suite)).to.include.members(groups)
      })
    })
  }
})

/** Formats that belong to the copy and exist here. */
const FORMATS = `slack rocketchat discord teams googlechat text ntfy gotify apprise alertmanager
  grafana statuspage sentry pagerduty pagerduty-events sns cloudevents jira azure uptimekuma
  healthchecks datadog none`.split(/\s+/)

describe('the formats of the example host', () => {
  let host: HostHere

  before(async () => {
    host = await startHostHere()
  })

  after(() => host.stop())

  for (const group of FORMATS) {
    it(`pass the checks of ${group}`, async () => {
      const { results } = await runSuite(host.url, host.adminPassword, 'formats', group)
      expect(results, `cases of ${group}`).to.not.be.empty
      expect(verdict(results, EXPECTED)).to.deep.equal([])
    })
  }
})

describe('the example host with limits', () => {
  it('passes the limits, all of them', async () => {
    const host = await startHostHere({
      env: { SIGN_IN_RATE: '10,900', HOOK_RATE: '10,100' },
    })
    try {
      const run = await runSuite(host.url, host.adminPassword, 'cases', 'limits')
      expect(run.skipped).to.deep.equal([])
      expect(verdict(run.results, EXPECTED)).to.deep.equal([])
    } finally {
      await host.stop()
    }
  })
})

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
    for (const { reason } of [...EXPECTED.groups, ...EXPECTED.names]) expect(reason).to.not.be.empty
  })
})
