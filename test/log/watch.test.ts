import { expect } from 'chai'
import { createWatch } from '../../lib/log/watch.js'
import type { NewDelivery } from '../../lib/model/deliveries.js'
import { deliveryOf } from '../support/deliveries.js'
import { id, NOW, webhookOf } from '../support/hook-host.js'

/** A watch over a log, and how often it has read the log. */
function watched() {
  const webhook = webhookOf()
  const log: NewDelivery[] = []
  const told: string[] = []
  let looks = 0
  const watch = createWatch({
    deliveryLog: {
      list: () => {
        looks += 1
        return Promise.resolve(log.toReversed().map((each) => ({ ...each, deliveredBy: null })))
      },
    },
    webhooks: { findById: () => webhook },
    users: { findByIds: () => [{ id: id('alice'), username: 'alice' }] },
    onSignal: ({ signal }) => told.push(signal),
    onFailure: () => Promise.resolve('all'),
    logName: '',
    clock: () => NOW,
    log: () => undefined,
  })
  const write = async (outcome: 'posted' | 'refused', errorId = ''): Promise<void> => {
    const share = outcome === 'posted' ? 'accepted' : 'refused'
    const entry = deliveryOf({ id: `d${log.length}`, time: NOW, share, outcome, errorId })
    log.push(entry)
    watch.written([entry])
    await watch.done()
  }
  return { watch, webhook, write, told, looks: () => looks }
}

describe('the watch over webhooks', () => {
  it('reads no log for more of what is known, and sees what comes after', async () => {
    const { write, told, looks } = watched()
    for (let n = 0; n < 10; n += 1) await write('refused', 'a')
    expect([told, looks()]).to.deep.equal([['failing'], 3])
    await write('refused', 'b')
    expect(looks()).to.equal(4)
    await write('posted')
    for (let n = 0; n < 3; n += 1) await write('refused', 'a')
    expect(told).to.deep.equal(['failing', 'recovered', 'failing'])
  })

  it('reads it again once another process has accepted a request', async () => {
    const { watch, webhook, write, looks } = watched()
    for (let n = 0; n < 4; n += 1) await write('refused', 'a')
    const lastResult = { at: NOW, outcome: 'posted', status: 200, errorId: '' } as const
    watch.meet({ ...webhook, lastResult }, NOW)
    await write('refused', 'a')
    expect(looks()).to.equal(4)
  })

  it('reads no log for what was accepted', async () => {
    const { write, looks } = watched()
    for (let n = 0; n < 3; n += 1) await write('posted')
    expect(looks()).to.equal(0)
  })
})
