import { expect } from 'chai'
import { Agent, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMemoryAdapters } from '../../lib/adapters/memory/index.js'
import { createCore } from '../../lib/core.js'
import { hooksOf } from '../../lib/hooks.js'
import { type HandledRequest, outcomeOf } from '../../lib/log/handled-request.js'
import { readChanges } from '../../lib/manage/bodies.js'
import { createPreview, type Preview } from '../../lib/manage/preview.js'
import { isJsonObject } from '../../lib/model/json.js'
import type { HookUser, IncomingWebhook } from '../../lib/model/records.js'
import { asIs, inWire } from '../../lib/model/sent.js'
import { WebhookError } from '../../lib/model/errors.js'
import { NOTHING } from '../../lib/pipeline/once.js'
import { toClientPost } from '../../lib/rules/client-post.js'
import { keyDigest, makeKey } from '../../lib/rules/keys.js'
import { fill, id, NOW, webhookOf } from '../support/hook-host.js'
import { call } from '../support/http-client.js'
import { present } from '../support/present.js'
import { type SendableRequest, suiteRequests, type WireRequest } from '../support/suite-requests.js'

const ALICE: HookUser = { id: id('alice'), username: 'alice' }
/** Of the connection, or of another one. */
const OF_CONNECTION = ['host', 'connection', 'content-length', 'transfer-encoding', 'expect']
const ENCODED = ['content-encoding', 'accept-encoding']

/** A host with a webhook for each case, and for each format. */
async function scene() {
  const clock = { now: NOW }
  const memory = createMemoryAdapters({ clock: () => clock.now })
  fill(memory)
  const given = {
    adapters: memory,
    clock: () => clock.now,
    log: false as const,
    siteUrl: 'https://chat.example',
    limits: { webhook: null, requests: null, keyFailures: null },
  }
  const core = createCore(given, 'createIncomingWebhooks', 'delivery')
  const handled: HandledRequest[] = []
  const hooks = hooksOf({
    core,
    adapters: core.counted(core.calls.checked(memory)),
    recordRequest: (request) => {
      handled.push(request)
      return { detail: '' }
    },
    shownAddress: (address) => address,
    secrets: null,
    hookUrl: null,
  })
  const server = createServer(hooks.listener(() => undefined)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  const webhooks = new Map<string, { webhook: IncomingWebhook; key: string }>()
  const hookOf = ({ hook, fields }: WireRequest) => {
    const known = webhooks.get(hook)
    if (known) return known
    const count = webhooks.size + 1
    const key = makeKey(Uint8Array.from({ length: 15 }, (_, at) => (count >> (8 * at)) & 255))
    const webhook = webhookOf({ ...chosen(fields), id: `hook${count}`, keyDigest: keyDigest(key) })
    memory.host.webhooks.set(webhook.id, webhook)
    webhooks.set(hook, { webhook, key })
    return { webhook, key }
  }
  return {
    clock,
    memory,
    hookOf,
    preview: (webhook: IncomingWebhook, wire: WireRequest): Promise<Preview> =>
      createPreview({
        webhooks: { find: async () => webhook, update: async () => webhook },
        deliveryLog: { find: () => Promise.reject(new WebhookError('delivery_not_found')) },
        channels: memory.channels,
        run: hooks.preview,
      })({ user: ALICE, settings: memory.host.settings, spell: asIs }, webhook.id, {
        bodyBase64: wire.bytes.toString('base64'),
        headers: wire.headers,
        query: wire.query,
        suffix: wire.suffix,
      }),
    deliver: async (key: string, { bytes, headers, query, suffix }: WireRequest) => {
      const path = `${key}${suffix && `/${suffix}`}${query && `?${query}`}`
      const url = `http://127.0.0.1:${port}/hooks/${path}`
      await call(url, { method: 'POST', headers, body: bytes, agent })
      return handled.pop()
    },
    close: async () => {
      agent.destroy()
      await hooks.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** What the case wants of its webhook, without what counts only for those who send. */
function chosen(fields: WireRequest['fields']): Partial<IncomingWebhook> {
  if (!isJsonObject(fields)) return {}
  const { verification: _signed, allowed_addresses: _from, rate_limit: _rate, ...others } = fields
  try {
    const {
      id: _id,
      teamId: _team,
      userId: _owner,
      channelId: _channel,
      ...read
    } = readChanges({
      value: others,
      spell: inWire,
    })
    const { verification: _none, ...values } = read
    return values
  } catch (error) {
    // Of what is not built yet, or what no webhook may have.
    if (error instanceof WebhookError) return {}
    throw error
  }
}

/** The request as both ways can send it. */
function sendable({ wire }: SendableRequest, at: number): WireRequest {
  const isEncoded = wire.bytes[0] === 0x1f
  const dropped = [...OF_CONNECTION, ...(isEncoded ? [] : ENCODED)]
  const headers = Object.entries(wire.headers).filter(
    ([name, value]) => !dropped.includes(name) && /^[\x20-\x7e]*$/.test(value),
  )
  const suffix = encodeURI(decodeURI(wire.suffix))
  const query = encodeURI(wire.query)
  // The same in both, because errors say it.
  const own = { 'x-request-id': `r${at}` }
  return { ...wire, suffix, query, headers: { ...Object.fromEntries(headers), ...own } }
}

/** The same members of what has been done. */
function shownOf(done: HandledRequest): Preview {
  const { delivered, error, status } = done.answer
  const { posts, actions = [], warnings, ignored, ...known } = delivered ?? NOTHING
  return {
    outcome: outcomeOf(done.answer),
    answer: { status, body: done.response },
    posts: posts.map((post, at) => ({
      action: actions[at] ?? 'created',
      channelId: post.channelId,
      message: post.message,
      type: post.type,
      rootId: post.rootId,
      props: toClientPost(post).props,
    })),
    format: known.format ?? '',
    event: known.event ?? '',
    incident: known.incident ?? '',
    state: known.facts?.state ?? '',
    rules: known.rules ?? [],
    warnings,
    ignored,
    error: error && {
      id: error.id,
      message: error.message,
      detailedError: done.unusable || error.detail,
    },
  }
}

/** Of posts, and what the answers of ntfy have of them. */
const ID =
  /[ybndrfg8ejkmcpqxot1uwisza345h769]{26}|(?<="\{\\"id\\":\\")[ybndrfg8ejkmcpqxot1uwisza345h769]{12}(?=\\")/g

/** Without the ids of posts that one of them has made: each is numbered by where it comes first. */
function comparable(preview: Preview, known: ReadonlySet<string>): string {
  const names: string[] = []
  return JSON.stringify(preview).replace(ID, (found) => {
    if (known.has(found)) return found
    if (!names.includes(found)) names.push(found)
    return `#${names.indexOf(found)}`
  })
}

/** Previews requests one after the other, and delivers them. What differs, and those about an incident. */
async function compare(
  { clock, memory, hookOf, preview, deliver }: Awaited<ReturnType<typeof scene>>,
  requests: readonly SendableRequest[],
  together: IncomingWebhook['together'],
  known: Set<string>,
) {
  const differences: string[] = []
  const incidents: SendableRequest[] = []
  const actions = new Set<string>()
  for (const [at, request] of requests.entries()) {
    clock.now += 1_000
    const wire = sendable(request, at)
    const { webhook: made, key } = hookOf(wire)
    const webhook = { ...made, ...(made.together === 'off' ? {} : { together }) }
    memory.host.webhooks.set(webhook.id, webhook)
    const channels = new Set(memory.host.channels.keys())
    const shown = await preview(webhook, wire)
    const handled = present(await deliver(key, wire))
    const done = shownOf(handled)
    const posts = done.posts.map((post) => ({
      ...post,
      channelId: channels.has(post.channelId) ? post.channelId : '',
    }))
    const [left, right] = [shown, { ...done, posts }].map((each) => comparable(each, known))
    if (left !== right) differences.push(`${request.name}\n  ${left}\n  ${right}`)
    if (done.incident !== '') incidents.push(request)
    for (const post of handled.answer.delivered?.posts ?? []) known.add(post.id)
    for (const word of [done.outcome, ...done.posts.map(({ action }) => action)]) actions.add(word)
  }
  return { differences, incidents, actions }
}

describe('a preview', function () {
  this.timeout(120_000)
  const { now } = performance
  let host: Awaited<ReturnType<typeof scene>>

  before(async () => {
    host = await scene()
    // A second passes between two requests, so that no report waits for others of its incident.
    performance.now = () => now.call(performance) + host.clock.now - NOW
  })

  after(async () => {
    performance.now = now
    await host.close()
  })

  it('shows what a delivery of each recorded request, bad input, case and format does', async () => {
    const known = new Set<string>()
    const all = suiteRequests()
    const first = await compare(host, all, 'edit', known)
    const second = await compare(host, first.incidents, 'edit', known)
    const third = await compare(host, second.incidents, 'reply', known)
    expect(first.differences).to.deep.equal([])
    expect(second.differences).to.deep.equal([])
    expect(third.differences).to.deep.equal([])
    expect(all.length + first.incidents.length + second.incidents.length).to.be.greaterThan(2_500)
    const actions = new Set([first, second, third].flatMap((each) => [...each.actions]))
    expect([...actions]).to.have.members([
      'posted',
      'skipped',
      'refused',
      'created',
      'edited',
      'replied',
      'unchanged',
    ])
  })
})
