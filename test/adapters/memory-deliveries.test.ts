import { expect } from 'chai'
import { MemoryDeliveries } from '../../lib/adapters/memory/deliveries.js'
import { deliveryOf } from '../support/deliveries.js'

const ALL = { offset: 0, limit: 1_000 }
const SMALL = deliveryOf()
/** Each takes about 2,200 characters. */
const LARGE = { ...SMALL, response: 'r'.repeat(1_000) }

describe('the requests that a process keeps', () => {
  it('are of any number of webhooks, as long as all of them together are small enough', () => {
    const kept = new MemoryDeliveries()
    for (let n = 0; n < 3_000; n += 1) kept.append([{ ...SMALL, webhookId: `w${n}` }])
    for (let n = 0; n < 3_000; n += 1)
      expect(kept.list({ webhookIds: [`w${n}`] }, ALL)).to.have.length(1)
  })

  it('beyond that are fewer of whoever sends much, down to ten, before any of others', () => {
    const kept = new MemoryDeliveries(100_000)
    for (let n = 0; n < 20; n += 1) kept.append([{ ...LARGE, webhookId: `w${n}` }])
    for (let size = 1; size <= 200; size += 1) kept.append([{ ...LARGE, webhookId: 'busy', size }])
    const ofBusy = kept.list({ webhookIds: ['busy'] }, ALL)
    expect(ofBusy).to.have.length.within(23, 27)
    expect(ofBusy[0]?.size).to.equal(200)
    for (let n = 0; n < 20; n += 1)
      expect(kept.list({ webhookIds: [`w${n}`] }, ALL)).to.have.length(1)
  })

  it('beyond that, where all send little, are those of whoever was busy last', () => {
    const kept = new MemoryDeliveries(100_000)
    for (let n = 0; n < 40; n += 1) kept.append([{ ...LARGE, webhookId: `w${n}` }])
    kept.append([{ ...LARGE, webhookId: 'w0' }])
    for (let n = 40; n < 50; n += 1) kept.append([{ ...LARGE, webhookId: `w${n}` }])
    expect(kept.list({ webhookIds: ['w0'] }, ALL)).to.have.length(2)
    expect(kept.list({ webhookIds: ['w1'] }, ALL)).to.have.length(0)
    expect(kept.list({ webhookIds: ['w49'] }, ALL)).to.have.length(1)
  })

  it('of one share make room for themselves, not at the expense of another', () => {
    const kept = new MemoryDeliveries(100_000)
    kept.append([{ ...LARGE, webhookId: 'w' }])
    kept.append([{ ...LARGE, webhookId: 'w', share: 'refused' }])
    for (let n = 0; n < 200; n += 1) kept.append([{ ...LARGE, webhookId: 'w', share: 'unproven' }])
    const shares = kept.list({ webhookIds: ['w'] }, ALL).map(({ share }) => share)
    expect(shares.filter((share) => share !== 'unproven')).to.deep.equal(['refused', 'accepted'])
  })

  it('that are forgotten leave their room to others', () => {
    const kept = new MemoryDeliveries(100_000)
    kept.append([{ ...LARGE, webhookId: 'quiet' }])
    for (let round = 0; round < 20; round += 1) {
      for (let n = 0; n < 40; n += 1) kept.append([{ ...LARGE, webhookId: 'busy' }])
      kept.deleteFor('busy')
    }
    for (let n = 0; n < 42; n += 1) kept.append([{ ...LARGE, webhookId: 'busy' }])
    expect(kept.list({ webhookIds: ['busy'] }, ALL)).to.have.length(42)
    expect(kept.list({ webhookIds: ['quiet'] }, ALL)).to.have.length(1)
  })
})

describe('what was sent, as a process keeps it', () => {
  const sent = (webhookId: string, at: number, characters: number): ReturnType<typeof deliveryOf> =>
    deliveryOf({ webhookId, id: `${webhookId}-${at}`, kept: 'x'.repeat(characters) })
  const MIB = 1_048_576

  it('is at most 10 MiB of a webhook, the newest of it', () => {
    const kept = new MemoryDeliveries()
    kept.append([sent('other', 0, MIB)])
    for (let at = 0; at < 15; at += 1) kept.append([sent('w', at, MIB)])
    const there = Array.from({ length: 15 }, (_, at) => kept.find('w', `w-${at}`)?.kept !== null)
    expect(there).to.deep.equal(Array.from({ length: 15 }, (_, at) => at >= 5))
    expect(kept.find('other', 'other-0')?.kept).to.have.length(MIB)
  })

  it('is at most so much of all webhooks, the newest of it', () => {
    const kept = new MemoryDeliveries(undefined, 3_000)
    for (const [at, webhookId] of ['a', 'b', 'c', 'd'].entries()) {
      kept.append([sent(webhookId, at, 1_000)])
    }
    const there = ['a', 'b', 'c', 'd'].filter(
      (id, at) => kept.find(id, `${id}-${at}`)?.kept !== null,
    )
    expect(there).to.deep.equal(['b', 'c', 'd'])
  })
})
