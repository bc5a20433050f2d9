// Sends recorded and changed requests to a version of the package, in a process of its own:
//   node recorder.js CHECKOUT COUNT SEED
// It sends its parent what became of each request, as the JSON of a `Step`.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import express from 'express'
import type * as library from 'express-incoming-webhooks'
import type { DeliveryRecord } from 'express-incoming-webhooks/adapters'
import type * as memory from 'express-incoming-webhooks/memory'
import { urlOf } from '../../support/chat-host.js'
import { fill, id, SECRET } from '../../support/hook-host.js'
import { exchange, type RawAnswer } from '../../support/raw-exchange.js'
import type { Step } from './judge.js'
import { type Scenario, scenarios } from './scenarios.js'

const [checkout = '', count = '', seed = ''] = process.argv.slice(2)

/** Later than all times in recorded requests. */
const START = Date.UTC(2027, 0, 1)
/** Between two requests, so that times do not depend on how many posts there are. */
const STEP_MS = 1_000
/** Those of the connection, and what is compared as a part of something else. */
const UNCOUNTED = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'x-powered-by',
  'x-request-id',
  'x-webhook-skipped',
])

/** A module of the version, as its types are now. */
async function moduleOf<Module>(name: string): Promise<Module> {
  const path = join(checkout, 'dist/esm', `${name}.js`)
  return (await import(pathToFileURL(path).href)) as Module
}

const { createIncomingWebhooks } = await moduleOf<typeof library>('index')
const { createMemoryAdapters } = await moduleOf<typeof memory>('memory')
const clock = { now: START }
const adapters = createMemoryAdapters({ clock: () => clock.now })
fill(adapters)
const { host } = adapters
host.settings = {
  ...host.settings,
  enablePostUsernameOverride: true,
  enablePostIconOverride: true,
}
/** The recorded requests by their time, of which each has its own. */
const recorded = new Map<number, DeliveryRecord>()
let told: library.PostsEvent[] = []
let posts = 0
const webhooks = createIncomingWebhooks({
  adapters: {
    ...adapters,
    posts: {
      ...adapters.posts,
      // Not random, because some formats make other ids of them.
      newIds: (many) => Array.from({ length: many }, () => id(`post${(posts += 1)}x`)),
    },
    deliveries: {
      append: (entries) => {
        for (const entry of entries) recorded.set(entry.time, entry)
      },
      list: () => [],
      deleteFor: () => undefined,
    },
  },
  secret: SECRET,
  siteUrl: 'https://chat.example',
  clock: () => clock.now,
  limits: null,
  log: false,
  onPosts: (event) => {
    told.push(event)
  },
})

let closed: Promise<unknown> = Promise.resolve()
const app = express()
  .use((_req, res, next) => {
    closed = once(res, 'close')
    next()
  })
  .use('/hooks', webhooks.hooksRouter)
  .use(((error: unknown, _req, res, next) => {
    if (res.headersSent) next(error)
    else res.status(500).send(`the library failed: ${String(error)}`)
  }) satisfies express.ErrorRequestHandler)
// Changed headers may be long.
const server = createServer({ maxHeaderSize: 65_536 }, app).listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
const url = urlOf(port)

/** What is known of a step before its request is recorded. */
interface Sent {
  readonly source: string
  readonly time: number
  readonly answer: RawAnswer
  readonly told: readonly library.PostsEvent[]
  readonly incidents: readonly library.HookIncident[]
  readonly text: string
}

async function play({ way, fields, requests }: Scenario): Promise<void> {
  const owner = id('alice')
  const channelId = id('alerts')
  const webhook = await webhooks.manage.create(owner, { channelId, displayName: 'CI', ...fields })
  // Without the port, which is another one each time.
  const to = { url: 'http://chat.example', hookPath: `/hooks/${webhook.key}` }
  const names = new Names(webhook)
  const sent: Sent[] = []
  posts = 0
  for (const request of requests) {
    sent.push(await send(webhook.id, request.source, request.bytes(to)))
  }
  // All requests are recorded before this ends.
  await webhooks.manage.delete(owner, webhook.id)
  host.posts.clear()
  for (const [at, each] of sent.entries()) {
    const words = [way, requests.length > 1 ? `request ${at + 1}` : '']
    names.add(each)
    await pass(
      names.in(JSON.stringify(stepOf(each, words.filter((word) => word !== '').join(', ')))),
    )
  }
}

async function send(webhookId: string, source: string, bytes: Uint8Array): Promise<Sent> {
  clock.now += STEP_MS
  told = []
  closed = Promise.resolve()
  const answer = await exchange(url, bytes)
  await closed
  const { items } = await adapters.posts.listIncidents(webhookId, { offset: 0, limit: 50 })
  const text = Buffer.from(bytes).toString('utf8')
  return { source, time: clock.now, answer, told, incidents: items, text }
}

function stepOf({ source, time, answer, told: events, incidents, text }: Sent, way: string): Step {
  const { status, headers } = answer
  const { warnings, ignored, ...body } = bodyOf(answer)
  const entry = recorded.get(time)
  recorded.delete(time)
  return {
    source,
    way,
    event: {
      format: entry?.format,
      event: entry?.event,
      skipped: entry?.outcome === 'skipped',
      named: headers['x-webhook-skipped'],
    },
    status: {
      status,
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !UNCOUNTED.has(name))),
      body,
    },
    posts: events.map(({ change, channel, posts: changed }) => ({
      change,
      channel: channel.name,
      posts: changed.map(({ createAt: _c, updateAt: _u, version: _v, ...post }) => post),
    })),
    incident: incidents.map(
      ({ fingerprint: _f, version: _v, expiresAt: _e, ...incident }) => incident,
    ),
    warnings: {
      recorded: { warnings: entry?.warnings, ignored: entry?.ignored },
      receipt: { warnings, ignored },
    },
    request: text,
  }
}

/** JSON as what it says. */
function bodyOf({ headers, text }: RawAnswer): Readonly<Record<string, unknown>> {
  if (headers['content-type']?.startsWith('application/json') !== true) return { text }
  const value: unknown = JSON.parse(text)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? Object.fromEntries(Object.entries(value)) : { value }
}

/** The names of what is random. */
class Names {
  readonly #byId = new Map<string, string>()

  constructor(webhook: { readonly key: string; readonly id: string }) {
    this.#byId.set(webhook.key, 'KEY').set(webhook.id, 'WEBHOOK')
  }

  add({ answer, told: events }: Sent): void {
    for (const { channel } of events) {
      if (channel.type === 'direct') this.#byId.set(channel.id, `CHANNEL ${channel.name}`)
    }
    const { 'x-request-id': requestId = '' } = answer.headers
    if (requestId !== '') this.#byId.set(requestId, 'REQUEST')
  }

  in(text: string): string {
    return [...this.#byId].reduce((all, [each, name]) => all.replaceAll(each, name), text)
  }
}

/** Waits until the parent has taken it, so that what waits does not fill the memory. */
function pass(step: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(step, (error: Error | null) => {
      if (error) reject(error)
      else resolve()
    })
  })
}

for (const scenario of scenarios({ count: Number(count), seed: Number(seed) })) await play(scenario)
await webhooks.close()
server.close()
process.disconnect()
