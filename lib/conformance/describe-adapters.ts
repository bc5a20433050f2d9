import assert from 'node:assert/strict'
import type { Guarantee, MaybePromise } from '../adapters/types.js'
import { CHANNELS } from './channels.js'
import type { Check } from './checks.js'
import { COUNTERS } from './counters.js'
import { DELIVERIES } from './deliveries.js'
import { DIRECT_CHANNELS } from './direct-channels.js'
import { KEPT_INCIDENTS } from './kept-incidents.js'
import { LOGS } from './logs.js'
import { ONCE } from './once.js'
import { POSTS } from './posts.js'
import { DELETED_POSTS, STORED_POSTS } from './stored-posts.js'
import { defaultRunner, type TestRunner } from './runner.js'
import { checkedSession, type ConformanceSession, type HostFeature, WITHOUT } from './session.js'
import { SESSIONS } from './sessions.js'
import { SETTINGS } from './settings.js'
import { INCIDENTS } from './incidents.js'
import { USERS } from './users.js'
import { WEBHOOK_LISTS } from './webhook-lists.js'
import { WEBHOOK_RESULTS } from './webhook-results.js'
import { WEBHOOKS } from './webhooks.js'

const CONTRACTS: readonly (readonly [name: string, checks: readonly Check[]])[] = [
  ['users', USERS],
  ['channels', [...CHANNELS, ...DIRECT_CHANNELS]],
  ['posts', [...POSTS, ...STORED_POSTS, ...DELETED_POSTS, ...ONCE]],
  ['incidents', [...INCIDENTS, ...KEPT_INCIDENTS]],
  ['webhooks', [...WEBHOOKS, ...WEBHOOK_RESULTS, ...WEBHOOK_LISTS]],
  ['settings', SETTINGS],
  ['sessions', SESSIONS],
  ['counters', COUNTERS],
  ['deliveries', DELIVERIES],
  ['logs', LOGS],
]

/** Options of `describeAdapters`. */
export interface ConformanceOptions {
  /**
   * Default: the global `describe` and `it`, or those of `node:test` if there are none. In vitest
   * without globals, import both from vitest and pass them.
   */
  readonly runner?: TestRunner
  /**
   * What the host does not have, but not both kinds of channels. Tests that need it are left out, and the
   * title says so. Default: `[]`.
   */
  readonly without?: readonly HostFeature[]
}

/**
 * Defines tests of a host's adapters against their contracts, with a fresh session for each test.
 * Guarantees that the host does not give, and adapters that it does not provide, are not tested. Throws a
 * `TypeError` if there would be no channels.
 *
 * @example
 * ```ts
 * describeAdapters('our adapters', async () => {
 *   const database = await emptyDatabase()
 *   return {
 *     adapters: adaptersOn(database),
 *     seedUser: (user) => database.addUser(user),
 *     seedChannel: (channel) => database.addChannel(channel),
 *     addMember: (channelId, userId) => database.addMember(channelId, userId),
 *     readPosts: (channelId) => database.postsOf(channelId),
 *     close: () => database.close(),
 *   }
 * })
 * ```
 */
export function describeAdapters<G extends Guarantee>(
  title: string,
  open: () => MaybePromise<ConformanceSession<G>>,
  options: ConformanceOptions = {},
): void {
  const { runner = defaultRunner(), without = [] } = options
  if (without.includes('public') && without.includes('private')) {
    throw new TypeError('without: leave out public or private channels, but not both')
  }
  const whole = without.length === 0 ? title : `${title} (without ${without.join(', ')})`
  runner.describe(whole, () => {
    for (const [contract, checks] of CONTRACTS) {
      runner.describe(contract, () => {
        for (const check of checks) {
          if (check.needs.some((need) => without.includes(need))) continue
          runner.it(check.title, () => runFresh(open, check, without))
        }
      })
    }
  })
}

async function runFresh<G extends Guarantee>(
  open: () => MaybePromise<ConformanceSession<G>>,
  { run, needs }: Check,
  without: readonly HostFeature[],
) {
  const session = await open()
  try {
    await run(checkedSession(session, without))
  } catch (error) {
    throw withAdvice(error, needs)
  } finally {
    await session.close?.()
  }
}

/** The same error; an assertion also says how to leave the test out of chats that are meant to be so. */
function withAdvice(error: unknown, needs: readonly HostFeature[]) {
  if (!(error instanceof assert.AssertionError) || needs.length === 0) return error
  const ways = needs.map((need) => `without: ['${need}'] (${WITHOUT[need]})`)
  const { message, stack = '' } = error
  error.message = `${message}\nIf your chat is meant to be like this, pass ${ways.join(' or ')}.`
  error.stack = stack.replace(message, () => error.message)
  return error
}
