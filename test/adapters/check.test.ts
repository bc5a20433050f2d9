import { expect } from 'chai'
import { checkAdapters } from '../../lib/adapters/check.js'
import { createMemoryAdapters } from '../../lib/adapters/memory/index.js'

type Needs = 'delivery' | 'management' | 'all' | 'bothSignIns'

function missing(adapters: unknown, needs: Needs = 'all'): readonly string[] {
  try {
    checkAdapters(adapters, needs)
    return []
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const list =
      /^adapters: missing or not a function: (.*?)\. (?:See|If|adapters) /.exec(
        error.message,
      )?.[1] ?? ''
    return list.split(', ')
  }
}

const DELIVERY = [
  'users.findByIds',
  'users.findByUsernames',
  'channels.findById',
  'channels.findByName',
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

/** Adapters of these methods alone. */
function of(methods: readonly string[], guarantees: unknown = []): object {
  const made: Record<string, Record<string, unknown>> = {}
  for (const method of methods) {
    const [adapter = '', name = ''] = method.split('.')
    made[adapter] = { ...made[adapter], [name]: () => null }
  }
  return { ...made, guarantees }
}

describe('the check of the adapters', () => {
  it('finds nothing missing in the memory adapters', () => {
    expect(missing(createMemoryAdapters())).to.deep.equal([])
    expect(missing(createMemoryAdapters(), 'delivery')).to.deep.equal([])
  })

  it('names every missing method at once, also without guarantees', () => {
    expect(missing({})).to.have.members([...DELIVERY, ...REST])
    expect(missing(of([], []))).to.have.members([...DELIVERY, ...REST])
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

  it('asks for what each guarantee takes', () => {
    const guarantees = ['once', 'consecutive', 'threads', 'incidents', 'direct']
    expect(missing(of(DELIVERY, guarantees), 'delivery')).to.have.members([
      'posts.findBatch',
      'posts.findById',
      'posts.findIncident',
      'posts.listIncidents',
      'channels.findDirect',
      'channels.createDirect',
    ])
  })

  it('knows the guarantees and no other word', () => {
    for (const word of ['always', 'constructor', '__proto__', 1]) {
      expect(() => {
        checkAdapters(of(DELIVERY, [word]), 'delivery')
      }).to.throw(
        TypeError,
        `adapters.guarantees contains ${JSON.stringify(word)}, which is not one of once, consecutive, threads, incidents, direct.`,
      )
    }
  })

  it('wants adapters, and a list of guarantees', () => {
    for (const adapters of [undefined, null, 1]) {
      expect(() => {
        checkAdapters(adapters, 'delivery')
      }).to.throw(TypeError, 'adapters: missing. Pass your adapters')
    }
    for (const adapters of [{}, of(DELIVERY, null)]) {
      expect(() => {
        checkAdapters(adapters, 'delivery')
      }).to.throw(
        TypeError,
        'adapters.guarantees must be a list, which may be empty, of any of these: once, consecutive, threads, incidents, direct.',
      )
    }
  })

  it('tells of currentUser where the library would have to sign users in', () => {
    const message = (needs: Needs): string => {
      try {
        checkAdapters(of(DELIVERY), needs)
        return ''
      } catch (error) {
        return String(error)
      }
    }
    expect(message('all')).to.include('If your app has its own sign-in, pass currentUser')
    expect(message('management')).to.not.include('currentUser')
  })

  for (const whole of [
    ['counters.take', 'counters.reset'],
    ['deliveries.append', 'deliveries.list', 'deliveries.deleteFor'],
  ]) {
    it(`takes ${whole.join(', ')} whole or not at all`, () => {
      expect(missing(of([...DELIVERY, ...whole]), 'delivery')).to.deep.equal([])
      for (const method of whole) {
        const others = whole.filter((one) => one !== method)
        expect(missing(of([...DELIVERY, ...others]), 'delivery')).to.deep.equal([method])
      }
    })
  }

  it('takes logs whole or not at all, and only for management', () => {
    const required = [...DELIVERY, ...REST]
    expect(missing(of([...required, 'logs.append', 'logs.page']))).to.deep.equal([])
    expect(missing(of([...required, 'logs.append']))).to.deep.equal(['logs.page'])
    expect(missing(of([...required, 'logs.append']), 'delivery')).to.deep.equal([])
  })

  it('names an optional method that is not a function', () => {
    const { posts, ...rest } = createMemoryAdapters()
    const withIds = (newIds: unknown): object => ({ ...rest, posts: { ...posts, newIds } })
    for (const wrong of ['uuid', true, [], {}]) {
      expect(missing(withIds(wrong))).to.deep.equal(['posts.newIds'])
      expect(missing(withIds(wrong), 'delivery')).to.deep.equal(['posts.newIds'])
    }
    for (const right of [undefined, null, () => []]) {
      expect(missing(withIds(right))).to.deep.equal([])
    }
  })

  it('names counters whose methods are not functions', () => {
    const wrong = { ...createMemoryAdapters(), counters: { take: true, reset: () => null } }
    expect(missing(wrong)).to.deep.equal(['counters.take'])
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
