import { expect } from 'chai'
import { checkAdapters } from '../../lib/adapters/check.js'
import { createMemoryAdapters } from '../../lib/adapters/memory/index.js'

type Needs = 'delivery' | 'all'

function missing(adapters: unknown, needs: Needs = 'all'): readonly string[] {
  try {
    checkAdapters(adapters, needs)
    return []
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const list =
      /^adapters: missing (.*?)\. Each must be a function;/.exec(error.message)?.[1] ?? ''
    return list.split(', ')
  }
}

const DELIVERY = [
  'users.findByIds',
  'users.findByUsernames',
  'channels.findById',
  'channels.findByName',
  'channels.findDirect',
  'channels.createDirect',
  'channels.canPost',
  'posts.createBatch',
  'webhooks.findByKeyDigest',
  'webhooks.touch',
  'settings.get',
]
const REST = [
  'users.findCredentials',
  'channels.listFor',
  'posts.update',
  'posts.findById',
  'webhooks.findById',
  'webhooks.list',
  'webhooks.create',
  'webhooks.update',
  'webhooks.delete',
  'settings.update',
  'sessions.create',
  'sessions.find',
  'sessions.delete',
  'sessions.deleteForUser',
]

/** Memory adapters of these methods alone. */
function of(methods: readonly string[], promises: unknown = []): object {
  const made: Record<string, Record<string, unknown>> = { posts: { promises } }
  for (const method of methods) {
    const [adapter = '', name = ''] = method.split('.')
    made[adapter] = { ...made[adapter], [name]: () => null }
  }
  return made
}

describe('the check of the adapters', () => {
  it('finds nothing missing in the memory adapters', () => {
    expect(missing(createMemoryAdapters())).to.deep.equal([])
    expect(missing(createMemoryAdapters(), 'delivery')).to.deep.equal([])
  })

  it('names every missing method at once', () => {
    expect(missing(of([], []))).to.have.members([...DELIVERY, ...REST])
    for (const nothing of [undefined, null, 1, {}]) {
      expect(missing(nothing)).to.include.members([...DELIVERY, ...REST])
    }
  })

  it('asks for no more than a delivery needs', () => {
    expect(missing(of(DELIVERY), 'delivery')).to.deep.equal([])
    expect(missing(of([]), 'delivery')).to.have.members(DELIVERY)
    expect(missing(of(DELIVERY))).to.have.members(REST)
  })

  for (const method of [...DELIVERY, ...REST]) {
    it(`misses ${method}`, () => {
      expect(missing(of([...DELIVERY, ...REST].filter((one) => one !== method)))).to.deep.equal([
        method,
      ])
    })
  }

  it('asks for what a promise takes', () => {
    expect(missing(of(DELIVERY, ['once', 'consecutive', 'threads']), 'delivery')).to.have.members([
      'posts.findBatch',
      'posts.findById',
    ])
  })

  it('knows its promises and no other word', () => {
    for (const promise of ['always', 'constructor', '__proto__', 1]) {
      expect(missing(of(DELIVERY, [promise]), 'delivery')).to.deep.equal([
        `a known promise instead of ${JSON.stringify(promise)}`,
      ])
    }
    expect(missing(of(DELIVERY, null), 'delivery')[0]).to.include('posts.promises')
  })

  it('takes counters whole or not at all', () => {
    const whole = of([...DELIVERY, 'counters.take', 'counters.reset'])
    expect(missing(whole, 'delivery')).to.deep.equal([])
    expect(missing(of([...DELIVERY, 'counters.take']), 'delivery')).to.deep.equal([
      'counters.reset',
    ])
  })

  it('sees the methods of classes', () => {
    const { users, ...rest } = createMemoryAdapters()
    class Users {
      readonly findCredentials = users.findCredentials.bind(users)
      findByIds(): [] {
        return []
      }
      findByUsernames(): [] {
        return []
      }
    }
    expect(missing({ ...rest, users: new Users() })).to.deep.equal([])
  })
})
