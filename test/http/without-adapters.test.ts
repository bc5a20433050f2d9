import { expect } from 'chai'
import express, { type Express } from 'express'
import {
  type AuditEvent,
  createHooks,
  createIncomingWebhooks,
  type IncomingWebhooks,
  type SignalEvent,
} from 'express-incoming-webhooks'
import { createMemoryAdapters, type MemoryAdapters } from 'express-incoming-webhooks/memory'
import request from 'supertest'
import { fill, id, KEY, NOW, SECRET, webhookOf } from '../support/hook-host.js'
import { memoryDiagnostics } from '../support/memory-diagnostics.js'

const SITE = 'https://chat.example'
const ROOT = '/api/v4/hooks/incoming'
const LOG = `${ROOT}/${id('hook')}/deliveries`
/** What there is in each setup. */
const SETUPS = {
  'without `deliveries`': { deliveries: false, counters: true, hooksOnly: false, nodes: 1 },
  'without `counters`': { deliveries: true, counters: false, hooksOnly: false, nodes: 2 },
  '`createHooks` alone': { deliveries: true, counters: true, hooksOnly: true, nodes: 1 },
  'two nodes': { deliveries: true, counters: true, hooksOnly: false, nodes: 2 },
} as const
type Setup = (typeof SETUPS)[keyof typeof SETUPS]

/** A process. */
interface Node {
  readonly app: Express
  readonly signals: SignalEvent[]
  readonly audited: AuditEvent[]
  readonly webhooks: IncomingWebhooks | null
}

/** Processes with one store: those that take messages, and one that was started later and manages. */
interface Host {
  readonly takers: readonly Node[]
  readonly manager: Node
}

function hostOf({ deliveries, counters, hooksOnly, nodes }: Setup): Host {
  const memory: MemoryAdapters = createMemoryAdapters({ clock: () => NOW })
  fill(memory)
  const webhook = webhookOf({ rateLimit: { perSecond: 0.001, burst: 5 } })
  memory.host.webhooks.set(webhook.id, webhook)
  const shared = memoryDiagnostics()
  const { counters: ofStore, ...rest } = memory
  const adapters = {
    ...rest,
    ...(counters && { counters: ofStore }),
    ...(deliveries && { deliveries: shared.deliveries }),
  }
  const given = { adapters, secret: SECRET, siteUrl: SITE, clock: () => NOW, log: false } as const
  const start = (): Node => {
    const signals: SignalEvent[] = []
    const audited: AuditEvent[] = []
    const webhooks = createIncomingWebhooks({
      ...given,
      currentUser: () => memory.host.users.get(id('admin')) ?? null,
      onSignal: (event) => signals.push(event),
      onAudit: (event) => audited.push(event),
    })
    const app = express().use('/hooks', webhooks.hooksRouter)
    return { app: app.use('/api/v4', webhooks.adminRouter), signals, audited, webhooks }
  }
  const hooksAlone = (): Node => ({
    app: express().use('/hooks', createHooks(given).router),
    signals: [],
    audited: [],
    webhooks: null,
  })
  const takers = Array.from({ length: nodes }, hooksOnly ? hooksAlone : start)
  return { takers, manager: start() }
}

async function list({ app }: Node, path: string): Promise<readonly Record<string, unknown>[]> {
  return (await request(app).get(path).expect(200)).body as readonly Record<string, unknown>[]
}

/** Requests that nobody can read, one to each process in turn, until all are written. */
async function refuse({ takers, manager }: Host, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const { app = express(), webhooks } = takers[n % takers.length] ?? {}
    await request(app).post(`/hooks/${KEY}`).send('{').expect(400)
    // Whoever manages writes what waits before it lists.
    if (webhooks) await request(app).get(LOG)
    else while ((await list(manager, LOG)).length <= n);
  }
}

/** Where it is seen: by the process that manages, only by the one that took the requests, or by none. */
const where = (byManager: boolean, byTaker: boolean): string =>
  byManager ? 'works' : byTaker ? 'in each process, until it ends' : 'not there'

const seen =
  (path: string, isIt: (one: Record<string, unknown>, node: Node) => boolean | Promise<boolean>) =>
  async (host: Host): Promise<string> => {
    await refuse(host, 3)
    const found = async (node: Node): Promise<boolean> => {
      const [first] = node.webhooks ? await list(node, path) : []
      return first !== undefined && (await isIt(first, node))
    }
    const [taker = host.manager] = host.takers
    return where(await found(host.manager), await found(taker))
  }

/** What does not just work. docs/deployment.md says so (Several processes). */
const EXCEPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'log of requests': { 'without `deliveries`': 'in each process, until it ends' },
  'what was sent': { 'without `deliveries`': 'in each process, until it ends' },
  'what needs attention': { 'without `deliveries`': 'in each process, until it ends' },
  '`onSignal`': { '`createHooks` alone': 'not there' },
  '`onAudit`': { '`createHooks` alone': 'where webhooks are managed' },
  'limit of messages': { 'without `counters`': 'in each process' },
}

/** The features, and how each setup's is found out. */
const FEATURES: Readonly<Record<string, (host: Host) => Promise<string>>> = {
  'log of requests': seen(LOG, ({ outcome }) => outcome === 'refused'),
  'what was sent': seen(LOG, async ({ id: delivery }, { app }) => {
    const one = await request(app).get(`${LOG}/${String(delivery)}`)
    return Reflect.get(Object(one.body), 'body') === '{'
  }),
  'what needs attention': seen(`${ROOT}/attention`, ({ signal }) => signal === 'failing'),
  '`onSignal`': async (host) => {
    await refuse(host, 3)
    for (const { webhooks } of host.takers) await webhooks?.close()
    const told = host.takers.flatMap(({ signals }) => signals)
    return told.length === 1 ? 'works' : 'not there'
  },
  '`onAudit`': async ({ takers, manager }) => {
    const changer = [...takers].reverse().find(({ webhooks }) => webhooks !== null) ?? manager
    await changer.webhooks?.manage.disable(id('alice'), id('hook'))
    expect(changer.audited).to.have.length(1)
    return changer === manager ? 'where webhooks are managed' : 'works'
  },
  'limit of messages': async ({ takers }) => {
    let stored = 0
    for (let n = 0; n < 12; n += 1) {
      const { app = express() } = takers[n % takers.length] ?? {}
      const answer = await request(app).post(`/hooks/${KEY}`).send({ text: 't' })
      if (answer.status === 200) stored += 1
      else expect(answer.status).to.equal(429)
    }
    return stored === 5 ? 'works' : 'in each process'
  },
}

describe('what works without an adapter, or in several processes', () => {
  for (const [feature, find] of Object.entries(FEATURES)) {
    for (const [name, setup] of Object.entries(SETUPS)) {
      it(`${feature} ${name} is as expected`, async () => {
        expect(await find(hostOf(setup))).to.equal(EXCEPTIONS[feature]?.[name] ?? 'works')
      })
    }
  }
})
