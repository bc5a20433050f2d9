import { allOr } from '../support/all.js'
import { useSchemas } from '../support/postgres.js'
import { describeCases, describeSuite, type SuiteOptions } from './describe-suite.js'
import { type CaseResult } from '../support/suite-run.js'
import { startTwoNodes } from './two-nodes.js'

type Describe = (host: Pick<SuiteOptions, 'isByChance' | 'start'>) => void

/** About what nodes share. */
const SHARED = ['idempotency', 'locked', 'manage', 'order', 'settings']
const SHORT: readonly Describe[] = [
  (host) => describeSuite({ ...host, suite: 'cases', groups: allOr([...SHARED, 'split'], SHARED) }),
]
const LONG: readonly Describe[] = [
  describeCases,
  (host) => describeSuite({ ...host, suite: 'senders' }),
  (host) => describeSuite({ ...host, suite: 'bad-inputs' }),
]
/** `npm run faults nodes` sets it. */
const ALL_GROUPS = process.env['ALL_GROUPS'] !== undefined

/** The only failure of a case of this group that two nodes may have, and why. */
const BY_CHANCE: Readonly<Record<string, RegExp>> = {
  // Of eight requests at once these cases want the first one to be among the two that are accepted. Two
  // nodes may take others first. What comes after that step is tested on one node.
  limits: /^step 2: an error answer left 2 posts$/,
  // Each node gathers the reports that come to it, so that two have up to twice as many replies.
  bursts: /^step 1: expected at most 3 posts, came [4-6]$/,
}

function isByChance({ group, failures: [failure = '', ...others] }: CaseResult): boolean {
  return others.length === 0 && (BY_CHANCE[group]?.test(failure) ?? false)
}

describe('two nodes on one PostgreSQL', () => {
  for (const describeOn of ALL_GROUPS ? LONG : SHORT) {
    describe('of their own', () => {
      const newUrl = useSchemas()
      describeOn({ isByChance, start: async () => startTwoNodes(await newUrl()) })
    })
  }
})
