import { expect } from 'chai'
import type { HookChannel } from 'express-incoming-webhooks'
import { allOr } from '../support/all.js'
import { BROKEN_CHANNELS } from './broken/channels.js'
import { BROKEN_DELETED_POSTS } from './broken/deleted-posts.js'
import { BROKEN_DELIVERIES, BROKEN_LOGS } from './broken/diagnostics.js'
import { BROKEN_DIRECT_CHANNELS } from './broken/direct-channels.js'
import { BROKEN_ONCE } from './broken/once.js'
import { BROKEN_POSTS } from './broken/posts.js'
import { BROKEN_COUNTERS, BROKEN_SESSIONS, BROKEN_SETTINGS } from './broken/rest.js'
import { BROKEN_INCIDENTS } from './broken/incidents.js'
import { BROKEN_USERS } from './broken/users.js'
import { BROKEN_WEBHOOKS } from './broken/webhooks.js'
import { openOverSql } from '../support/over-sql-session.js'
import { isReadable } from './broken/posts.js'
import { type ConformanceSession, describeAdapters } from 'express-incoming-webhooks/conformance'
import { type MemorySession, openMemory } from '../support/memory-session.js'
import { record } from './recording-runner.js'

const BROKEN = [
  ...BROKEN_USERS,
  ...BROKEN_CHANNELS,
  ...BROKEN_DIRECT_CHANNELS,
  ...BROKEN_POSTS,
  ...BROKEN_DELETED_POSTS,
  ...BROKEN_ONCE,
  ...BROKEN_INCIDENTS,
  ...BROKEN_WEBHOOKS,
  ...BROKEN_SETTINGS,
  ...BROKEN_SESSIONS,
  ...BROKEN_COUNTERS,
  ...BROKEN_DELIVERIES,
  ...BROKEN_LOGS,
]

const AT_ONCE = 20

// Its ids come from the database.
const FIRST_ID =
  'posts: of a message with several parts contain the id of the first post: either the ids they come with are kept, or withFirstId is called for each'
const NO_TRANSACTION =
  'posts: are all stored or none are, even when the database refuses the third, if the session has failWrites'

describe('the conformance suite', () => {
  const failedBy = new Map<string, readonly string[]>()

  // Many at once, because one of the tests waits a second for a window to end; but not so many that
  // they are late for it.
  before(async () => {
    for (let at = 0; at < BROKEN.length; at += AT_ONCE) {
      await Promise.all(
        BROKEN.slice(at, at + AT_ONCE).map(async ({ what, fails, breakAdapters }) => {
          const open = () => {
            const session = openMemory()
            const adapters = { ...session.adapters, ...breakAdapters(session.adapters) }
            return { ...session, adapters }
          }
          const { failed } = await record(open, { contracts: allOr(null, contractsOf(fails)) })
          failedBy.set(what, failed)
        }),
      )
    }
  })

  for (const { what, fails } of BROKEN) {
    it(`reports when ${what}, and nothing else`, () => {
      expect([...(failedBy.get(what) ?? [])].sort()).to.deep.equal([...fails].sort())
    })
  }

  it('reports when a database stores without a transaction what it does not refuse', async () => {
    const open = async (): Promise<ConformanceSession> => {
      const session = await openOverSql()
      const { posts } = session.adapters
      const createBatch: typeof posts.createBatch = async (batch) => {
        if (
          batch.once ||
          batch.edit ||
          batch.incident ||
          batch.posts.some((post) => !isReadable(post))
        ) {
          return posts.createBatch(batch)
        }
        const results = []
        for (const post of batch.posts) results.push(await posts.createBatch({ posts: [post] }))
        return { stored: true, posts: results.flatMap((each) => (each.stored ? each.posts : [])) }
      }
      const adapters = { ...session.adapters, posts: { ...posts, createBatch } }
      return { ...session, adapters }
    }
    const { failed } = await record(open, { contracts: allOr(null, contractsOf([FIRST_ID])) })
    expect(failed).to.deep.equal([
      FIRST_ID,
      NO_TRANSACTION,
      'posts: of a batch have no posts of other batches between them, if consecutive is guaranteed',
    ])
  })

  it('has no test that none of these adapters fails', async () => {
    const { titles, failed } = await record(openMemory)
    expect(failed).to.deep.equal([])
    const reported = new Set([NO_TRANSACTION, ...BROKEN.flatMap(({ fails }) => fails)])
    expect(titles.filter((title) => !reported.has(title))).to.deep.equal([])
  })

  it('asks for nothing that a host does not declare or provide', async () => {
    const { failed } = await record(() => {
      const session = openMemory()
      const adapters = without(session.adapters, 'sessions', 'counters', 'deliveries', 'logs')
      const users = {
        findByIds: (ids: string[]) => adapters.users.findByIds(ids),
        findByUsernames: (names: string[]) => adapters.users.findByUsernames(names),
      }
      const posts = without(adapters.posts, 'findBatch', 'findIncident', 'listIncidents', 'delete')
      const channels = without(adapters.channels, 'findDirect', 'createDirect')
      return {
        ...session,
        adapters: { ...adapters, guarantees: [], users, posts, channels },
      }
    })
    expect(failed).to.deep.equal([])
  })

  for (const [what, nothing] of [
    ['null', { deleteAt: null }],
    ['no', {}],
  ] as const) {
    it(`accepts users and channels in use with ${what} deleteAt`, async () => {
      const living = <T extends { readonly deleteAt?: number | null | undefined }>(found: T): T => {
        const { deleteAt, ...rest } = found
        return deleteAt ? found : (Object.assign(rest, nothing) as typeof found)
      }
      const { failed } = await record(() => {
        const session = openMemory()
        const { users, channels } = session.adapters
        return {
          ...session,
          seedUser: async (user) => living(await session.seedUser(user)),
          seedChannel: async (channel) => living(await session.seedChannel(channel)),
          adapters: {
            ...session.adapters,
            users: {
              ...users,
              findByIds: async (ids) => (await users.findByIds(ids)).map(living),
              findByUsernames: async (names) => (await users.findByUsernames(names)).map(living),
              listFor: async (...list) => ((await users.listFor?.(...list)) ?? []).map(living),
              findByLogins: async (...logins) =>
                ((await users.findByLogins?.(...logins)) ?? []).map(({ login, user }) => ({
                  login,
                  user: living(user),
                })),
            },
            channels: {
              ...channels,
              findById: async (id) => orNull(await channels.findById(id)),
              findByName: async (...name) => orNull(await channels.findByName(...name)),
              findDirect: async (...pair) => orNull(await channels.findDirect(...pair)),
              createDirect: async (...pair) => living(await channels.createDirect(...pair)),
            },
          },
        }
        function orNull(channel: HookChannel | null): HookChannel | null {
          return channel && living(channel)
        }
      })
      expect(failed).to.deep.equal([])
    })
  }

  it('accepts sessions and adapters that are classes', async () => {
    const { failed } = await record(() => asClass(openMemory()))
    expect(failed).to.deep.equal([])
  })

  it('leaves out what a host does not have, and says so in its title', async () => {
    const without = ['private', 'archived', 'deactivated', 'adminFlag'] as const
    const { title, titles, failed } = await record(
      () => {
        const session = openMemory()
        const refuse = (): never => {
          throw new Error('this chat has none')
        }
        return {
          ...session,
          seedUser: (user) => (user.admin || !user.active ? refuse() : session.seedUser(user)),
          seedChannel: (channel) =>
            channel.archived || channel.type === 'private'
              ? refuse()
              : session.seedChannel(channel),
        }
      },
      { without },
    )
    expect(title).to.equal('adapters (without private, archived, deactivated, adminFlag)')
    expect(failed).to.deep.equal([])
    const { titles: all } = await record(openMemory)
    expect(all.length - titles.length).to.equal(12)
  })

  it('asks for no names where channels have none', async () => {
    const { failed } = await record(
      () => {
        const session = openMemory()
        const { channels } = session.adapters
        const listFor: typeof channels.listFor = (user, options) =>
          channels.listFor(user, { ...options, query: '' })
        const nameless = { ...channels, findByName: () => null, listFor }
        return { ...session, adapters: { ...session.adapters, channels: nameless } }
      },
      { without: ['named'] },
    )
    expect(failed).to.deep.equal([])
  })

  it('tests who is an administrator also where administrators cannot post everywhere', async () => {
    const { titles: all } = await record(openMemory)
    const { titles } = await record(openMemory, { without: ['admins'] })
    expect(all.filter((title) => !titles.includes(title))).to.deep.equal([
      'channels: accept posts from webhooks of administrators if they are private',
    ])
    expect(titles).to.include('users: show who is an administrator')
  })

  it('makes only private channels where there are no public ones', async () => {
    const { titles: all } = await record(openMemory)
    const { titles, failed } = await record(
      () => {
        const session = openMemory()
        return {
          ...session,
          seedChannel: (channel) => {
            if (channel.type === 'public') throw new Error('this chat has none')
            return session.seedChannel(channel)
          },
        }
      },
      { without: ['public'] },
    )
    expect(failed).to.deep.equal([])
    expect(all.filter((title) => !titles.includes(title))).to.deep.equal([
      'channels: have a type by which public ones are known',
      'channels: accept posts from webhooks of every user if they are public',
      'channels: are listed for every user if they are public',
    ])
  })

  it('needs channels of one kind', () => {
    const without = ['public', 'private'] as const
    expect(() => {
      describeAdapters('adapters', openMemory, { without })
    }).to.throw(TypeError, 'but not both')
  })

  it('names what a session returns instead of a post, a user or a channel', async () => {
    const messagesOf = async (change: object): Promise<readonly string[]> => {
      const { messages } = await record(() => Object.assign(openMemory(), change))
      return [...new Set(messages)]
    }
    expect(await messagesOf({ readPosts: () => [null] })).to.include(
      'TypeError: readPosts returned null for a post: a message was stored, but not its post',
    )
    for (const [method, what] of [
      ['seedUser', 'a user'],
      ['seedChannel', 'a channel'],
      ['readPosts', 'a list'],
    ] as const) {
      const messages = await messagesOf({ [method]: () => undefined })
      const facts = `{"method":"${method}","expected":"${what}","got":"undefined"}`
      expect(messages.join(), method).to.include(`EIW_ADAPTER_RESULT ${facts}`)
    }
  })

  it('says how to leave out a test that a chat is meant to fail', async () => {
    const { messages } = await record(() => {
      const session = openMemory()
      const { channels } = session.adapters
      const canPost: typeof channels.canPost = (user, channel) =>
        user.admin !== true && channels.canPost(user, channel)
      return { ...session, adapters: { ...session.adapters, channels: { ...channels, canPost } } }
    })
    expect(messages).to.have.length(1)
    const [message = ''] = messages
    expect(message).to.include('canPost of an administrator who is not a member')
    expect(message).to.include(
      "without: ['admins'] (its administrators can post to private channels only as members)",
    )
  })
})

/** The contracts of these tests; a search also runs the tests of all others, which must pass. */
function contractsOf(titles: readonly string[]): ReadonlySet<string> {
  return new Set(titles.map((title) => title.slice(0, title.indexOf(':'))))
}

function without<T extends object, Name extends keyof T>(
  adapter: T,
  ...names: readonly Name[]
): Omit<T, Name> {
  const rest: Omit<T, Name> & Partial<Pick<T, Name>> = { ...adapter }
  for (const name of names) Reflect.deleteProperty(rest, name)
  return rest
}

/** The same object with its members on a prototype, where a spread does not find them. */
function asClass(session: MemorySession): MemorySession {
  const { adapters } = session
  const users = derived(adapters.users)
  return derived({ ...session, adapters: derived({ ...adapters, users }) })
}

function derived<T extends object>(members: T): T {
  return Object.setPrototypeOf({}, members) as T
}
