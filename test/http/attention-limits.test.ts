import { expect } from 'chai'
import type { IncomingWebhook } from 'express-incoming-webhooks'
import { ERRORS } from '../../lib/model/errors.js'
import type { NewDelivery } from '../../lib/model/deliveries.js'
import { deliveryOf } from '../support/deliveries.js'
import { webhookOf } from '../support/hook-host.js'
import { adminHost, type AdminHost, START } from './admin-router.host.js'

const DAY = 86_400_000
const REASON = ERRORS.no_text.id

interface Kind {
  readonly signal: string
  readonly changes: Partial<IncomingWebhook>
  /** The requests of each webhook. */
  readonly requests: readonly Partial<NewDelivery>[]
}

const REFUSED: Partial<NewDelivery> = {
  share: 'refused',
  outcome: 'refused',
  status: 400,
  errorId: REASON,
}

const EXPIRING: Kind = {
  signal: 'expiring',
  changes: { expiresAt: START + 2 * DAY },
  requests: [],
}
const SILENT: Kind = {
  signal: 'silent',
  changes: { expectEvery: 3_600, expectedSince: START - DAY },
  requests: [],
}
const KINDS: readonly Kind[] = [
  EXPIRING,
  SILENT,
  {
    signal: 'failing',
    changes: { lastResult: { at: START, outcome: 'refused', status: 400, errorId: REASON } },
    requests: [REFUSED, REFUSED, REFUSED],
  },
  {
    signal: 'old-key-used',
    changes: {
      previousKey: { keyDigest: 'd', keyHint: 'oldk', expiresAt: START + DAY, lastUsed: START },
    },
    requests: [{ share: 'accepted', outcome: 'posted', oldKey: 'oldk' }],
  },
  { signal: 'owner-deactivated', changes: { userId: 'gone' }, requests: [] },
]

/** Adds webhooks that need attention, each for the same reason. */
function add(host: AdminHost, count: number, { signal, changes, requests }: Kind, whose = 'alice') {
  for (let n = 0; n < count; n += 1) {
    const id = `${signal}-${whose}-${n}`
    const own = { id, keyDigest: id, userId: whose, channelId: 'alerts' }
    host.adapters.host.webhooks.set(id, webhookOf({ ...own, ...changes }))
    for (const [at, request] of requests.entries()) {
      const time = START - 1_000 + at
      host.deliveryLog.add(deliveryOf({ id: `${id}-${at}`, webhookId: id, time, ...request }))
    }
  }
}

interface Found {
  /** How many webhooks are listed with each signal. */
  readonly counts: Readonly<Record<string, number>>
  /** Of the answer's header; undefined if it has none. */
  readonly hasMore: unknown
}

async function attentionOf(host: AdminHost, as: string): Promise<Found> {
  const answer = await host.send('get', '/hooks/incoming/attention', as)
  expect(answer.status).to.equal(200)
  const body: unknown = answer.body
  const counts: Record<string, number> = {}
  for (const each of Array.isArray(body) ? body : []) {
    const signal = String(Reflect.get(Object(each), 'signal'))
    counts[signal] = (counts[signal] ?? 0) + 1
  }
  return { counts, hasMore: answer.get('X-Has-More') }
}

describe('what needs attention at more webhooks than are read', () => {
  for (const kind of KINDS) {
    const { signal } = kind
    it(`is all that is ${signal}, of 200 webhooks`, async () => {
      const host = adminHost()
      add(host, 200, kind)
      const found = await attentionOf(host, 'admin')
      expect(found).to.deep.equal({ counts: { [signal]: 200 }, hasMore: undefined })
    })

    it(`is said to be more than is listed, of 201 that are ${signal}`, async () => {
      const host = adminHost()
      add(host, 201, kind)
      const { counts, hasMore } = await attentionOf(host, 'admin')
      expect(hasMore).to.equal('true')
      expect(counts[signal]).to.be.at.least(200)
    })
  }

  it('is counted for each signal by itself', async () => {
    const host = adminHost()
    add(host, 200, EXPIRING)
    add(host, 200, SILENT)
    expect(await attentionOf(host, 'admin')).to.deep.equal({
      counts: { expiring: 200, silent: 200 },
      hasMore: undefined,
    })
  })

  it('is counted for each user, and for administrators of all', async () => {
    const host = adminHost()
    add(host, 150, EXPIRING, 'alice')
    add(host, 201, EXPIRING, 'bob')
    expect(await attentionOf(host, 'alice')).to.deep.equal({
      counts: { expiring: 150 },
      hasMore: undefined,
    })
    expect(await attentionOf(host, 'bob')).to.have.property('hasMore', 'true')
    expect(await attentionOf(host, 'admin')).to.have.property('hasMore', 'true')
  })

  it('is nothing of webhooks that are well, however many', async () => {
    const host = adminHost()
    add(host, 201, { signal: 'well', changes: {}, requests: [] })
    expect(await attentionOf(host, 'admin')).to.deep.equal({ counts: {}, hasMore: undefined })
  })

  it('is that of the newest 5,000, if the store finds none by itself', async () => {
    const { adapters } = adminHost()
    const webhooks = { ...adapters.webhooks }
    delete webhooks.listAttention
    const host = adminHost({ adapters: { ...adapters, webhooks } })
    add({ ...host, adapters }, 1, EXPIRING)
    const lastResult = { at: 1, outcome: 'posted', status: 200, errorId: '' } as const
    const well: Kind = { signal: 'well', changes: { createAt: 2, lastResult }, requests: [] }
    expect(await attentionOf(host, 'admin')).to.deep.equal({
      counts: { expiring: 1 },
      hasMore: undefined,
    })
    add({ ...host, adapters }, 5_000, well)
    // The one that expires is older than these.
    expect(await attentionOf(host, 'admin')).to.deep.equal({ counts: {}, hasMore: 'true' })
  })
})
