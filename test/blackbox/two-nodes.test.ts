import { allOr } from '../support/all.js'
import { usePostgresUrl } from '../support/postgres.js'
import { describeSuite, type SuiteOptions } from './describe-suite.js'
import { type CaseResult } from '../support/suite-run.js'
import { startTwoNodes } from './two-nodes.js'

type Run = Pick<SuiteOptions, 'suite' | 'groups'>

/** About what nodes share. */
const SHARED = ['idempotency', 'locked', 'manage', 'order', 'settings']
const SHORT: readonly Run[] = [{ suite: 'cases', groups: allOr([...SHARED, 'split'], SHARED) }]
const LONG: readonly Run[] = [{ suite: 'cases' }, { suite: 'senders' }, { suite: 'bad-inputs' }]
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

for (const run of ALL_GROUPS ? LONG : SHORT) {
  describe('two nodes on one PostgreSQL', () => {
    const url = usePostgresUrl()
    describeSuite({ ...run, isByChance, start: () => startTwoNodes(url()) })
  })
}
