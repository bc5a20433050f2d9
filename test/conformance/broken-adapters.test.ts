import { expect } from 'chai'
import { BROKEN_CHANNELS } from './broken/channels.js'
import { BROKEN_DIRECT_CHANNELS } from './broken/direct-channels.js'
import { BROKEN_ONCE } from './broken/once.js'
import { BROKEN_POSTS } from './broken/posts.js'
import { BROKEN_COUNTERS, BROKEN_SESSIONS, BROKEN_SETTINGS } from './broken/rest.js'
import { BROKEN_USERS } from './broken/users.js'
import { BROKEN_WEBHOOKS } from './broken/webhooks.js'
import { openMemory } from './memory-session.js'
import { record } from './recording-runner.js'

const BROKEN = [
  ...BROKEN_USERS,
  ...BROKEN_CHANNELS,
  ...BROKEN_DIRECT_CHANNELS,
  ...BROKEN_POSTS,
  ...BROKEN_ONCE,
  ...BROKEN_WEBHOOKS,
  ...BROKEN_SETTINGS,
  ...BROKEN_SESSIONS,
  ...BROKEN_COUNTERS,
]

describe('the conformance suite', () => {
  const failedBy = new Map<string, readonly string[]>()

  // All at once: one of the tests waits a second for a window to end.
  before(async () => {
    await Promise.all(
      BROKEN.map(async ({ what, breakAdapters }) => {
        const { failed } = await record(() => {
          const session = openMemory()
          const adapters = { ...session.adapters, ...breakAdapters(session.adapters) }
          return { ...session, adapters }
        })
        failedBy.set(what, failed)
      }),
    )
  })

  for (const { what, fails } of BROKEN) {
    it(`reports when ${what}, and nothing else`, () => {
      expect([...(failedBy.get(what) ?? [])].sort()).to.deep.equal([...fails].sort())
    })
  }

  it('has no test that none of these adapters fails', async () => {
    const { titles, failed } = await record(openMemory)
    expect(failed).to.deep.equal([])
    const reported = new Set(BROKEN.flatMap(({ fails }) => fails))
    expect(titles.filter((title) => !reported.has(title))).to.deep.equal([])
  })

  it('asks for nothing that a host does not declare or provide', async () => {
    const { failed } = await record(() => {
      const session = openMemory()
      const { sessions: _sessions, counters: _counters, ...adapters } = session.adapters
      const users = {
        findByIds: (ids: readonly string[]) => adapters.users.findByIds(ids),
        findByUsernames: (names: readonly string[]) => adapters.users.findByUsernames(names),
      }
      const posts = { ...adapters.posts, promises: [], findBatch: () => null }
      return { ...session, adapters: { ...adapters, users, posts } }
    })
    expect(failed).to.deep.equal([])
  })
})
