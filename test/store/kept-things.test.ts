import { expect } from 'chai'
import { MAX_THINGS } from 'express-incoming-webhooks'
import fc from 'fast-check'
import { WebhookThings } from '../../example-host/store/memory/webhook-things.js'
import { newThing, newThings, type Thing } from './support.js'

describe('store: which things of a webhook are kept', () => {
  it('are by their last event, however they were added and removed', () => {
    const change = fc.record({
      key: fc.integer({ min: 0, max: 9 }).map(String),
      lastAt: fc.integer({ min: 0, max: 20 }),
      isDeleted: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
        const things = new WebhookThings()
        const expected = new Map<string, Thing>()
        for (const { key, lastAt, isDeleted } of changes) {
          const known = expected.get(key)
          if (known) things.delete(known)
          expected.delete(key)
          if (isDeleted) continue
          const thing = newThing(key, { lastAt, expiresAt: 100 - lastAt })
          things.add(thing)
          expected.set(key, thing)
        }
        const sorted = [...expected.values()].sort(
          (a, b) => a.lastAt - b.lastAt || (a.key < b.key ? -1 : 1),
        )
        expect(things.all).to.deep.equal(sorted)
        expect(things.isEmpty).to.equal(sorted.length === 0)
      }),
    )
  })

  it('lose expired things first, a few with each event, and then the oldest', () => {
    const things = new WebhookThings()
    const all = newThings(MAX_THINGS + 5, (n) => ({ lastAt: n, expiresAt: 1e6 }))
    for (const thing of all.slice(0, MAX_THINGS)) things.add(thing)
    const expired = newThings(20, (n) => ({ lastAt: 5_000, expiresAt: 10_000 + n, channelId: 'x' }))
    for (const thing of expired) things.add(thing)
    const latest = newThing('latest', { lastAt: 10_018, expiresAt: 1e6 })
    const surplus = things.surplus(latest)
    expect(surplus).to.have.members([...expired.slice(0, 16), ...all.slice(0, 4)])
    for (const thing of surplus) things.delete(thing)
    expect(things.surplus(latest)).to.deep.equal(expired.slice(16, 19))
  })
})
