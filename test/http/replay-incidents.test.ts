import { expect } from 'chai'
import { type HookHost, id } from '../support/hook-host.js'
import { deliveriesOf } from './observed-host.js'
import { incident, incidentOf, pagerduty, rootsOf, send, type Sending } from './incident-reports.js'
import { lastOf, locked, MINUTE, pressed, statuses } from './replay-host.js'

/** Reports of an incident, each as its sender sends it, with the time at which it does. */
interface Sender {
  readonly report: (state: 'open' | 'closed', time: number) => readonly [object, Sending]
}

const SENDERS: Readonly<Record<string, Sender>> = {
  'gives no times': {
    report: (state) => [{ text: `disk ${state}`, channel: 'off-topic' }, incident(state)],
  },
  'gives times': {
    report: (state, time) => {
      const body = pagerduty(state === 'open' ? 'triggered' : 'resolved', { title: 'disk' })
      const at = new Date(time).toISOString()
      const { event } = body as { event: object }
      return [{ event: { ...event, occurred_at: at } }, { query: '?channel=off-topic' }]
    },
  },
}

/** Its owner cannot read the channel for now, so that everything is refused. */
function shut(host: HookHost, isShut: boolean): void {
  const channel = host.adapters.host.channels.get(id('off-topic'))
  if (channel) host.adapters.host.channels.set(channel.id, { ...channel, deleteAt: isShut ? 1 : 0 })
}

/** An incident whose firing was refused, and whose end was not; the `id` of the firing. */
async function closedAfterRefusal(sender: Sender): Promise<{ host: HookHost; firing: string }> {
  const host = locked({
    webhook: { channelLocked: false, channelId: id('off-topic'), together: 'reply' },
  })
  const tell = async (state: 'open' | 'closed', status: number): Promise<void> => {
    const [body, how] = sender.report(state, host.clock.now)
    await send(host, body, how).expect(status)
  }
  shut(host, true)
  const [body, how] = sender.report('open', host.clock.now)
  const { status } = await send(host, body, how)
  expect(status).to.be.oneOf([403, 404])
  const { id: firing } = await lastOf(host)
  shut(host, false)
  host.clock.now += MINUTE
  await tell('closed', 200)
  return { host, firing }
}

describe('a firing that is sent again after its incident was closed', () => {
  for (const [name, sender] of Object.entries(SENDERS)) {
    for (const minutes of [2, 120]) {
      it(`opens nothing ${minutes} minutes later, of a sender that ${name}`, async () => {
        const { host, firing } = await closedAfterRefusal(sender)
        const before = host.posts()
        host.clock.now += minutes * MINUTE
        expect(await pressed(host, firing)).to.equal(200)
        expect(rootsOf(host)).to.have.length(1)
        expect(incidentOf(rootsOf(host)[0])).to.include({ state: 'closed' })
        expect(host.posts().map(({ message }) => message)).to.deep.equal(
          before.map(({ message }) => message),
        )
        expect((await deliveriesOf(host))[0]).to.include({ outcome: 'posted', replay_of: firing })
      })
    }

    it(`begins anew if the incident is forgotten, of a sender that ${name}`, async () => {
      const { host, firing } = await closedAfterRefusal(sender)
      host.adapters.host.incidents.clear()
      expect(await pressed(host, firing)).to.equal(200)
      expect(rootsOf(host)).to.have.length(2)
      expect(incidentOf(rootsOf(host)[1])).to.include({ state: 'open' })
    })

    it(`opens it again if it arrived after the closing, of a sender that ${name}`, async () => {
      const { host } = await closedAfterRefusal(sender)
      host.clock.now += MINUTE
      shut(host, true)
      const [body, how] = sender.report('open', host.clock.now)
      await send(host, body, how)
      const { id: again } = await lastOf(host)
      shut(host, false)
      host.clock.now += 2 * MINUTE
      expect(await pressed(host, again)).to.equal(200)
      expect(rootsOf(host)).to.have.length(1)
      expect(incidentOf(rootsOf(host)[0])).to.include({ state: 'open' })
    })
  }

  for (const key of ['disk-1', 'k'.repeat(250)]) {
    it(`opens nothing if ${key.slice(0, 6)} was closed again in the same words, which stored nothing`, async () => {
      const host = locked({
        webhook: { channelLocked: false, channelId: id('off-topic'), together: 'reply' },
      })
      const fine = async (): Promise<void> => {
        await send(host, { text: 'disk is fine' }, incident('closed', key)).expect(200)
      }
      await fine()
      host.clock.now += MINUTE
      shut(host, true)
      await send(host, { text: 'disk is full' }, incident('open', key))
      const { id: firing } = await lastOf(host)
      shut(host, false)
      host.clock.now += MINUTE
      await fine()
      expect(await lastOf(host)).to.deep.include({ actions: ['unchanged'] })
      expect(await pressed(host, firing)).to.equal(200)
      expect(incidentOf(rootsOf(host)[0])).to.include({ state: 'closed' })
    })
  }

  it('is in order with all the others that are sent again', async () => {
    const host = locked({
      webhook: { channelLocked: false, channelId: id('off-topic'), together: 'reply' },
    })
    shut(host, true)
    for (const state of ['open', 'acknowledged', 'closed']) {
      await send(host, { text: `disk ${state}` }, incident(state))
      host.clock.now += MINUTE
    }
    shut(host, false)
    expect(await statuses(host)).to.deep.equal([200, 200, 200])
    expect(incidentOf(rootsOf(host)[0])).to.include({ state: 'closed', count: 3 })
  })
})
