import { expect } from 'chai'
import type { HookPost, IncomingWebhook } from 'express-incoming-webhooks'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
import { checkManagement } from '../../lib/host/check-management.js'
import { type AnyAdapters, createHostAdapters } from '../../lib/host/host-adapters.js'
import { createDiagnostics } from '../../lib/log/diagnostics.js'
import { createNotices } from '../../lib/manage/notices.js'
import { createTellOwners } from '../../lib/manage/tell-owners.js'
import type { NewDelivery } from '../../lib/model/deliveries.js'
import { DELIVERY_ERRORS } from '../../lib/model/delivery-errors.js'
import { deliveryOf } from '../support/deliveries.js'
import { fill, id, NOW, webhookOf } from '../support/hook-host.js'
import { memoryDiagnostics } from '../support/memory-diagnostics.js'

const MINUTE = 60_000
const HOOK = id('hook')
const CHANNEL = DELIVERY_ERRORS.channel_not_found
const REFUSED = {
  share: 'refused',
  outcome: 'refused',
  status: 404,
  errorId: CHANNEL.id,
  message: CHANNEL.message,
} as const
const POSTED = { share: 'accepted', outcome: 'posted' } as const

interface Options {
  readonly show?: 'attachments' | 'markdown' | 'text'
  /** What the chat guarantees. Default: all that it can. */
  readonly guarantees?: AnyAdapters['guarantees']
}

/** Processes of one chat, with one store and one log of requests. */
function processes(count: number, { show = 'attachments', guarantees }: Options = {}) {
  const clock = { now: NOW }
  const memory = createMemoryAdapters({ clock: () => clock.now })
  fill(memory)
  memory.host.webhooks.set(HOOK, webhookOf())
  const { deliveries } = memoryDiagnostics()
  const nothing = (): void => undefined
  const given = { ...memory, deliveries, guarantees: guarantees ?? memory.guarantees }
  const checked = createHostAdapters(0, nothing).checked<AnyAdapters>(given)
  const adapters = { ...checkManagement(checked, nothing), counters: memory.counters }
  const shared = { adapters, clock: () => clock.now, log: nothing }
  const signals: string[] = []
  let last: IncomingWebhook['lastResult'] = null
  const nodes = Array.from({ length: count }, () => {
    const consoleUrl = 'https://chat.example/admin'
    const notices = createNotices({
      ...shared,
      show,
      botUserId: null,
      consoleUrl,
      announce: nothing,
    })
    const onSignal = ({ signal }: { readonly signal: string }): void => void signals.push(signal)
    const tellOwners = createTellOwners({ ...shared, ...adapters, onSignal, notices })
    const diagnostics = createDiagnostics({
      ...shared,
      node: 'n',
      redact: (text) => text,
      kept: { open: () => null },
      onSignal: tellOwners.signal,
      onFailure: tellOwners.failure,
    })
    const { deliveryLog, watch } = diagnostics
    return {
      add: (what: Partial<NewDelivery>) => {
        clock.now += 1
        const name = `d${clock.now}`
        watch?.meet({ ...webhookOf(), lastResult: last }, clock.now)
        last = { at: clock.now, outcome: what.outcome ?? 'posted', status: 0, errorId: '' }
        deliveryLog.add(deliveryOf({ id: name, digest: name, time: clock.now, ...what }))
      },
      flush: async () => {
        await deliveryLog.flush()
        await watch?.done()
      },
      tell: async () => watch?.tell(HOOK),
      close: () => diagnostics.close(),
    }
  })
  const told = (): readonly HookPost[] =>
    [...memory.host.posts.values()].filter(({ props }) => props['webhook_notice'] !== undefined)
  return {
    nodes,
    clock,
    signals,
    host: memory.host,
    told,
    text: () =>
      told()
        .map(({ message }) => message)
        .join('\n'),
    button: () => /Replay \d+/.exec(JSON.stringify(told().map(({ props }) => props)))?.[0] ?? '',
    /** Writes what each process has, and tells of it, all at once. */
    settle: async () => {
      await Promise.all(nodes.map(({ flush }) => flush()))
      await Promise.all(nodes.map(({ tell }) => tell()))
    },
  }
}

describe('what the owner is told of a webhook that fails', () => {
  it('is one message, with the reason, a remedy, the log and what can be sent again', async () => {
    const { nodes, settle, told, text, button } = processes(1)
    for (let n = 0; n < 3; n += 1) nodes[0]?.add({ ...REFUSED, detail: 'no `channel` here' })
    await settle()
    expect(told()).to.have.length(1)
    expect(text()).to.include('`Deploy bot` keeps failing. 3 requests since 2023-11-14 22:13 UTC')
    expect(text()).to.include(`${CHANNEL.message} (\`no 'channel' here\`)`)
    expect(text()).to.include('Restore or join the channel')
    expect(text()).to.include(`(https://chat.example/admin/hooks/${HOOK})`)
    expect(button()).to.equal('Replay 3')
    expect(told()[0]).to.include({ webhookId: '', userId: id('alice') })
    expect(told()[0]?.props).not.to.have.property('from_webhook')
  })

  it('is brought up to date by whichever process knows more', async () => {
    const { nodes, settle, told, text, button } = processes(2)
    const [one, other] = nodes
    for (let n = 0; n < 7; n += 1) for (const node of nodes) node.add(REFUSED)
    await settle()
    expect(text()).to.include('14 requests')
    for (let n = 0; n < 5; n += 1) other?.add(REFUSED)
    await other?.flush()
    await other?.tell()
    expect(text()).to.include('19 requests')
    one?.add(POSTED)
    await one?.flush()
    await one?.tell()
    expect(text()).to.match(/works again since .*19 requests.*19 of them can be sent again/s)
    expect(button()).to.equal('Replay 19')
    expect(told()).to.have.length(1)
  })

  it('counts what would be sent again: each content once, and nothing that was delivered', async () => {
    const { nodes, settle, text, button } = processes(1)
    const [one] = nodes
    for (const digest of ['a', 'a', 'b', 'c', '']) one?.add({ ...REFUSED, digest })
    one?.add({ ...REFUSED, digest: 'd', replayOf: 'x' })
    await settle()
    expect(text()).to.include('5 requests')
    expect(button()).to.equal('Replay 3')
    one?.add({ ...POSTED, digest: 'b', replayOf: 'x' })
    await settle()
    expect(button()).to.equal('Replay 2')
    for (const digest of ['a', 'c']) one?.add({ ...POSTED, digest })
    await settle()
    expect(button()).to.equal('')
    expect(text()).to.include('works again').and.not.include('can be sent again')
  })

  it('is about as many as are sent again at once', async () => {
    const { nodes, settle, button } = processes(1)
    for (let n = 0; n < 150; n += 1) nodes[0]?.add(REFUSED)
    await settle()
    expect(button()).to.equal('Replay 100')
  })

  it('comes even if each process saw too little when it wrote', async () => {
    const { nodes, told } = processes(2)
    const [one, other] = nodes
    one?.add(REFUSED)
    other?.add(REFUSED)
    one?.add(REFUSED)
    await one?.flush()
    await other?.flush()
    await Promise.all(nodes.map(({ close }) => close()))
    expect(told()).to.have.length(1)
  })

  it('is a message for each failure, and none twice', async () => {
    const { nodes, clock, settle, told } = processes(2)
    for (let time = 0; time < 2; time += 1) {
      for (let n = 0; n < 6; n += 1) nodes[n % 2]?.add(REFUSED)
      await settle()
      clock.now += 30 * MINUTE
      nodes[time]?.add(POSTED)
      await settle()
    }
    expect(told()).to.have.length(2)
  })

  it('is at most four messages a day, none of them twice', async () => {
    const { nodes, clock, settle, told, signals } = processes(2)
    for (let hour = 0; hour < 24; hour += 1) {
      for (let n = 0; n < 5; n += 1) {
        nodes[(n + hour) % 2]?.add(n === 0 ? POSTED : REFUSED)
        clock.now += 2 * MINUTE
        await settle()
      }
      clock.now += 50 * MINUTE
    }
    expect(signals.filter((signal) => signal === 'failing')).to.have.length(24)
    expect(told().length).to.be.within(3, 4)
    expect(new Set(told().map(({ message }) => message)).size).to.equal(told().length)
  })

  it('is one message of a failure that lasts for days, and survives a restart', async () => {
    const { nodes, clock, settle, told, text } = processes(2)
    const [one, other] = nodes
    one?.add(POSTED)
    for (let hour = 0; hour < 72; hour += 4) {
      // As if the first process had ended and another one had begun.
      for (let n = 0; n < 3; n += 1) (hour < 24 ? one : other)?.add(REFUSED)
      clock.now += 240 * MINUTE
      await settle()
    }
    expect(told()).to.have.length(1)
    expect(text()).to.include('54 requests')
  })

  const without: readonly (readonly [what: string, options: Options, settings: object])[] = [
    ['nothing is kept', {}, { webhookDeliveryBodies: 'none' }],
    ['clients show only a text', { show: 'text' }, {}],
    ['clients show no attachments', { show: 'markdown' }, {}],
  ]
  for (const [what, options, settings] of without) {
    it(`has no button if ${what}`, async () => {
      const { nodes, host, settle, text, button } = processes(1, options)
      host.settings = { ...host.settings, ...settings }
      for (let n = 0; n < 3; n += 1) nodes[0]?.add(REFUSED)
      await settle()
      expect(text()).to.include('3 requests')
      expect(button()).to.equal('')
    })
  }

  it('is one message, which stays as it is, without a button, where the chat does not know what it has stored', async () => {
    const { nodes, clock, settle, told, text, button } = processes(2, { guarantees: ['direct'] })
    for (let hour = 0; hour < 48; hour += 4) {
      for (let n = 0; n < 3; n += 1) nodes[n % 2]?.add(REFUSED)
      await settle()
      clock.now += 240 * MINUTE
    }
    expect(told()).to.have.length(1)
    expect(text()).to.include('3 requests')
    expect(button()).to.equal('')
  })

  it('is only a signal where there are no direct channels', async () => {
    const { nodes, settle, told, signals } = processes(1, { guarantees: ['once'] })
    for (let n = 0; n < 3; n += 1) nodes[0]?.add(REFUSED)
    await settle()
    expect(signals).to.deep.equal(['failing'])
    expect(told()).to.deep.equal([])
  })
})
