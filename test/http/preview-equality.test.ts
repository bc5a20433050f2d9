import { expect } from 'chai'
import { type HandledRequest, outcomeOf } from '../../lib/log/handled-request.js'
import type { Preview } from '../../lib/manage/preview.js'
import type { IncomingWebhook } from '../../lib/model/records.js'
import { NOTHING } from '../../lib/pipeline/once.js'
import { toClientPost } from '../../lib/rules/client-post.js'
import { NOW } from '../support/hook-host.js'
import { present } from '../support/present.js'
import { type PreviewedHost, previewedHost } from '../support/previewed-host.js'
import { type SendableRequest, suiteRequests, type WireRequest } from '../support/suite-requests.js'

/** Of the connection, or of another one. */
const OF_CONNECTION = ['host', 'connection', 'content-length', 'transfer-encoding', 'expect']
const ENCODED = ['content-encoding', 'accept-encoding']

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
  { clock, memory, hookOf, preview, deliver }: PreviewedHost,
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
  const now = performance.now.bind(performance)
  let host: PreviewedHost

  before(async () => {
    host = await previewedHost()
    // A second passes between two requests, so that no report waits for others of its incident.
    performance.now = () => now() + host.clock.now - NOW
  })

  after(async () => {
    Reflect.deleteProperty(performance, 'now')
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
