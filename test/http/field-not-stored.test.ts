import { expect } from 'chai'
import request from 'supertest'
import type { IncomingWebhook } from 'express-incoming-webhooks'
import type { MemoryAdapters } from 'express-incoming-webhooks/memory'
import { type HookHost, hookHost, id } from '../support/hook-host.js'

const ADMIN = id('admin')
const NEW = { channel_id: id('alerts'), display_name: 'CI' }
const LIMITED = { ...NEW, rate_limit: { per_second: 1, burst: 2 } }
const CALLER = { 'X-Requested-With': 'XMLHttpRequest' }

interface Host extends HookHost {
  /** The fields of each line of the log. */
  readonly lines: object[]
}

/** Its table of webhooks has no column for rate limits. */
function withoutRateLimit(
  also: (adapters: MemoryAdapters) => Partial<MemoryAdapters['webhooks']> = () => ({}),
  alsoSettings: (
    settings: MemoryAdapters['settings'],
  ) => Partial<MemoryAdapters['settings']> = () => ({}),
): Host {
  const lines: object[] = []
  const host = hookHost({
    adapt: (adapters) => {
      const { webhooks } = adapters
      return {
        ...adapters,
        webhooks: {
          ...webhooks,
          create: (webhook) => webhooks.create({ ...webhook, rateLimit: null }),
          update: (of, { rateLimit: _lost, ...changes }, version) =>
            webhooks.update(of, changes, version),
          ...also(adapters),
        },
        settings: { ...adapters.settings, ...alsoSettings(adapters.settings) },
      }
    },
    options: {
      currentUser: () => ({ id: ADMIN, username: 'admin', admin: true, deleteAt: 0 }),
      log: (_level, _message, fields = {}) => lines.push(fields),
    },
  })
  host.app.use('/api/v4', host.webhooks.adminRouter)
  return { ...host, lines }
}

/** Its table of webhooks has no columns for these: a change of them is forgotten. */
function without(...columns: readonly (keyof IncomingWebhook)[]): Host {
  const isKept = ([name]: [string, unknown]): boolean => !columns.some((each) => each === name)
  return withoutRateLimit(({ host }) => ({
    update: (of, changes, version) => {
      const webhook = host.webhooks.get(of)
      if (webhook?.version !== version) return null
      const kept = Object.fromEntries(Object.entries(changes).filter(isKept))
      const changed: IncomingWebhook = { ...webhook, ...kept }
      host.webhooks.set(of, changed)
      return changed
    },
  }))
}

interface Change {
  readonly what: string
  readonly lacks: readonly (keyof IncomingWebhook)[]
  readonly names: string
  readonly make: (host: Host) => Promise<unknown>
}

const CHANGES: readonly Change[] = [
  {
    what: 'disabled',
    lacks: ['enabled', 'keyDigest'],
    names: 'enabled',
    make: ({ webhooks, webhook }) => webhooks.manage.disable(ADMIN, webhook.id),
  },
  {
    what: 'given a new key',
    lacks: ['keyDigest', 'keyCipher', 'keyHint'],
    names: 'keyDigest',
    make: ({ webhooks, webhook }) => webhooks.manage.regenerate(ADMIN, webhook.id),
  },
  {
    what: 'given a new key beside the old one',
    lacks: ['previousKey'],
    names: 'previousKey',
    make: ({ webhooks, webhook }) =>
      webhooks.manage.regenerate(ADMIN, webhook.id, { overlapSeconds: 9 }),
  },
  {
    what: 'revoked',
    lacks: ['enabled'],
    names: 'enabled',
    make: ({ webhooks, key }) => webhooks.manage.revoke(ADMIN, key),
  },
  {
    what: 'moved to another channel',
    lacks: ['channelId'],
    names: 'channelId',
    make: ({ webhooks, webhook }) =>
      webhooks.manage.update(ADMIN, webhook.id, { channelId: id('off-topic') }),
  },
  {
    what: 'changed without a new version',
    lacks: ['version', 'rateLimit'],
    names: 'version',
    make: ({ webhooks, webhook }) => webhooks.manage.update(ADMIN, webhook.id, { username: 'ci' }),
  },
  {
    what: 'created in no team',
    lacks: [],
    names: 'teamId',
    make: ({ webhooks }) =>
      webhooks.manage.create(ADMIN, { channelId: id('alerts'), displayName: 'CI' }),
  },
]

describe('a webhook that its store does not change', () => {
  for (const { what, lacks, names, make } of CHANGES) {
    it(`is not said to be ${what}: the error names ${names}`, async () => {
      const host =
        lacks.length > 0
          ? without(...lacks)
          : withoutRateLimit(({ webhooks }) => ({
              create: (webhook) => webhooks.create({ ...webhook, teamId: '' }),
            }))
      const error = await make(host).catch(String)
      expect(error).to.equal(`WebhookError: The field ${names} cannot be stored.`)
      expect(host.lines).to.containSubset([{ code: 'EIW_FIELD_NOT_STORED', field: names }])
      await host.webhooks.close()
    })
  }

  it('counts as changed where its old key is used at the same time', async () => {
    const { webhooks, webhook, lines } = withoutRateLimit(({ host, webhooks: good }) => ({
      update: async (of, changes, version) => {
        await good.update(of, changes, version)
        await good.touch(of, 5, 'current')
        await good.touch(of, 6, 'previous')
        return host.webhooks.get(of) ?? null
      },
    }))
    await webhooks.manage.regenerate(ADMIN, webhook.id, { overlapSeconds: 9 })
    expect(lines).to.deep.equal([])
    await webhooks.close()
  })
})

describe('a setting that the store of a host does not keep', () => {
  const OFF = { ServiceSettings: { EnableIncomingWebhooks: false } }
  const patch = (host: Host): request.Test =>
    request(host.app).put('/api/v4/config/patch').set(CALLER).send(OFF)

  it('is an error that names it as the API does', async () => {
    const host = withoutRateLimit(undefined, ({ get }) => ({ update: get }))
    const answer = await patch(host).expect(501)
    expect(answer.body).to.include({
      message: 'The field EnableIncomingWebhooks cannot be stored.',
    })
    expect(host.lines).to.deep.equal([
      { code: 'EIW_FIELD_NOT_STORED', method: 'settings.update', field: 'enableIncomingWebhooks' },
    ])
  })

  it('is none where somebody else has changed it at the same time', async () => {
    let others = 1
    const host = withoutRateLimit(undefined, ({ get, update }) => ({
      update: (changes) => (others-- > 0 ? get() : update(changes)),
    }))
    const answer = await patch(host).expect(200)
    expect(answer.body).to.containSubset(OFF)
    expect(host.lines).to.deep.equal([])
  })
})

describe('a field that the store of a host does not keep', () => {
  const hooks = '/api/v4/hooks/incoming'

  it('is an error that names it, and no webhook without it is left', async () => {
    const host = withoutRateLimit()
    const before = host.adapters.host.webhooks.size
    const answer = await request(host.app).post(hooks).set(CALLER).send(LIMITED).expect(501)
    expect(answer.body).to.include({
      id: 'app.webhooks.field_not_stored.app_error',
      message: 'The field rate_limit cannot be stored.',
      detailed_error: 'rate_limit: the store of this chat does not keep it',
    })
    expect(host.adapters.host.webhooks.size).to.equal(before)
    expect(host.lines).to.deep.equal([
      { code: 'EIW_FIELD_NOT_STORED', method: 'webhooks.create', field: 'rateLimit' },
    ])
  })

  it('is an error of a change too, by its name in JavaScript without HTTP', async () => {
    const { webhooks, webhook, lines } = withoutRateLimit()
    const rateLimit = { perSecond: 1, burst: 2 }
    const error = await webhooks.manage.update(ADMIN, webhook.id, { rateLimit }).catch(String)
    expect(error).to.equal('WebhookError: The field rateLimit cannot be stored.')
    expect(lines).to.deep.equal([
      { code: 'EIW_FIELD_NOT_STORED', method: 'webhooks.update', field: 'rateLimit' },
    ])
  })

  it('is none while nobody sets it', async () => {
    const { app, webhooks, webhook, lines } = withoutRateLimit()
    await request(app).post(hooks).set(CALLER).send(NEW).expect(201)
    await webhooks.manage.update(ADMIN, webhook.id, { description: 'Nightly' })
    expect(lines).to.deep.equal([])
  })

  it('is none where the record is already that of a later change', async () => {
    const { webhooks, webhook, adapters } = withoutRateLimit((host) => ({
      update: async (of, changes, version) => {
        const changed = await host.webhooks.update(of, changes, version)
        return changed && { ...changed, rateLimit: null, version: changed.version + 1 }
      },
    }))
    await webhooks.manage.update(ADMIN, webhook.id, { rateLimit: { perSecond: 1, burst: 2 } })
    expect(adapters.host.webhooks.get(webhook.id)?.rateLimit).to.deep.equal({
      perSecond: 1,
      burst: 2,
    })
  })

  it('is none where its value is an object of a class, with its members in another order', async () => {
    class Limit {
      readonly burst = 2
      readonly perSecond = 1
    }
    const { app } = withoutRateLimit((host) => ({
      create: async (webhook): Promise<IncomingWebhook> => {
        return { ...(await host.webhooks.create(webhook)), rateLimit: new Limit() }
      },
    }))
    await request(app).post(hooks).set(CALLER).send(LIMITED).expect(201)
  })

  it('is not an error if it is a time, which some databases set themselves', async () => {
    const host = without('updateAt')
    const changed = await host.webhooks.manage.update(ADMIN, host.webhook.id, { description: 'a' })
    expect(changed).to.include({ description: 'a', updateAt: host.webhook.updateAt })
    expect(host.lines).to.deep.equal([])
  })
})
