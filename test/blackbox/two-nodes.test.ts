import { allOr } from '../support/all.js'
import { usePostgresUrl } from '../support/postgres.js'
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

/**
 * Of eight requests at once these cases want the first one to be among the two that are accepted. Two
 * nodes may take others first. What comes after that step is tested on one node.
 */
function isByChance({ group, failures }: CaseResult): boolean {
  return (
    group === 'limits' &&
    failures.length === 1 &&
    failures.every((failure) => failure === 'step 2: an error answer left 2 posts')
  )
}

describe('two nodes on one PostgreSQL', () => {
  for (const describeOn of ALL_GROUPS ? LONG : SHORT) {
    describe('of their own', () => {
      const url = usePostgresUrl()
      describeOn({ isByChance, start: () => startTwoNodes(url()) })
    })
  }
})
