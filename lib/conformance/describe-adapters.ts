import type { MaybePromise } from '../adapters/types.js'
import { CHANNELS } from './channels.js'
import { COUNTERS } from './counters.js'
import { DIRECT_CHANNELS } from './direct-channels.js'
import { ONCE } from './once.js'
import { POSTS } from './posts.js'
import { STORED_POSTS } from './stored-posts.js'
import { globalRunner, type TestRunner } from './runner.js'
import type { Check, ConformanceSession } from './session.js'
import { SESSIONS } from './sessions.js'
import { SETTINGS } from './settings.js'
import { USERS } from './users.js'
import { WEBHOOK_LISTS } from './webhook-lists.js'
import { WEBHOOKS } from './webhooks.js'

const CONTRACTS: readonly (readonly [name: string, checks: readonly Check[]])[] = [
  ['users', USERS],
  ['channels', [...CHANNELS, ...DIRECT_CHANNELS]],
  ['posts', [...POSTS, ...STORED_POSTS, ...ONCE]],
  ['webhooks', [...WEBHOOKS, ...WEBHOOK_LISTS]],
  ['settings', SETTINGS],
  ['sessions', SESSIONS],
  ['counters', COUNTERS],
]

export interface ConformanceOptions {
  /** Default: the global `describe` and `it`. */
  readonly runner?: TestRunner
}

/**
 * Tests a host's adapters against their contracts, with a fresh session for each test. Guarantees
 * that the posts adapter does not declare in `promises`, and adapters that a host does not provide,
 * are not tested.
 */
export function describeAdapters(
  title: string,
  open: () => MaybePromise<ConformanceSession>,
  options: ConformanceOptions = {},
): void {
  const runner = options.runner ?? globalRunner()
  runner.describe(title, () => {
    for (const [contract, checks] of CONTRACTS) {
      runner.describe(contract, () => {
        for (const check of checks) runner.it(check.title, () => runFresh(open, check))
      })
    }
  })
}

async function runFresh(
  open: () => MaybePromise<ConformanceSession>,
  { run }: Check,
): Promise<void> {
  const session = await open()
  try {
    await run(session)
  } finally {
    await session.close?.()
  }
}
