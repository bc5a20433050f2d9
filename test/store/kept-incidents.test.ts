import { expect } from 'chai'
import fc from 'fast-check'
import {
  MAX_INCIDENTS,
  WebhookIncidents,
} from '../../example-host/store/memory/webhook-incidents.js'
import { newIncident, newIncidents, type Incident } from './support.js'

describe('store: which incidents of a webhook are kept', () => {
  it('are by their last event, however they were added and removed', () => {
    const change = fc.record({
      key: fc.integer({ min: 0, max: 9 }).map(String),
      lastAt: fc.integer({ min: 0, max: 20 }),
      isDeleted: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
        const incidents = new WebhookIncidents()
        const expected = new Map<string, Incident>()
        for (const { key, lastAt, isDeleted } of changes) {
          const known = expected.get(key)
          if (known) incidents.delete(known)
          expected.delete(key)
          if (isDeleted) continue
          const incident = newIncident(key, { lastAt, expiresAt: 100 - lastAt })
          incidents.add(incident)
          expected.set(key, incident)
        }
        const sorted = [...expected.values()].sort(
          (a, b) => a.lastAt - b.lastAt || (a.key < b.key ? -1 : 1),
        )
        expect(incidents.all).to.deep.equal(sorted)
      }),
    )
  })

  it('lose expired incidents first, a few with each event, and then the oldest', () => {
    const incidents = new WebhookIncidents()
    const all = newIncidents(MAX_INCIDENTS + 5, (n) => ({ lastAt: n, expiresAt: 1e6 }))
    for (const incident of all.slice(0, MAX_INCIDENTS)) incidents.add(incident)
    const expired = newIncidents(20, (n) => ({
      lastAt: 5_000,
      expiresAt: 10_000 + n,
      channelId: 'x',
    }))
    for (const incident of expired) incidents.add(incident)
    const latest = newIncident('latest', { lastAt: 10_018, expiresAt: 1e6 })
    const surplus = incidents.surplus(latest)
    expect(surplus).to.have.members([...expired.slice(0, 16), ...all.slice(0, 4)])
    for (const incident of surplus) incidents.delete(incident)
    expect(incidents.surplus(latest)).to.deep.equal(expired.slice(16, 19))
  })
})
